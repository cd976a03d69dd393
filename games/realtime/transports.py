"""Carry notifications from process to process: by NOTIFY of PostgreSQL or by Redis; on SQLite alone, not."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final, Protocol
from urllib.parse import urlsplit

import psycopg
from django.conf import settings
from django.db import connection, connections

Listen = Callable[[float], list[str]]
"""Wait at most some seconds and return the texts received."""

ERRORS: Final = (psycopg.Error, OSError)
_CHANNEL: Final = "wildleague"
_POSTGRESQL: Final = ("postgres", "postgresql")


class Transport(Protocol):
    """A connection used by one thread; raises one of `ERRORS` when it is lost."""

    def send(self, text: str) -> None:
        """Send to all listeners; connects when needed."""

    def listening(self) -> Any:
        """Return a context with a `Listen`; once it is entered no notification is missed."""

    def close(self) -> None:
        """Close the connection; it can be used again."""


def transport_name() -> str:
    """Return `redis`, `postgresql`, or an empty text where there is no transport."""
    if settings.LIVE_URL:
        return "postgresql" if urlsplit(settings.LIVE_URL).scheme in _POSTGRESQL else "redis"
    return "postgresql" if connection.vendor == "postgresql" else ""


def new_transport() -> Transport:
    """Return a new transport for this thread, where there is one (`transport_name`)."""
    if transport_name() == "postgresql":
        return _PostgreSQL()
    from games.realtime import redis_transport  # takes a tenth of the start of a process

    return redis_transport.Redis(settings.LIVE_URL, _CHANNEL)


class _PostgreSQL:
    """A separate connection: in that of a move the notification would hold up other commits."""

    def __init__(self) -> None:
        self._connection: psycopg.Connection[Any] | None = None

    def send(self, text: str) -> None:
        if self._connection is None:
            self._connection = _connect()
            self._connection.execute("SET synchronous_commit = off")  # a hint needs no disk
        self._connection.execute("SELECT pg_notify(%s, %s)", [_CHANNEL, text])

    @contextmanager
    def listening(self) -> Iterator[Listen]:
        with _connect() as listener:
            listener.execute(f"LISTEN {_CHANNEL}")
            yield lambda seconds: [note.payload for note in listener.notifies(timeout=seconds, stop_after=1)]

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def _connect() -> psycopg.Connection[Any]:
    """Connect as Django would, or past the pool in front of the database if `LIVE_URL` says how.

    Not by Django, whose connections belong to requests and tests.
    """
    if settings.LIVE_URL:
        return psycopg.connect(settings.LIVE_URL, autocommit=True)
    parameters: dict[str, Any] = connections["default"].get_connection_params()
    return psycopg.connect(**parameters | {"autocommit": True})
