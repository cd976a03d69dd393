"""Vacations: the turns of a player wait at tables where a turn lasts days.

A vacation has a last moment, and after it the player has the whole time of a turn. A sweep finds the turns
that end sooner: each is put off by an event of its table, so that deadlines still follow from the log.
"""

import datetime as dt
import logging
from math import ceil
from typing import Final

from django.conf import settings
from django.db import transaction
from django.db.models import F, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Player, Seat, Table, Vacation
from games.rules.base.refusal import Refusal
from games.rules.match.state import CENTRE, OVER
from games.tables import deadlines
from games.tables.aggregate import LockedTable, locked
from games.tables.events import TurnPutOff

logger = logging.getLogger(__name__)

LONGEST: Final = 14
"""The most days of one vacation."""
PERIOD: Final = dt.timedelta(days=365)
"""The time in which a player has `settings.VACATION_DAYS`."""
_DAY: Final = deadlines.DAY
_SKEW: Final = dt.timedelta(seconds=1)
"""So small a difference is not worth an event."""


@transaction.atomic
def begin(player: Player, *, days: int, at: dt.datetime) -> dt.datetime:
    """Begin a vacation of some days, and return its end. The turns of the player wait at once.

    Refusals: `bad_value`, `on_vacation`, `no_vacation_left`.
    """
    Player.objects.select_for_update(of=("self",)).get(pk=player.pk)
    if not 1 <= days <= LONGEST:
        text = _("A vacation lasts from 1 to {most} days.").format(most=LONGEST)
        raise Refusal("bad_value", text)
    if current(player, at=at) is not None:
        raise Refusal("on_vacation", _("You are on vacation already. End it first."))
    left = days_left(player, at=at)
    if days > left:
        text = ngettext(
            "You have {left} day of vacation left.", "You have {left} days of vacation left.", left
        )
        raise Refusal("no_vacation_left", text.format(left=left))
    until = at + days * _DAY
    Vacation.objects.create(player=player, starts_at=at, ends_at=until)
    _set_end(player, until)
    transaction.on_commit(lambda: put_off(at=at, player=player), robust=True)
    return until


@transaction.atomic
def end(player: Player, *, at: dt.datetime) -> None:
    """End the vacation of a player, who has the whole time of a turn from now on. Twice changes nothing."""
    Player.objects.select_for_update(of=("self",)).get(pk=player.pk)
    vacation = current(player, at=at)
    if vacation is None:
        return
    vacation.ends_at = at
    vacation.save(update_fields=["ends_at"])
    _set_end(player, at)
    transaction.on_commit(lambda: _bring_forward(player, at), robust=True)


def current(player: Player, *, at: dt.datetime) -> Vacation | None:
    """Return the vacation of a player now; None for none. One query."""
    return Vacation.objects.filter(player=player, starts_at__lte=at, ends_at__gt=at).first()


def days_left(player: Player, *, at: dt.datetime) -> int:
    """Return how many days of vacation a player may still take; each begun day counts. One query."""
    taken = Vacation.objects.filter(player=player, ends_at__gt=at - PERIOD)
    used = sum(ceil((vacation.ends_at - vacation.starts_at) / _DAY) for vacation in taken)
    return max(0, settings.VACATION_DAYS - used)


def put_off(*, at: dt.datetime, player: Player | None = None) -> int:
    """Sweep: put off the turns of players on vacation, or of one; return at how many tables. One query."""
    seats = _awaited().filter(player__vacation_until__gt=at, table__turn_ends_at__gt=at)
    if player is not None:
        seats = seats.filter(player=player)
    short = [seat for seat in seats if _shift(seat.table, seat, at) > _SKEW]
    return sum(_is_moved(seat.table_id, at) for seat in short)


def left(held: LockedTable, at: dt.datetime) -> dt.timedelta:
    """Return how long the player on the clock is still on vacation; nothing for others."""
    seat = deadlines.awaited(held.table, held.seats)
    if seat is None or held.table.turn_seconds < _DAY.total_seconds():
        return dt.timedelta(0)
    until = Player.objects.filter(seats=seat.pk).values_list("vacation_until", flat=True).first()
    return max(dt.timedelta(0), until - at) if until else dt.timedelta(0)


def _awaited() -> QuerySet[Seat]:
    seats = Seat.objects.filter(is_bot=False, index=F("table__turn_seat"))
    running = seats.filter(
        table__status=Table.Status.RUNNING,
        table__is_physical=False,
        table__paused_at=None,
        table__turn_seconds__gte=_DAY.total_seconds(),
    )
    waiting = running.exclude(table__state_name__in=(CENTRE, OVER))
    return waiting.select_related("table", "player").order_by("table")


def _shift(table: Table, seat: Seat, at: dt.datetime) -> dt.timedelta:
    """Return by how much a turn has to end later; negative for sooner."""
    assert table.turn_ends_at is not None
    assert seat.player is not None
    back = max(at, seat.player.vacation_until or at)
    return back + deadlines.time_allowed(table, table.state_name) - table.turn_ends_at


def _is_moved(table_id: int, at: dt.datetime) -> bool:
    try:
        with locked(table_id) as held:
            return _move(held, at)
    except Exception:
        # One broken table must not stop all others.
        logger.exception("The turn at table %s could not be put off", table_id)
        return False


def _move(held: LockedTable, at: dt.datetime) -> bool:
    """Put off the turn of a locked table, or bring it forward, if it still waits for its player."""
    seat = deadlines.awaited(held.table, held.seats)
    if seat is None or held.table.turn_ends_at is None or held.table.paused_at is not None:
        return False
    shift, is_away = _shift(held.table, seat, at), left(held, at) > dt.timedelta(0)
    if (shift <= _SKEW) if is_away else (shift >= -_SKEW):
        return False
    held.note(TurnPutOff(seat.index, shift // dt.timedelta(milliseconds=1)), by="clock", at=at)
    return True


def _bring_forward(player: Player, at: dt.datetime) -> None:
    """Let no turn of a player who is back early end later than the whole time of a turn from now."""
    for seat in _awaited().filter(player=player):
        with locked(seat.table_id) as held:
            _move(held, at)


def _set_end(player: Player, until: dt.datetime) -> None:
    player.vacation_until = until
    Player.objects.filter(pk=player.pk).update(vacation_until=until)
