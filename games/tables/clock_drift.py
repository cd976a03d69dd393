"""No time runs while the sweep does not look: a stop of the server or a jump of its clock costs nobody any.

Deadlines are moments of the wall clock. When the sweep has not looked for a while, because the server stood
still or because its clock was put forward, everybody who is awaited gets that while back. When the clock was
put back, what then ends too late ends sooner. Both are events of the tables, so that deadlines follow from
the log as ever, and both happen in one transaction with the note how far this has come: never twice.
"""

import datetime as dt
import logging
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from django.conf import settings
from django.db import transaction

from games.events.table_events import DeadlineMoved
from games.models import LastSweep, Table
from games.tables import deadlines
from games.tables.aggregate import LockedTable, locked

logger = logging.getLogger(__name__)

UNNOTICED: Final = dt.timedelta(seconds=max(30.0, 5 * settings.SWEEP_SECONDS))
"""So long the sweep may be away (a worker is restarted, the broker is down) before time is given back."""
SKEW: Final = dt.timedelta(seconds=5)
"""So far the clocks of several machines may differ."""
_TOGETHER: Final = 20  # tables in one transaction

_Shift = Callable[[LockedTable], dt.timedelta]


def keep_time(at: dt.datetime) -> int:
    """Note that the sweep looks at the clock; return how many tables had their deadline moved for it.

    Tables are gone through some at a time, so that nobody's move waits for all of them. Whoever comes in
    between goes on where another sweep has stopped.
    """
    _look(at)
    moved = 0
    while (more := _put_right(at)) is not None:
        moved += more
    if moved:
        logger.warning("The sweep was away or the clock jumped: the deadlines of %s tables were moved", moved)
    return moved


@transaction.atomic
def _look(at: dt.datetime) -> None:
    last, is_new = LastSweep.objects.select_for_update().get_or_create(pk=1, defaults={"looked_at": at})
    gap = at - last.looked_at
    if is_new or -SKEW <= gap <= dt.timedelta(0):
        return
    facts: dict[str, Any] = {"looked_at": at}
    if gap > UNNOTICED or gap < -SKEW:
        facts |= {"away_from": last.looked_at, "away_until": at, "done_to": 0}
    LastSweep.objects.filter(pk=1).update(**facts)


@transaction.atomic
def _put_right(at: dt.datetime) -> int | None:
    """Move the deadlines of some tables; return how many had to be, None when all tables are done."""
    last = LastSweep.objects.select_for_update().get(pk=1)
    if last.away_from is None or last.away_until is None:
        return None
    found = list(_RUNNING.filter(pk__gt=last.done_to)[:_TOGETHER])
    if len(found) < _TOGETHER:
        LastSweep.objects.filter(pk=1).update(away_from=None, away_until=None)
    else:
        LastSweep.objects.filter(pk=1).update(done_to=found[-1].pk)
    if last.away_from < last.away_until:
        by: _Shift = partial(_time_lost, since=last.away_from, until=last.away_until)
    else:
        by = partial(_time_too_much, at=at)
    return sum(_is_moved(table.pk, by, at) for table in found)


def _is_moved(table_id: int, by: _Shift, at: dt.datetime) -> bool:
    try:
        with locked(table_id) as held:
            return _moved(held, by(held), at)
    except Exception:
        # One broken table must not take the time of all others.
        logger.exception("The deadline of table %s could not be moved", table_id)
        return False


def _moved(held: LockedTable, by: dt.timedelta, at: dt.datetime) -> bool:
    if not by:
        return False
    held.note(DeadlineMoved(by // dt.timedelta(milliseconds=1)), by="clock", at=at)
    return True


def _time_lost(held: LockedTable, *, since: dt.datetime, until: dt.datetime) -> dt.timedelta:
    """Return what whoever is awaited could not use: from `since`, or from the beginning of the turn."""
    table = held.table
    is_awaited = table.is_physical or deadlines.awaited(table, held.seats) is not None
    if not is_awaited or table.turn_ends_at is None or table.paused_at is not None:
        return dt.timedelta(0)
    began = table.turn_ends_at - deadlines.time_allowed(table, table.state_name)
    lost = until - max(since, began)
    return lost if lost > UNNOTICED else dt.timedelta(0)


def _time_too_much(held: LockedTable, *, at: dt.datetime) -> dt.timedelta:
    """Return, as less than nothing, by how much something ends later than if it began now."""
    table = held.table
    if table.turn_ends_at is None or table.paused_at is not None:
        return dt.timedelta(0)
    too_much = table.turn_ends_at - at - deadlines.longest(table, held.seats)
    return -too_much if too_much > SKEW else dt.timedelta(0)


_RUNNING: Final = Table.objects.filter(
    status=Table.Status.RUNNING, paused_at=None, turn_ends_at__isnull=False
).order_by("pk")
