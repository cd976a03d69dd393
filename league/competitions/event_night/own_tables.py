"""“You are at table 4, seat B”: where a player sits, or keeps the score, now."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from django.utils import timezone

from games.access.players import name_of
from games.localization.lists import listed
from games.models import Player, Table
from games.naming.player_names import neutral
from league.competitions.event_night import tables_in_play
from league.competitions.event_night.calls import open_calls
from league.competitions.event_night.tables_in_play import Chair, TableInPlay
from league.competitions.event_night.timer import TimerShown, timer_of
from league.models import Competition, Match, RefereeCall

IN_THE_LOBBY: Final = 12
"""The most tables of a player in competitions that the lobby shows."""
MOST: Final = 60
"""The most that another page shows: in a round robin all matches of a player may be open at once."""


@dataclass(frozen=True, slots=True)
class OwnTable:
    """A table, and the viewer's seat at it: None for its scorekeeper."""

    player: Player
    at: TableInPlay
    chair: Chair | None
    timer: TimerShown | None
    call: RefereeCall | None

    @property
    def taker(self) -> str:
        """The referee on the way, if any."""
        return name_of(self.call.taken_by) if self.call and self.call.taken_by else ""

    @property
    def on_the_wall(self) -> str:
        """The neutral name on screens and lists of a player whose name is hidden there; empty for others."""
        return neutral(self.player.merged_into_id or self.player.pk) if self.player.is_hidden else ""

    @property
    def competition(self) -> Competition:
        """The competition."""
        return self.at.match.competition

    @property
    def others(self) -> str:
        """The other players at the table."""
        return listed([chair.name for chair in self.at.players if chair is not self.chair])


def stamp(competition: Competition, places: Iterable[OwnTable]) -> str:
    """Return a value that changes whenever the text would change."""
    seen = [
        f"-{place.at.table.version if place.at.table else 0}{place.call or ''}{place.taker}"
        for place in places
    ]
    return f"{competition.version}{''.join(seen)}"


def poll_seconds(places: Iterable[OwnTable]) -> int:
    """Return after how many seconds a page asks for changes without a stream: calls, scorekeepers, deals."""
    return 10 if any(place.call for place in places) else 30


def next_of(table: Table) -> list[TableInPlay] | None:
    """Return where the players of a finished table sit next in its competition, with their chairs only.

    None outside competitions, and where nothing follows any more. Five queries at most.
    """
    match = Match.objects.filter(table=table.pk).select_related("competition").first()
    if match is None or match.competition.status != Competition.Status.RUNNING:
        return None
    people = {seat.player_id for seat in table.seats.all() if seat.player_id}
    following = tables_in_play.tables_with(people, match.competition_id)
    for place in following:
        place.chairs = [chair for chair in place.players if chair.player in people]
    return following


def places_of(player: Player, competition: Competition | None = None, *, most: int = MOST) -> list[OwnTable]:
    """Return where a player sits or keeps the score, in a competition or in all, at most so many.

    Three queries at most.
    """
    now = timezone.now()
    places: list[OwnTable] = []
    tables = tables_in_play.tables_for(player, competition, most=most)
    calls = open_calls([table.match.table_id for table in tables])
    for table in tables:
        chair = tables_in_play.chair_of(table, player)
        timer = timer_of(table.match.competition, now, extra=table.match.extra_seconds)
        places.append(OwnTable(player, table, chair, timer, calls.get(table.match.table_id or 0)))
    return places
