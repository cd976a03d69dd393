"""Read a stream at a replica of the database that has all of it up to the version asked for.

Events never change: up to a version, every copy that has a stream has the same. What does change is read at
the primary: the rows with their version and head, names of people, and permissions. So no reader sees more or
anything older than at the primary.
"""

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Final, Protocol

from django.db import DEFAULT_DB_ALIAS, Error, connections, models, transaction

from games import metrics
from games.models import StoredEvent

logger = logging.getLogger(__name__)

ALIAS: Final = "replica"
PAUSE_SECONDS: Final = 5.0
"""How long a process does not ask a replica that has failed."""
CAUGHT_UP, BEHIND, AWAY = "caught_up", "behind", "away"


class StreamRow(Protocol):
    """The row of a stream, as the primary has it: `head` is the hash of the event with its `version`."""

    pk: int
    version: int
    head: bytes


@contextmanager
def reading(model: type[StoredEvent], row: StreamRow) -> Iterator[None]:
    """Read logs within the block at the replica, if it has the stream up to the version of the row.

    Otherwise, in a transaction, and without a replica they are read at the primary. One query at the replica.
    """
    before = _source.set(_source_of(model, row))
    try:
        yield
    finally:
        _source.reset(before)


def fetched(rows: "models.QuerySet[Any, Any]") -> list[Any]:
    """Return rows of a log, or rows that follow from it; from the primary if the replica fails. One query."""
    alias = _source.get()
    if alias == DEFAULT_DB_ALIAS:
        return list(rows)
    try:
        return list(rows.using(alias))
    except Error as error:
        _source.set(DEFAULT_DB_ALIAS)  # for the rest of the block
        _leave(error)
        return list(rows)


def _source_of(model: type[StoredEvent], row: StreamRow) -> str:
    if ALIAS not in connections.settings or transaction.get_connection().in_atomic_block:
        return DEFAULT_DB_ALIAS
    if time.monotonic() < _pause.until:
        return _noted(DEFAULT_DB_ALIAS, AWAY)
    try:
        return _noted(ALIAS, CAUGHT_UP) if _has(model, row) else _noted(DEFAULT_DB_ALIAS, BEHIND)
    except Error as error:
        _leave(error)
        return DEFAULT_DB_ALIAS


def _has(model: type[StoredEvent], row: StreamRow) -> bool:
    manager: models.Manager[Any] = model._default_manager  # noqa: SLF001 - Django's name for generic code
    # By the hash, which is chained to all events before it: no other copy is taken for this one.
    last = manager.using(ALIAS).filter(stream_id=row.pk, version=row.version, hash=row.head)
    return last.exists()


def _leave(error: Error) -> None:
    """Ask the primary for a while: the replica does not answer, or had to cancel a query."""
    _pause.until = time.monotonic() + PAUSE_SECONDS
    _noted(DEFAULT_DB_ALIAS, AWAY)
    logger.warning("The replica fails, the primary is read for %.0f s: %s", PAUSE_SECONDS, error)
    connections[ALIAS].close()


def _noted(alias: str, reason: str) -> str:
    database = "replica" if alias == ALIAS else "primary"
    metrics.LOG_READS.labels(database, reason).inc()
    return alias


class _Pause:
    until = 0.0


_pause: Final = _Pause()
_source: Final[ContextVar[str]] = ContextVar("source_of_logs", default=DEFAULT_DB_ALIAS)
