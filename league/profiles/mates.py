"""Who else took part in the matches of a player."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.models import Player, Seat
from league.models import Placement
from league.profiles.matches import Played


@dataclass(frozen=True)
class Mate:
    """Who else took part; a bot has no page of its own."""

    name: str
    player: int | None
    address: str


def mates_of(player: Player, played: Sequence[Played]) -> dict[tuple[str, int], list[Mate]]:
    """Return who else took part in matches, in the order of their places."""
    found: dict[tuple[str, int], list[Mate]] = {}
    seats = Seat.objects.filter(table__in=[one.table for one in played if one.table])
    for seat in seats.select_related("player").order_by("table", "place", "index"):
        if not _is(seat.player, player):
            found.setdefault(("table", seat.table_id), []).append(_mate(seat.player, seat.name))
    matches = [one.match for one in played if not one.table]
    places = Placement.objects.filter(match__in=matches).select_related("entrant__player")
    for one in places.order_by("match", "place", "seat"):
        who = one.entrant.player
        if not _is(who, player):
            found.setdefault(("match", one.match_id), []).append(_mate(who, who.name))
    return found


def _is(one: Player | None, player: Player) -> bool:
    return one is not None and player.pk in (one.pk, one.merged_into_id)


def _mate(player: Player | None, name: str) -> Mate:
    return Mate(name, player.pk if player else None, player.get_absolute_url() if player else "")
