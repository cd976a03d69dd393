"""“You are at table 4, seat B”: where somebody sits, or keeps the score, just now."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils import timezone

from games.access.players import name_of
from games.models import Player
from games.naming.player_names import neutral
from league.competitions.event_night import room
from league.competitions.event_night.calls import open_calls
from league.competitions.event_night.clock import TimerShown, timer_of
from league.competitions.event_night.room import Chair, RoomTable
from league.models import Competition, RefereeCall


@dataclass(frozen=True, slots=True)
class Place:
    """A table, and where the one who looks sits at it: nowhere for whoever keeps its score."""

    player: Player
    at: RoomTable
    chair: Chair | None
    timer: TimerShown | None
    call: RefereeCall | None

    @property
    def taker(self) -> str:
        """Which referee is on the way, if any."""
        return name_of(self.call.taken_by) if self.call and self.call.taken_by else ""

    @property
    def on_the_wall(self) -> str:
        """What a player is called on the screen and on lists whose name is hidden there; empty for others."""
        return neutral(self.player.merged_into_id or self.player.pk) if self.player.is_hidden else ""

    @property
    def competition(self) -> Competition:
        """What is played."""
        return self.at.match.competition

    @property
    def others(self) -> str:
        """Who else sits there."""
        return ", ".join(one.name for one in self.at.chairs if one is not self.chair)


def stamp(competition: Competition, places: Iterable[Place]) -> str:
    """Return what changes whenever somebody would read something else."""
    seen = [f"-{one.at.table.version if one.at.table else 0}{one.call or ''}{one.taker}" for one in places]
    return f"{competition.version}{''.join(seen)}"


def asks_again(places: Iterable[Place]) -> int:
    """Return after how many seconds a page asks for what no line tells: calls, scorekeepers, deals."""
    return 10 if any(one.call for one in places) else 30


def places_of(player: Player, competition: Competition | None = None) -> list[Place]:
    """Return where a player sits or keeps the score, in one competition or in all. Four queries at most."""
    now = timezone.now()
    found: list[Place] = []
    tables = room.tables_for(player, competition)
    calls = open_calls([one.match.table_id for one in tables])
    for table in tables:
        chair = room.chair_of(table, player)
        timer = timer_of(table.match.competition, now, extra=table.match.extra_seconds)
        found.append(Place(player, table, chair, timer, calls.get(table.match.table_id or 0)))
    return found
