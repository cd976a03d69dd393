"""No time runs while the sweep does not look: a stop of the server or a jump of its clock costs nobody any.

Deadlines are moments of the wall clock. When the sweep has not looked for a while, because the server stood
still or because its clock was put forward, everybody who is awaited gets that while back. When the clock was
put back, what then ends too late ends sooner. Both are events of the tables, so that deadlines follow from
the log as ever, and both happen in one transaction with the note that the sweep has looked: never twice.
"""

import datetime as dt
import logging
from collections.abc import Callable, Iterable
from functools import partial
from typing import Final

from django.conf import settings
from django.db import transaction
from django.db.models import F

from games import clock
from games.locked import LockedTable, locked
from games.models import LastSweep, Table
from games.table_events import DeadlineMoved

logger = logging.getLogger(__name__)

UNNOTICED: Final = dt.timedelta(seconds=max(30.0, 5 * settings.SWEEP_SECONDS))
"""So long the sweep may be away (a worker is restarted, the broker is down) before time is given back."""
SKEW: Final = dt.timedelta(seconds=5)
"""So far the clocks of several machines may differ."""


@transaction.atomic
def keep_time(at: dt.datetime) -> int:
    """Note that the sweep looks at the clock; return how many tables had their deadline moved for it."""
    last, is_new = LastSweep.objects.select_for_update().get_or_create(pk=1, defaults={"looked_at": at})
    gap = at - last.looked_at
    if is_new or -SKEW <= gap <= dt.timedelta(0):
        return 0
    LastSweep.objects.filter(pk=1).update(looked_at=at)
    if gap > UNNOTICED:
        return _move(_awaiting_people(), partial(_time_lost, since=last.looked_at), at)
    return _move(_running(), _time_too_much, at) if gap < -SKEW else 0


def _move(
    table_ids: Iterable[int], by: Callable[[LockedTable, dt.datetime], dt.timedelta], at: dt.datetime
) -> int:
    moved = 0
    for table_id in table_ids:
        try:
            with locked(table_id) as held:
                moved += _moved(held, by(held, at), at)
        except Exception:
            # One broken table must not take the time of all others.
            logger.exception("The deadline of table %s could not be moved", table_id)
    if moved:
        logger.warning("The sweep was away or the clock jumped: the deadlines of %s tables were moved", moved)
    return moved


def _moved(held: LockedTable, by: dt.timedelta, at: dt.datetime) -> bool:
    if not by:
        return False
    held.note(DeadlineMoved(by // dt.timedelta(milliseconds=1)), by="clock", at=at)
    return True


def _time_lost(held: LockedTable, at: dt.datetime, *, since: dt.datetime) -> dt.timedelta:
    """Return what whoever is awaited could not use: from `since`, or from the beginning of the turn."""
    table = held.table
    if clock.awaited(table, held.seats) is None or table.turn_ends_at is None or table.paused_at is not None:
        return dt.timedelta(0)
    began = table.turn_ends_at - clock.time_allowed(table, table.state_name)
    lost = at - max(since, began)
    return lost if lost > UNNOTICED else dt.timedelta(0)


def _time_too_much(held: LockedTable, at: dt.datetime) -> dt.timedelta:
    """Return, as less than nothing, by how much something ends later than if it began now."""
    table = held.table
    if table.turn_ends_at is None or table.paused_at is not None:
        return dt.timedelta(0)
    too_much = table.turn_ends_at - at - clock.longest(table, held.seats)
    return -too_much if too_much > SKEW else dt.timedelta(0)


def _awaiting_people() -> list[int]:
    people = _RUNNING.filter(seats__index=F("turn_seat"), seats__is_bot=False)
    return list(people.values_list("pk", flat=True))


def _running() -> list[int]:
    return list(_RUNNING.values_list("pk", flat=True))


_RUNNING: Final = Table.objects.filter(
    status=Table.Status.RUNNING, paused_at=None, turn_ends_at__isnull=False
).order_by("pk")
