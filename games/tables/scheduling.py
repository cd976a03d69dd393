"""Tasks for workers (moves of bots, help in a sweep) and the signal that a match is finished."""

import datetime as dt
import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Final

from celery import current_app
from django.conf import settings
from kombu.exceptions import KombuError

from games.signals import match_finished, seats_kept

logger = logging.getLogger(__name__)

EXPIRES: Final = max(5.0, 3 * settings.SWEEP_SECONDS)
"""Seconds after which the task of a bot's move expires: a sweep has made the move by then.

A queue of old messages therefore delays nobody. The expiry is a moment of the sender's clock: when it jumps,
or differs by more from a worker's, tasks are dropped and the sweep makes the moves.
"""
_RETRY_SECONDS: Final = 3.0
_broken_until = 0.0

_AT_ONCE: ContextVar[list[tuple[int, int]] | None] = ContextVar("at_once", default=None)


@contextmanager
def collect_due_bots() -> Iterator[list[tuple[int, int]]]:
    """Collect the moves of bots that are due at once as (table, version), instead of asking a worker.

    The caller makes these moves, or asks a worker for them afterwards.
    """
    due: list[tuple[int, int]] = []
    token = _AT_ONCE.set(due)
    try:
        yield due
    finally:
        _AT_ONCE.reset(token)


def wake_bots(table_id: int, version: int, seconds: float) -> None:
    """Ask a worker to play for the bots in some seconds; if none does, the sweep finds the table."""
    collected = _AT_ONCE.get()
    if collected is not None and not seconds:
        collected.append((table_id, version))
        return
    _ask("games.tasks.play_for_bot", table_id, version, countdown=seconds, expires=seconds + EXPIRES)


def call_helpers(count: int) -> None:
    """Ask workers to help in a sweep that has begun; the request expires with the next sweep."""
    for _sweeper in range(count):
        _ask("games.tasks.help_to_sweep", expires=settings.SWEEP_SECONDS)


def announce_end(table_id: int) -> None:
    """Tell the other apps that the match of a table has ended."""
    match_finished.send_robust(sender=None, table_id=table_id)


def announce_kept_seats(table_id: int) -> None:
    """Tell the other apps that seats of a table are kept for players."""
    seats_kept.send_robust(sender=None, table_id=table_id)


def seconds_until(moment: dt.datetime, at: dt.datetime) -> float:
    """Return the seconds from `at` to a moment, 0 when it has passed."""
    return max(0.0, (moment - at).total_seconds())


def _ask(task: str, *arguments: int, **when: Any) -> None:
    """Send a task. If the broker cannot be reached, the sweep does the work later.

    The broker is then not asked again for some seconds, so that not every move waits for a timeout.
    """
    global _broken_until  # noqa: PLW0603 - a circuit breaker of this process
    if time.monotonic() < _broken_until:
        return
    try:
        current_app.send_task(task, args=list(arguments), retry=False, **when)
    except (KombuError, OSError) as error:
        _broken_until = time.monotonic() + _RETRY_SECONDS
        logger.warning("No broker for %s%s, the sweep will play: %s", task, arguments, error)
