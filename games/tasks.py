"""Celery tasks of the tables. All may be delivered late, twice or never: the version decides."""

import datetime as dt
import time
from typing import Final

from celery import shared_task
from django.utils import timezone

from games import tables
from games.idempotency import receipts
from games.integrity import checkpoints
from games.tables import scheduling

_BATCH: Final = 50  # tables that a sweep moves on in one transaction
_HELPERS: Final = 7  # so many more sweep at the same time, if there is so much to do and so many workers
_LOOK: Final = dt.timedelta(seconds=1)  # so often a sweep says that time is running
_AT_A_STRETCH: Final = 1.0  # seconds one task plays at a table of bots without pauses, if no other is late
_LATE: Final = dt.timedelta(seconds=0.5)


@shared_task(name="games.tasks.play_for_bot")  # type: ignore[untyped-decorator]  # Celery has no types
def play_for_bot(table_id: int, version: int) -> bool:
    """Let a bot move, or deal on when the time has come; return whether anything happened.

    Bots that need no time to think are moved on in the same task: every move is a transaction of its own.
    """
    until = time.monotonic() + _AT_A_STRETCH
    with scheduling.collect_due_bots() as at_hand:
        moved = _move(table_id, version)
        while at_hand and time.monotonic() < until and not _is_another_late(table_id):
            _move(*at_hand.pop())
    for following in at_hand:
        scheduling.wake_bots(*following, seconds=0)
    return moved


@shared_task(name="games.tasks.expire_turns")  # type: ignore[untyped-decorator]  # Celery has no types
def expire_turns() -> int:
    """Sweep: move every table on whose time has come; return how many moved here.

    Any number of sweeps may run at once: what one has claimed the others pass over. So where there is much to
    do every worker that is free shares in it, and nothing is lost if none comes.
    """
    due = _due()
    if tables.may_be_shared():
        scheduling.call_helpers(min(_HELPERS, (len(due) - 1) // _BATCH))
    return _swept(due)


@shared_task(name="games.tasks.help_to_sweep")  # type: ignore[untyped-decorator]  # Celery has no types
def help_to_sweep() -> int:
    """Share in a sweep that has begun; return how many tables moved here."""
    return _swept(_due())


@shared_task(name="games.tasks.forget_receipts")  # type: ignore[untyped-decorator]  # Celery has no types
def forget_receipts() -> int:
    """Forget the receipts of commands that nobody sends again; return how many."""
    return receipts.forget(timezone.now())


@shared_task(name="games.tasks.make_checkpoint")  # type: ignore[untyped-decorator]  # Celery has no types
def make_checkpoint() -> bool:
    """Write the checkpoint of the day if there is none yet; return whether it was written."""
    return checkpoints.make(timezone.now()) is not None


def _is_another_late(table_id: int) -> bool:
    return tables.is_another_due(table_id, at=timezone.now() - _LATE)


def _due() -> list[int]:
    at = timezone.now()
    tables.keep_time(at)
    return tables.due_tables(at)


def _swept(due: list[int]) -> int:
    moved, looked = 0, timezone.now()
    for first in range(0, len(due), _BATCH):
        at = timezone.now()
        if not dt.timedelta(0) <= at - looked < _LOOK:
            tables.keep_time(at)  # a long sweep is no absence, and the clock may jump during one
            looked = at
        moved += tables.move_due_tables(due[first : first + _BATCH], at=at)
    return moved


def _move(table_id: int, version: int) -> bool:
    return tables.move_on(table_id, version=version, at=timezone.now())
