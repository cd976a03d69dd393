"""The offer to play a finished match again."""

from dataclasses import dataclass

from games import rematches
from games.localization.lists import listed
from games.models import Table


@dataclass(frozen=True)
class Offer:
    """A rematch that a player may open or join; `waiting` is its table, if somebody has opened it."""

    waiting: Table | None = None
    names: str = ""
    is_mine: bool = False
    has_begun: bool = False


def offer_of(table: Table, player: int | None) -> Offer | None:
    """Return the offer to a player of a friendly match that is over; None for everybody else.

    Three queries at most.
    """
    if player is None or table.status != Table.Status.FINISHED or table.host_id is None or table.is_physical:
        return None
    if not table.seats.filter(player=player).exists():
        return None
    waiting = rematches.waiting(table)
    if waiting is None:
        return Offer()
    seats = [seat for seat in waiting.seats.select_related("player") if seat.player_id is not None]
    return Offer(
        waiting,
        listed([seat.name for seat in seats]),
        is_mine=any(seat.player_id == player for seat in seats),
        has_begun=waiting.status != Table.Status.OPEN,
    )
