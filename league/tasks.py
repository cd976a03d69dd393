"""Celery tasks of competitions. Each may come late, twice or never: doing it again changes nothing."""

import logging

from celery import shared_task
from django.utils import timezone

from league import draws, ladder, results

logger = logging.getLogger(__name__)


@shared_task(name="league.tasks.collect")  # type: ignore[untyped-decorator]  # Celery has no types
def collect(table_id: int) -> bool:
    """Record the result of a finished table; return whether there was one to record."""
    return results.collect(table_id, at=timezone.now())


@shared_task(name="league.tasks.collect_results")  # type: ignore[untyped-decorator]  # Celery has no types
def collect_results() -> int:
    """Sweep: record every result that is still missing; return how many."""
    return sum(_collected(table_id) for table_id in results.uncollected())


@shared_task(name="league.tasks.rate_clubs")  # type: ignore[untyped-decorator]  # Celery has no types
def rate_clubs() -> int:
    """Sweep: work out the ladders of all clubs in which something has happened; return how many."""
    clubs = ladder.outdated()
    for club_id in clubs:
        ladder.recompute(club_id)
    return len(clubs)


@shared_task(name="league.tasks.draw")  # type: ignore[untyped-decorator]  # Celery has no types
def draw(competition_id: int) -> bool:
    """Make a draw that takes long; return whether it was stored."""
    return draws.make(competition_id, now=timezone.now)


@shared_task(name="league.tasks.draw_waiting")  # type: ignore[untyped-decorator]  # Celery has no types
def draw_waiting() -> int:
    """Sweep: have every long draw made that waits and that nobody is at; return how many."""
    waiting = draws.due(timezone.now())
    for competition_id in waiting:
        draws.send(competition_id)
    return len(waiting)


def _collected(table_id: int) -> bool:
    try:
        return results.collect(table_id, at=timezone.now())
    except results.ConflictError:
        return False  # somebody was faster, which is as good
    except Exception:
        # One broken competition must not stop the others.
        logger.exception("The sweep could not collect the result of table %s", table_id)
        return False
