"""Measure commands at tables: their time, and the delay of bots and of the clock."""

import datetime as dt
from collections.abc import Sequence
from typing import Final

from games import metrics
from games.eventstore import Stored

_BY_THEMSELVES: Final = {"bot", "clock"}


def note_events(rows: Sequence[Stored], added: int, due_at: dt.datetime | None) -> None:
    """Count the last events of a table that was due at a moment."""
    metrics.EVENTS.labels("table").inc(added)
    sender = _sender(rows)
    if sender in _BY_THEMSELVES and due_at is not None:
        delay = (rows[-1].at - due_at).total_seconds()
        metrics.LATE_SECONDS.labels(sender).observe(max(0.0, delay))


def note_command(rows: Sequence[Stored], seconds: float) -> None:
    """Note the time of the transaction that added the last events."""
    metrics.COMMAND_SECONDS.labels(_sender(rows)).observe(seconds)


def note_conflict() -> None:
    """Count a transaction that another writer has overtaken."""
    metrics.CONFLICTS.labels("table").inc()


def _sender(rows: Sequence[Stored]) -> str:
    return rows[-1].by.partition(":")[0]
