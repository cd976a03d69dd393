"""What is set in motion after a commit: the bots' next move and the news of a finished match."""

import datetime as dt
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from celery import current_app
from kombu.exceptions import KombuError

from games.signals import match_finished

logger = logging.getLogger(__name__)

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

    A broker that cannot be reached costs nothing but promptness: the sweep finds the table by `due_at`.
    """
    at_hand = _AT_ONCE.get()
    if at_hand is not None and not seconds:
        at_hand.append((table_id, version))
        return
    try:
        current_app.send_task(
            "games.tasks.play_for_bot", args=[table_id, version], countdown=seconds, retry=False
        )
    except (KombuError, OSError) as error:
        logger.warning("No broker for the bots of table %s, the sweep will play: %s", table_id, error)


def listeners(table_id: int) -> None:
    """Tell the other apps that the match of a table has ended."""
    match_finished.send_robust(sender=None, table_id=table_id)


def seconds_until(moment: dt.datetime, at: dt.datetime) -> float:
    """Return the seconds from `at` to a moment, 0 when it has passed."""
    return max(0.0, (moment - at).total_seconds())
