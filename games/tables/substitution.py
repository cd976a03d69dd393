"""Let a player leave a running match for good, or hand the seat over to another player."""

import datetime as dt

from django.utils.translation import gettext as _

from games.models import Player, Table
from games.rules.base.refusal import Refusal
from games.rules.decisions.timeouts import default_command
from games.rules.match.commands import Deal, Retire
from games.rules.match.state import AWARD, CENTRE, EXCHANGE, FORFEIT, READY, State
from games.tables.aggregate import LockedTable, locked
from games.tables.events import SeatHandedOver, SeatPlayedByBot

_AWAITED = (EXCHANGE, CENTRE, READY, FORFEIT, AWARD)
_CLOCK = "clock"


def retire(table_id: int, *, player: int, by: str, at: dt.datetime) -> bool:
    """Let the seat of a player (by id) leave a running match for good; return whether it did.

    Its cards are out of play, its total stays, and it is placed behind all seats that are still in; the match
    ends when nobody is left to play against. A pending exchange, forfeit or similar phase ends first, as if
    its time were over. Doing it again changes nothing. Table.DoesNotExist.
    """
    with locked(table_id) as held:
        seat = _seat_in_play(held, player)
        if seat is None:
            return False
        state = _dealt(held, at)
        while state.phase in _AWAITED:
            command = default_command(state)
            assert command is not None  # these phases have a time
            held.do(command, by=_CLOCK, at=at)
        if held.table.status != Table.Status.RUNNING or state.eliminated[seat]:
            return False
        held.do(Retire(seat), by=by, at=at)
        return True


def hand_over(table_id: int, *, player: int, to: Player, by: str, at: dt.datetime) -> bool:
    """Give the seat of a player (by id), its cards and its total to another player; return whether it did.

    A bot moves for a player without a log-in. Doing it again changes nothing. Refusals: `already_seated`;
    Table.DoesNotExist.
    """
    with locked(table_id) as held:
        seat = _seat_in_play(held, player)
        if seat is None:
            return False
        if any(other_seat.player_id == to.pk for other_seat in held.seats):
            raise Refusal(
                "already_seated", _("{name} is already sitting at this table.").format(name=to.name)
            )
        needs_bot = to.user_id is None and not held.table.is_physical
        moves = [SeatPlayedByBot(seat)] if needs_bot else []
        held.note(SeatHandedOver(seat, to.pk), *moves, by=by, at=at)
        return True


def _seat_in_play(held: LockedTable, player: int) -> int | None:
    """Return the seat of a player in a running match, unless it has left for good."""
    if held.table.status != Table.Status.RUNNING:
        return None
    match = held.sheet or held.state
    retired = match.retired if match else []
    indexes = (seat.index for seat in held.seats if seat.player_id == player and seat.index not in retired)
    return next(indexes, None)


def _dealt(held: LockedTable, at: dt.datetime) -> State:
    """Return the state of a match; deal now if the first deal is still awaited."""
    if held.state is None:
        held.deal_first(Deal(), by=_CLOCK, at=at)
    assert held.state is not None
    return held.state
