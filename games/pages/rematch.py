"""The offer to play a finished match again."""

from collections.abc import Sequence
from dataclasses import dataclass

from games import rematches
from games.access.players import seat_of
from games.localization.lists import listed
from games.models import Seat, Table


@dataclass(frozen=True)
class Offer:
    """A rematch that a player may open or join; `waiting` is its table, if somebody has opened it.

    `has_people` and `has_bots` say whom else the match had at its seats.
    """

    waiting: Table | None = None
    names: str = ""
    is_mine: bool = False
    has_begun: bool = False
    has_people: bool = False
    has_bots: bool = False


def offer_of(table: Table, seats: Sequence[Seat], player: int | None) -> Offer | None:
    """Return the offer to a player of a friendly match that is over; None for everybody else.

    `seats` are those of the match. One query at most.
    """
    if table.status != Table.Status.FINISHED or table.host_id is None or table.is_physical:
        return None
    if seat_of(seats, player) is None:
        return None
    waiting = rematches.seats_waiting(table)
    if not waiting:
        others = [seat for seat in seats if seat.player_id != player]
        has_people = any(seat.player_id is not None for seat in others)
        return Offer(has_people=has_people, has_bots=any(seat.player_id is None for seat in others))
    taken = [seat for seat in waiting if seat.player_id is not None]
    again = waiting[0].table
    return Offer(
        again,
        listed([seat.name for seat in taken]),
        is_mine=seat_of(waiting, player) is not None,
        has_begun=again.status != Table.Status.OPEN,
    )
