"""Celery tasks of the tables. Each may be delivered late, twice or never: the version decides."""

import datetime as dt
import logging
import time
from typing import Final

from celery import shared_task
from django.utils import timezone

from games import tables
from games.analysis import queue, worker
from games.deals import played_deals
from games.idempotency import request_keys
from games.integrity import checkpoints
from games.puzzles import making
from games.rulebooks import measuring
from games.tables import scheduling, vacations

logger = logging.getLogger(__name__)

_BATCH: Final = 50  # tables that a sweep moves on in one transaction
_HELPERS: Final = 7  # how many more workers may sweep at the same time
_NOTE_EVERY: Final = dt.timedelta(seconds=1)  # how often a sweep stores the time
_LONGEST_RUN: Final = (
    1.0  # seconds a task plays at a table of bots without pauses, unless another table is late
)
_LATE: Final = dt.timedelta(seconds=0.5)
_LONGEST_ANALYSIS: Final = dt.timedelta(seconds=5)
_ANALYSES_AT_ONCE: Final = 20
_KEPT_AT_ONCE: Final = 20  # tables whose deals a task keeps: after an update all have to wait for it


@shared_task(name="games.tasks.play_for_bot")
def play_for_bot(table_id: int, version: int) -> bool:
    """Let a bot move, or deal when it is time; return whether anything happened.

    Bots without pauses move on in the same task: every move is a separate transaction.
    """
    until = time.monotonic() + _LONGEST_RUN
    with scheduling.collect_due_bots() as due:
        moved = _move(table_id, version)
        while due and time.monotonic() < until and not _is_another_late(table_id):
            _move(*due.pop())
    for move in due:
        scheduling.wake_bots(*move, seconds=0)
    return moved


@shared_task(name="games.tasks.expire_turns")
def expire_turns() -> int:
    """Move all tables on that are due; return how many moved here.

    Any number of sweeps may run at once: each skips the tables that another has claimed. When many tables are
    due, free workers are asked to help, and nothing is lost if none does.
    """
    due = _due()
    if tables.may_be_shared():
        scheduling.call_helpers(min(_HELPERS, (len(due) - 1) // _BATCH))
    return _sweep(due)


@shared_task(name="games.tasks.help_to_sweep")
def help_to_sweep() -> int:
    """Help in a running sweep; return how many tables moved here."""
    return _sweep(_due())


@shared_task(name="games.tasks.wait_for_vacations")
def wait_for_vacations() -> int:
    """Sweep: put off the turns of players on vacation; return at how many tables."""
    return vacations.put_off(at=timezone.now())


@shared_task(name="games.tasks.forget_receipts")
def forget_receipts() -> int:
    """Delete the receipts of old commands; return how many."""
    return request_keys.forget(timezone.now())


@shared_task(name="games.tasks.make_checkpoint")
def make_checkpoint() -> bool:
    """Write the checkpoint of the day if there is none yet; return whether it was written."""
    return checkpoints.make(timezone.now()) is not None


@shared_task(name="games.tasks.keep_deals")
def keep_deals() -> int:
    """Keep the deals of some tables that lack them; return how many tables."""
    return played_deals.keep_missing(_KEPT_AT_ONCE)


@shared_task(name="games.tasks.analyse")
def analyse(table_id: int) -> bool:
    """Analyse a finished match, or what is missing of it; return whether it is finished.

    The worker takes the most urgent match that waits. The rest is asked for again after some seconds, so
    that other long work is not kept waiting.
    """
    urgent = queue.most_urgent(table_id)
    if urgent != table_id and _has_moved_on(urgent):
        is_finished = not queue.is_waiting(table_id)
    else:
        is_finished = worker.work(table_id, clock=timezone.now, longest=_LONGEST_ANALYSIS)
    if not is_finished and queue.is_waiting(table_id):
        queue.send(table_id)
    return is_finished


def _has_moved_on(table_id: int) -> bool:
    """Work at a more urgent analysis; return False if it made no progress, so that it holds up no other."""
    begun = timezone.now()
    try:
        is_finished = worker.work(table_id, clock=timezone.now, longest=_LONGEST_ANALYSIS)
    except Exception:
        logger.exception("The analysis of table %s failed", table_id)
        return False
    return is_finished or queue.has_moved_on(table_id, since=begun)


@shared_task(name="games.tasks.resume_analyses")
def resume_analyses() -> int:
    """Ask again for analyses that make no progress, and for figures of rulebooks; return how many."""
    asked = queue.send_stalled(at=timezone.now(), most=_ANALYSES_AT_ONCE)
    return asked + measuring.ask_for_missing(most=_ANALYSES_AT_ONCE)


@shared_task(name="games.tasks.make_puzzles")
def make_puzzles() -> int:
    """Sweep: look for puzzles in analysed matches, and choose that of the day; return how many were made."""
    return making.make(clock=timezone.now, longest=_LONGEST_ANALYSIS)


@shared_task(name="games.tasks.measure_rulebook")
def measure_rulebook(pk: int) -> bool:
    """Measure what matches by a custom rulebook are like; return whether there was anything to measure."""
    return measuring.measure_rulebook(pk)


def _is_another_late(table_id: int) -> bool:
    return tables.is_another_due(table_id, at=timezone.now() - _LATE)


def _due() -> list[int]:
    at = timezone.now()
    tables.keep_time(at)
    return tables.due_tables(at)


def _sweep(due: list[int]) -> int:
    moved, noted_at = 0, timezone.now()
    for first in range(0, len(due), _BATCH):
        at = timezone.now()
        if not dt.timedelta(0) <= at - noted_at < _NOTE_EVERY:
            tables.keep_time(at)  # a long sweep is no gap, and the clock may jump during it
            noted_at = at
        moved += tables.move_due_tables(due[first : first + _BATCH], at=at)
    return moved


def _move(table_id: int, version: int) -> bool:
    return tables.move_on(table_id, version=version, at=timezone.now())
