"""Close the tables that nobody plays at any more, and delete the accounts of guests who are gone."""

import datetime as dt
import logging
from collections.abc import Callable
from typing import Final, TypeVar

from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.contrib.auth.models import User
from django.db.models import DateTimeField, Exists, OuterRef, Q, QuerySet, Subquery

from games import quotas, tables
from games.models import Seat, Table, TableEvent
from games.rules.base.refusal import Refusal
from league.accounts import guests

Row = TypeVar("Row", Table, User)

logger = logging.getLogger(__name__)

_BEGUN: Final = Q(status=Table.Status.RUNNING, round_number__gt=0)
_LAST_EVENT: Final = TableEvent.objects.filter(stream=OuterRef("pk"), version=OuterRef("version"))
_AT_ONCE: Final = 500
"""The most accounts of each kind that an hourly run closes or deletes."""
_BY_NO_PERSON: Final = ("bot", "clock", "system")
"""The senders of events that no person caused."""
_OPENED_BY_GUEST: Final = Q(host__user__password__startswith=UNUSABLE_PASSWORD_PREFIX)


def put_away(*, at: dt.datetime) -> int:
    """Close deserted tables and delete the accounts of lost guests; return how many of both."""
    closed = _each(deserted_tables(at), lambda table: _give_up(table, at))
    for matches in (deserted_matches(at), deserted_online_matches(at)):
        closed += _each(matches, lambda table: _break_off(table, at))
    return closed + _each(guests.lost_guests(at), lambda user: guests.delete(user, at=at))


def deserted_tables(at: dt.datetime) -> QuerySet[Table]:
    """Return the tables outside competitions that wait too long for their first deal."""
    return _silent(_undealt(), quotas.of("table_days"), at)


def deserted_matches(at: dt.datetime) -> QuerySet[Table]:
    """Return the running matches with real cards outside competitions whose score nobody keeps any more."""
    return _silent(_BEGUN & Q(is_physical=True), quotas.of("match_days"), at)


def deserted_online_matches(at: dt.datetime) -> QuerySet[Table]:
    """Return the running online matches outside competitions that all people have left.

    No person has done anything for the days of the quota and for the time of two turns. Each person who has
    not left the seat to a bot has let a whole turn go by, and nobody is on vacation.
    """
    days = quotas.of("match_days")
    begun = _BEGUN & Q(is_physical=False, paused_at=None, started_at__lt=at - dt.timedelta(days=min(days)))
    acts = TableEvent.objects.exclude(by__in=_BY_NO_PERSON).filter(stream=OuterRef("pk"))
    silent = _silent(begun, days, at, acts.order_by("-version"))
    expected = Seat.objects.filter(
        Q(missed=0) | Q(player__vacation_until__gt=at),
        table=OuterRef("pk"),
        is_bot=False,
        eliminated_round=0,
    )
    silent = silent.exclude(Exists(expected))
    slow = silent.filter(turn_seconds__gt=dt.timedelta(days=min(days) / 2).total_seconds())
    # SQLite cannot multiply durations.
    early = [table.pk for table in slow if _last(table) >= at - dt.timedelta(seconds=2 * table.turn_seconds)]
    return silent.exclude(pk__in=early)


def _last(table: Table) -> dt.datetime:
    """Return the time of the last event, with which `_silent` annotates a table."""
    last: dt.datetime = table.last  # type: ignore[attr-defined]
    return last


def _silent(
    tables_asked: Q, days: quotas.Quota, at: dt.datetime, events: QuerySet[TableEvent] = _LAST_EVENT
) -> QuerySet[Table]:
    """Return the tables outside competitions that fit `tables_asked` and are silent for so many days.

    The first of `events` says since when; without them it is the last event of the table.
    """
    last = Subquery(events.values("at")[:1], output_field=DateTimeField())
    rows = Table.objects.filter(tables_asked, match=None).annotate(last=last)
    late = Q(last__lt=at - dt.timedelta(days=days.account))
    late |= _OPENED_BY_GUEST & Q(last__lt=at - dt.timedelta(days=days.guest))
    return rows.filter(late)


def _give_up(table: Table, at: dt.datetime) -> None:
    tables.give_up(table.pk, version=table.version, by="clock", at=at)


def _break_off(table: Table, at: dt.datetime) -> None:
    tables.break_off(table.pk, version=table.version, by="clock", at=at)


def _undealt() -> Q:
    """Return the condition of a table that waits for its first deal."""
    begun = Q(is_physical=True, status=Table.Status.RUNNING, round_number=0)
    return begun | Q(status=Table.Status.OPEN)


def _each(rows: QuerySet[Row], act: Callable[[Row], None]) -> int:
    """Act on rows, the oldest first; return for how many it succeeded."""
    done = last = 0
    while done < _AT_ONCE and (batch := list(rows.filter(pk__gt=last).order_by("pk")[: _AT_ONCE - done])):
        last = batch[-1].pk
        done += sum(_done(row, act) for row in batch)
    return done


def _done(row: Row, act: Callable[[Row], None]) -> bool:
    try:
        act(row)
    except Refusal:
        return False  # it has changed in between
    except Exception:
        # A broken row must not stop the others.
        logger.exception("Could not put away %s %s", row._meta.model_name, row.pk)  # noqa: SLF001 - public in Django
        return False
    return True
