"""What is set in motion after a commit: the bots' next move and the news of a finished match."""

import datetime as dt
import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

from celery import current_app
from kombu.exceptions import KombuError

from games.signals import match_finished

logger = logging.getLogger(__name__)

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
    """Ask a worker to play for the bots in some seconds.

    A broker that cannot be reached costs nothing but promptness: the sweep finds the table by `due_at`. It is
    left alone for some seconds then, so that not every move waits in vain.
    """
    global _alone_until  # noqa: PLW0603 - what this process knows of its broker
    at_hand = _AT_ONCE.get()
    if at_hand is not None and not seconds:
        at_hand.append((table_id, version))
        return
    if time.monotonic() < _alone_until:
        return
    try:
        current_app.send_task(
            "games.tasks.play_for_bot", args=[table_id, version], countdown=seconds, retry=False
        )
    except (KombuError, OSError) as error:
        _alone_until = time.monotonic() + _LEFT_ALONE
        logger.warning("No broker for the bots of table %s, the sweep will play: %s", table_id, error)


def listeners(table_id: int) -> None:
    """Tell the other apps that the match of a table has ended."""
    match_finished.send_robust(sender=None, table_id=table_id)


def seconds_until(moment: dt.datetime, at: dt.datetime) -> float:
    """Return the seconds from `at` to a moment, 0 when it has passed."""
    return max(0.0, (moment - at).total_seconds())
