"""What is asked of others: the bots' next move, help in a sweep, to hear of a finished match."""

import datetime as dt
import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

from celery import current_app
from django.conf import settings
from kombu.exceptions import KombuError

from games.signals import match_finished

logger = logging.getLogger(__name__)

EXPIRES: Final = max(5.0, 3 * settings.SWEEP_SECONDS)
"""So many seconds after its time nobody need make a bot's move any more: a sweep has made it.

So no queue of old messages keeps anybody waiting. It is a moment of the sender's clock: when that jumps, or
those of two machines differ by more, messages are dropped, and the sweep plays.
"""
_LEFT_ALONE: Final = 3.0
_alone_until = 0.0

_AT_ONCE: ContextVar[list[tuple[int, int]] | None] = ContextVar("at_once", default=None)


@contextmanager
def kept_at_hand() -> Iterator[list[tuple[int, int]]]:
    """Collect the moves of bots that are due at once as (table, version), instead of asking a worker.

    Whoever collects them sees to it that they are made, or asks for them afterwards.
    """
    at_hand: list[tuple[int, int]] = []
    token = _AT_ONCE.set(at_hand)
    try:
        yield at_hand
    finally:
        _AT_ONCE.reset(token)


def bots(table_id: int, version: int, seconds: float) -> None:
    """Ask a worker to play for the bots in some seconds; if none does, the sweep finds the table."""
    at_hand = _AT_ONCE.get()
    if at_hand is not None and not seconds:
        at_hand.append((table_id, version))
        return
    _ask("games.tasks.play_for_bot", table_id, version, countdown=seconds, expires=seconds + EXPIRES)


def sweepers(how_many: int) -> None:
    """Ask for so much help in a sweep that has begun; who cannot come before the next one need not."""
    for _sweeper in range(how_many):
        _ask("games.tasks.help_to_sweep", expires=settings.SWEEP_SECONDS)


def listeners(table_id: int) -> None:
    """Tell the other apps that the match of a table has ended."""
    match_finished.send_robust(sender=None, table_id=table_id)


def seconds_until(moment: dt.datetime, at: dt.datetime) -> float:
    """Return the seconds from `at` to a moment, 0 when it has passed."""
    return max(0.0, (moment - at).total_seconds())


def _ask(task: str, *arguments: int, **when: float) -> None:
    """Send a task. A broker that cannot be reached costs nothing but promptness.

    It is left alone for some seconds then, so that not every move waits in vain.
    """
    global _alone_until  # noqa: PLW0603 - what this process knows of its broker
    if time.monotonic() < _alone_until:
        return
    try:
        current_app.send_task(task, args=list(arguments), retry=False, **when)
    except (KombuError, OSError) as error:
        _alone_until = time.monotonic() + _LEFT_ALONE
        logger.warning("No broker for %s%s, the sweep will play: %s", task, arguments, error)
