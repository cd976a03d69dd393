"""A player as somebody may see them: clubs, tables, competitions, ratings, without what is kept back."""

from dataclasses import dataclass
from typing import Final

from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone

from games.models import Player, Seat, Table
from league.models import Club, Competition, Entrant, Rating
from league.permissions.rules import standings_in, unseen
from league.profiles.rating_graph import RatingGraph
from league.roster.visible_players import clubs_of, require_seen

_NEWEST: Final = 8
_COMPETITIONS: Final = 10


@dataclass(frozen=True)
class Sight:
    """A player as somebody may see them: clubs that are shown, and competitions that are `kept_back`.

    The visitor organizes the club `organized` of theirs, if any.
    """

    player: Player
    clubs: list[Club]
    organized: Club | None
    kept_back: QuerySet[Competition]

    @property
    def now(self) -> QuerySet[Seat]:
        """Where the player sits at tables that are not over."""
        mine = Seat.objects.filter(Q(player=self.player) | Q(player__merged_into=self.player))
        playing = mine.filter(table__status__in=[Table.Status.OPEN, Table.Status.RUNNING])
        seen = playing.exclude(table__match__competition__in=self.kept_back)
        return seen.select_related("table").order_by("-table_id")[:_NEWEST]

    @property
    def entries(self) -> QuerySet[Entrant]:
        """The newest competitions of the player."""
        mine = Entrant.objects.filter(Q(player=self.player) | Q(player__merged_into=self.player))
        seen = mine.exclude(competition__in=self.kept_back)
        return seen.select_related("competition").order_by("-competition_id")[:_COMPETITIONS]

    @property
    def graphs(self) -> list[RatingGraph]:
        """The ratings of the player, those with the most matches first."""
        rows = Rating.objects.filter(player=self.player, ladder__club__in=self.clubs).exclude(path=[])
        found = rows.select_related("ladder__club").order_by("-games", "pk")
        return [RatingGraph(row, timezone.now().date()) for row in found]


def sight_of(request: HttpRequest, player: Player) -> Sight:
    """Return what may be seen of a player; refused, `not_allowed`, where that is nothing."""
    standings = standings_in(request, clubs_of(player))
    seen = [club for club, mine in standings.items() if club.is_mine and mine.may("club.see")]  # type: ignore[attr-defined]  # annotated
    if not seen:
        require_seen(request, player)
    organized = [club for club, mine in standings.items() if mine.may("club.organize")]
    return Sight(player, seen, next(iter(organized), None), unseen(request))
