"""The other participants in the matches of a player."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.models import Player, Seat
from league.models import Placement
from league.profiles.matches import Played


@dataclass(frozen=True)
class Mate:
    """Another participant; a bot has no page."""

    name: str
    player: int | None
    address: str


def mates_of(player: Player, played: Sequence[Played]) -> dict[tuple[str, int], list[Mate]]:
    """Return the other participants of matches, in the order of their places."""
    mates: dict[tuple[str, int], list[Mate]] = {}
    seats = Seat.objects.filter(
        table__in=[match_played.table for match_played in played if match_played.table]
    )
    for seat in seats.select_related("player").order_by("table", "place", "index"):
        if not _is(seat.player, player):
            mates.setdefault(("table", seat.table_id), []).append(_mate(seat.player, seat.name))
    matches = [match_played.match for match_played in played if not match_played.table]
    places = Placement.objects.filter(match__in=matches).select_related("entrant__player")
    for placement in places.order_by("match", "place", "seat"):
        mate = placement.entrant.player
        if not _is(mate, player):
            mates.setdefault(("match", placement.match_id), []).append(_mate(mate, mate.name))
    return mates


def _is(other: Player | None, player: Player) -> bool:
    return other is not None and player.pk in (other.pk, other.merged_into_id)


def _mate(player: Player | None, name: str) -> Mate:
    return Mate(name, player.pk if player else None, player.get_absolute_url() if player else "")
