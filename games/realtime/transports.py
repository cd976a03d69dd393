"""Carry notifications from process to process: by NOTIFY of PostgreSQL or by Redis; on SQLite alone, not.

With `LIVE_SHARDS` those of tables are spread over so many channels, and a process listens to the channels of
the tables that it has streams of. Everything else has a channel to which all listen.
"""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import Any, Final, Protocol
from urllib.parse import urlsplit

import psycopg
from django.conf import settings
from django.db import connection, connections

ERRORS: Final = (psycopg.Error, OSError)
CHANNEL: Final = "wildleague"
"""The channel to which every process listens."""
_OF_TABLES: Final = ("table", "chat")
_POSTGRESQL: Final = ("postgres", "postgresql")


class Listen(Protocol):
    """A connection that listens to channels; raises one of `ERRORS` when it is lost."""

    def __call__(self, seconds: float) -> list[str]:
        """Wait at most some seconds and return the texts received."""

    def follow(self, channels: Collection[str]) -> bool:
        """Listen to these channels and no others; return whether some are new: until now they were missed."""


class Transport(Protocol):
    """A connection used by one thread; raises one of `ERRORS` when it is lost."""

    def send(self, text: str, channel: str = CHANNEL) -> None:
        """Send to all listeners of a channel; connects when needed."""

    def listening(self) -> Any:
        """Return a context with a `Listen` to `CHANNEL`; once it is entered no notification is missed."""

    def close(self) -> None:
        """Close the connection; it can be used again."""


def transport_name() -> str:
    """Return `redis`, `postgresql`, or an empty text where there is no transport."""
    if settings.LIVE_URL:
        return "postgresql" if urlsplit(settings.LIVE_URL).scheme in _POSTGRESQL else "redis"
    return "postgresql" if connection.vendor == "postgresql" else ""


def channel_of(kind: str, pk: int) -> str:
    """Return the channel of the notifications about a row."""
    is_sharded = kind in _OF_TABLES and settings.LIVE_SHARDS > 1
    return f"{CHANNEL}_{pk % settings.LIVE_SHARDS}" if is_sharded else CHANNEL


def channels_of(tables: Collection[int] | None) -> frozenset[str]:
    """Return the channels of some tables, or of all, and the one to which every process listens."""
    numbers = range(settings.LIVE_SHARDS) if tables is None else tables
    return frozenset({CHANNEL, *(channel_of("table", number) for number in numbers)})


def new_transport() -> Transport:
    """Return a new transport for this thread, where there is one (`transport_name`)."""
    if transport_name() == "postgresql":
        return _PostgreSQL()
    from games.realtime import redis_transport  # takes a tenth of the start of a process

    return redis_transport.Redis(settings.LIVE_URL, CHANNEL)


class _PostgreSQL:
    """A separate connection: in that of a move the notification would hold up other commits."""

    def __init__(self) -> None:
        self._connection: psycopg.Connection[Any] | None = None

    def send(self, text: str, channel: str = CHANNEL) -> None:
        if self._connection is None:
            self._connection = _connect()
            self._connection.execute("SET synchronous_commit = off")  # a hint needs no disk
        self._connection.execute("SELECT pg_notify(%s, %s)", [channel, text])

    @contextmanager
    def listening(self) -> Iterator[Listen]:
        with _connect() as connection:
            listen = _ListenToPostgreSQL(connection)
            listen.follow({CHANNEL})
            yield listen

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


class _ListenToPostgreSQL:
    def __init__(self, connection: psycopg.Connection[Any]) -> None:
        self._connection = connection
        self._channels: frozenset[str] = frozenset()

    def __call__(self, seconds: float) -> list[str]:
        return [note.payload for note in self._connection.notifies(timeout=seconds, stop_after=1)]

    def follow(self, channels: Collection[str]) -> bool:
        new, old = frozenset(channels) - self._channels, self._channels - frozenset(channels)
        commands = [f"LISTEN {channel}" for channel in new] + [f"UNLISTEN {channel}" for channel in old]
        if commands:
            self._connection.execute("; ".join(commands))
        self._channels = frozenset(channels)
        return bool(new)


def _connect() -> psycopg.Connection[Any]:
    """Connect as Django would, or past the pool in front of the database if `LIVE_URL` says how.

    Not by Django, whose connections belong to requests and tests.
    """
    if settings.LIVE_URL:
        return psycopg.connect(settings.LIVE_URL, autocommit=True)
    parameters: dict[str, Any] = connections["default"].get_connection_params()
    return psycopg.connect(**parameters | {"autocommit": True})
