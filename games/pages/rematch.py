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
    """The names of those who wait there."""
    waiting_count: int = 0
    is_mine: bool = False
    has_begun: bool = False
    has_people: bool = False
    has_bots: bool = False
    elsewhere: str = ""
    """The names of those who have gone to another table since, and play or wait there."""
    elsewhere_count: int = 0


def offer_of(table: Table, seats: Sequence[Seat], player: int | None) -> Offer | None:
    """Return the offer to a player of a friendly match that is over; None for everybody else.

    `seats` are those of the match. One query.
    """
    if table.status != Table.Status.FINISHED or table.host_id is None or table.is_physical:
        return None
    if seat_of(seats, player) is None:
        return None
    others = {seat.player_id: seat.name for seat in seats if seat.player_id not in (None, player)}
    waiting, gone = rematches.seats_since(table, others)
    gone -= {seat.player_id for seat in waiting}
    elsewhere, count = listed([name for other, name in others.items() if other in gone]), len(gone)
    if not waiting:
        return Offer(
            has_people=bool(others),
            has_bots=any(seat.player_id is None for seat in seats),
            elsewhere=elsewhere,
            elsewhere_count=count,
        )
    taken = [seat for seat in waiting if seat.player_id is not None]
    again = waiting[0].table
    return Offer(
        again,
        listed([seat.name for seat in taken]),
        len(taken),
        is_mine=seat_of(waiting, player) is not None,
        has_begun=again.status != Table.Status.OPEN,
        elsewhere=elsewhere,
        elsewhere_count=count,
    )
