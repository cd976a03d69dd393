"""What carries rings from process to process: NOTIFY of PostgreSQL, or Redis; on SQLite alone nothing."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final, Protocol

import psycopg
import redis
from django.conf import settings
from django.db import connection, connections

Listen = Callable[[float], list[str]]
"""Wait at most so many seconds and return what came."""

ERRORS: Final = (psycopg.Error, redis.RedisError, OSError)
_CHANNEL: Final = "wildleague"
_PATIENCE: Final = 5.0
"""Seconds that Redis may take to answer."""


class Carrier(Protocol):
    """One connection in the hands of one thread; raises one of `ERRORS` when it is gone."""

    def send(self, text: str) -> None:
        """Send to everybody who listens; connects when needed."""

    def listening(self) -> Any:
        """Return a context in which `Listen` may be called; it is open once nothing more can be missed."""

    def close(self) -> None:
        """Give the connection back; it may be needed again."""


def name() -> str:
    """Return what carries rings: `redis`, `postgresql`, or nothing."""
    if settings.LIVE_URL:
        return "redis"
    return "postgresql" if connection.vendor == "postgresql" else ""


def carrier() -> Carrier:
    """Return a new carrier for this thread. There must be one (`name`)."""
    return _Redis(settings.LIVE_URL) if settings.LIVE_URL else _PostgreSQL()


class _PostgreSQL:
    """A connection of its own: in that of a move the notification would hold up other commits."""

    def __init__(self) -> None:
        self._line: psycopg.Connection[Any] | None = None

    def send(self, text: str) -> None:
        if self._line is None:
            self._line = _connect()
            self._line.execute("SET synchronous_commit = off")  # a hint needs no disk
        self._line.execute("SELECT pg_notify(%s, %s)", [_CHANNEL, text])

    @contextmanager
    def listening(self) -> Iterator[Listen]:
        with _connect() as line:
            line.execute(f"LISTEN {_CHANNEL}")
            yield lambda seconds: [note.payload for note in line.notifies(timeout=seconds, stop_after=1)]

    def close(self) -> None:
        if self._line is not None:
            self._line.close()
            self._line = None


def _connect() -> psycopg.Connection[Any]:
    """Connect as Django would. Not by Django, whose connections belong to requests and tests."""
    facts: dict[str, Any] = connections["default"].get_connection_params()
    return psycopg.connect(**facts | {"autocommit": True})


class _Redis:
    def __init__(self, url: str) -> None:
        self._redis: Any = redis.Redis.from_url(url, socket_connect_timeout=2, socket_timeout=_PATIENCE)
        number = self._redis.connection_pool.connection_kwargs.get("db") or 0
        self._channel = f"{_CHANNEL}:{number}"  # channels know no databases, installations do

    def send(self, text: str) -> None:
        self._redis.publish(self._channel, text)

    @contextmanager
    def listening(self) -> Iterator[Listen]:
        with self._redis.pubsub(ignore_subscribe_messages=True) as line:
            line.subscribe(self._channel)
            line.get_message(timeout=_PATIENCE)  # that it is so: nothing sent from now on is missed
            yield lambda seconds: _texts(line.get_message(timeout=seconds))

    def close(self) -> None:
        self._redis.close()


def _texts(message: dict[str, Any] | None) -> list[str]:
    return [message["data"].decode(errors="replace")] if message else []
