"""Parsing of environment variables."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final, cast
from urllib.parse import unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

_POSTGRESQL: Final = "django.db.backends.postgresql"


def on(name: str, *, default: bool = False) -> bool:
    """Return whether a variable says yes."""
    return (os.environ.get(name) or ("1" if default else "0")).lower() in {"1", "true", "yes", "on"}


def number_or_on(name: str) -> int:
    """Return a variable as a number, 1 for yes."""
    text = os.environ.get(name, "")
    return int(text) if text.isdecimal() else int(on(name))


def number(name: str, default: int, *, least: int = 1) -> int:
    """Return a variable as a number; ImproperlyConfigured for text and for less than `least`."""
    text = os.environ.get(name) or str(default)
    if not (text.isascii() and text.isdecimal()) or int(text) < least:
        raise ImproperlyConfigured(f"{name} must be {least} or more")
    return int(text)


def words(name: str, default: str = "") -> list[str]:
    """Return the words of a variable, separated by commas."""
    return [word.strip() for word in (os.environ.get(name) or default).split(",") if word.strip()]


def database(url: str, name: str = "DATABASE_URL") -> dict[str, object]:
    """Return Django's settings for an address such as postgres://user:word@host:5432/name in a variable."""
    parts = urlsplit(url)
    if parts.scheme == "sqlite":
        return _sqlite(parts.path)
    if parts.scheme not in {"postgres", "postgresql"}:
        raise ImproperlyConfigured(f"{name} must begin with postgresql:// or sqlite://")
    return {
        "ENGINE": _POSTGRESQL,
        "NAME": unquote(parts.path.lstrip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        # The folder of a socket is written percent-encoded in place of the host.
        "HOST": unquote(parts.hostname or "")
        if "%2" not in parts.netloc
        else unquote(parts.netloc.rsplit("@", 1)[-1].split(":")[0]),
        "PORT": str(parts.port or ""),
        "CONN_MAX_AGE": 60,
        "CONN_HEALTH_CHECKS": True,
        **_pool(parts.query, name),
    }


def replica(url: str, primary: Mapping[str, object]) -> dict[str, object]:
    """Return Django's settings for a replica of the primary; readers do not wait long for a connection."""
    copy = database(url, "REPLICA_URL")
    if not copy["ENGINE"] == primary["ENGINE"] == _POSTGRESQL:
        raise ImproperlyConfigured("REPLICA_URL must begin with postgresql://, and so must DATABASE_URL")
    options = cast("dict[str, object]", copy.get("OPTIONS", {})) | {"connect_timeout": 2}
    return copy | {"OPTIONS": options, "TEST": {"MIRROR": "default"}}


def email(url: str) -> tuple[str, tuple[str, int, str, str, bool, bool]]:
    """Return the backend and host, port, name, password, STARTTLS, TLS of smtp+tls://name:word@host:587."""
    parts = urlsplit(url)
    if parts.scheme == "console":
        return "django.core.mail.backends.console.EmailBackend", ("", 0, "", "", False, False)
    if parts.scheme not in {"smtp", "smtp+tls", "smtps"} or not parts.hostname:
        raise ImproperlyConfigured(
            "EMAIL_URL must be console: or begin with smtp://, smtp+tls:// or smtps://"
        )
    port = parts.port or {"smtp": 25, "smtp+tls": 587, "smtps": 465}[parts.scheme]
    name, word = unquote(parts.username or ""), unquote(parts.password or "")
    how = (parts.scheme == "smtp+tls", parts.scheme == "smtps")
    return "django.core.mail.backends.smtp.EmailBackend", (parts.hostname, port, name, word, *how)


def _pool(query: str, name: str) -> dict[str, object]:
    """Return further settings of a database behind a pool that gives each transaction another connection."""
    if query == "pool=transaction":
        return {"DISABLE_SERVER_SIDE_CURSORS": True, "OPTIONS": {"prepare_threshold": None}}
    if query:
        raise ImproperlyConfigured(f"{name} may end with ?pool=transaction, and with nothing else")
    return {}


def _sqlite(path: str) -> dict[str, object]:
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": path,
        "OPTIONS": {
            # Writers queue instead of failing; WAL lets pages read at the same time.
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
        },
        # The in-memory default would refuse the workers and browsers of the test suite.
        "TEST": {"NAME": str(Path(path).with_name("test-" + Path(path).name))},
    }
