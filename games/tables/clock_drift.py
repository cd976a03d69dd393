"""Deadlines after a stop of the server or a jump of its clock: no player loses time by it.

Deadlines are moments of the wall clock. When the sweep has not run for a while, because the server stood
still or because its clock was put forward, every awaited player gets that time back. When the clock was
put back, deadlines that would come too late are moved forward. Both are events of the tables, so that
deadlines still follow from the log. The progress is stored in the same transaction, so that no table is
corrected twice.
"""

import datetime as dt
import logging
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from django.conf import settings
from django.db import transaction

from games.models import LastSweep, Table
from games.tables import deadlines, vacations
from games.tables.aggregate import LockedTable, locked
from games.tables.events import DeadlineMoved

logger = logging.getLogger(__name__)

UNNOTICED: Final = dt.timedelta(seconds=max(30.0, 5 * settings.SWEEP_SECONDS))
"""A gap between two sweeps (a restarted worker, a broker that is down) after which time is given back."""
SKEW: Final = dt.timedelta(seconds=5)
"""How far the clocks of several machines may differ."""
_TOGETHER: Final = 20  # tables in one transaction

_Shift = Callable[[LockedTable], dt.timedelta]


def keep_time(at: dt.datetime) -> int:
    """Store the time of this sweep; return how many tables had their deadline moved.

    Tables are corrected in batches, so that no move waits for all of them. A second sweep at the same time
    continues where the first has stopped.
    """
    _note_sweep(at)
    moved = 0
    while (corrected := _correct_batch(at)) is not None:
        moved += corrected
    if moved:
        logger.warning("The sweep was away or the clock jumped: the deadlines of %s tables were moved", moved)
    return moved


@transaction.atomic
def _note_sweep(at: dt.datetime) -> None:
    last, is_new = LastSweep.objects.select_for_update().get_or_create(pk=1, defaults={"looked_at": at})
    gap = at - last.looked_at
    if is_new or -SKEW <= gap <= dt.timedelta(0):
        return
    facts: dict[str, Any] = {"looked_at": at}
    if gap > UNNOTICED or gap < -SKEW:
        facts |= {"away_from": last.looked_at, "away_until": at, "done_to": 0}
    LastSweep.objects.filter(pk=1).update(**facts)


@transaction.atomic
def _correct_batch(at: dt.datetime) -> int | None:
    """Move the deadlines of the next tables; return how many were moved, None when all tables are done."""
    last = LastSweep.objects.select_for_update().get(pk=1)
    if last.away_from is None or last.away_until is None:
        return None
    batch = list(_RUNNING.filter(pk__gt=last.done_to)[:_TOGETHER])
    if len(batch) < _TOGETHER:
        LastSweep.objects.filter(pk=1).update(away_from=None, away_until=None)
    else:
        LastSweep.objects.filter(pk=1).update(done_to=batch[-1].pk)
    if last.away_from < last.away_until:
        shift: _Shift = partial(_time_lost, since=last.away_from, until=last.away_until)
    else:
        shift = partial(_time_gained, at=at)
    return sum(_is_corrected(table.pk, shift, at) for table in batch)


def _is_corrected(table_id: int, shift: _Shift, at: dt.datetime) -> bool:
    try:
        with locked(table_id) as held:
            return _move_deadline(held, shift(held), at)
    except Exception:
        # One broken table must not stop the correction of all others.
        logger.exception("The deadline of table %s could not be moved", table_id)
        return False


def _move_deadline(held: LockedTable, shift: dt.timedelta, at: dt.datetime) -> bool:
    if not shift:
        return False
    held.note(DeadlineMoved(shift // dt.timedelta(milliseconds=1)), by="clock", at=at)
    return True


def _time_lost(held: LockedTable, *, since: dt.datetime, until: dt.datetime) -> dt.timedelta:
    """Return the time the awaited player could not use: from `since`, or from the beginning of the turn."""
    table = held.table
    is_awaited = table.is_physical or deadlines.awaited(table, held.seats) is not None
    if not is_awaited or table.turn_ends_at is None or table.paused_at is not None:
        return dt.timedelta(0)
    began = table.turn_ends_at - deadlines.time_allowed(table, table.state_name)
    lost = until - max(since, began)
    return lost if lost > UNNOTICED else dt.timedelta(0)


def _time_gained(held: LockedTable, *, at: dt.datetime) -> dt.timedelta:
    """Return, as a negative number, by how much the deadline is later than the longest possible turn."""
    table = held.table
    if table.turn_ends_at is None or table.paused_at is not None:
        return dt.timedelta(0)
    gained = table.turn_ends_at - at - deadlines.longest(table, held.seats) - vacations.left(held, at)
    return -gained if gained > SKEW else dt.timedelta(0)


_RUNNING: Final = Table.objects.filter(
    status=Table.Status.RUNNING, paused_at=None, turn_ends_at__isnull=False
).order_by("pk")
