"""A player as a visitor may see them: clubs, tables, competitions and ratings, without hidden ones."""

from dataclasses import dataclass
from typing import Final

from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone

from games.localization.collation import by_name
from games.models import Player, Seat, Table
from league.models import Club, Entrant, Rating
from league.permissions.policy import standings_in
from league.profiles.kept_back import KeptBack, kept_back_from
from league.profiles.rating_graph import RatingGraph
from league.roster.visible_players import clubs_of, require_seen

_NEWEST: Final = 8
_COMPETITIONS: Final = 10


@dataclass(frozen=True)
class Sight:
    """A player as a visitor may see them: visible clubs, and what is `kept_back`.

    The visitor organizes the player's club `organized`, if any.
    """

    player: Player
    clubs: list[Club]
    organized: Club | None
    kept_back: KeptBack

    @property
    def now(self) -> QuerySet[Seat]:
        """The player's seats at tables that are not over."""
        seats = Seat.objects.filter(Q(player=self.player) | Q(player__merged_into=self.player))
        playing = seats.filter(table__status__in=[Table.Status.OPEN, Table.Status.RUNNING])
        seen = playing.filter(self.kept_back.shows_table("table__"))
        return seen.select_related("table").order_by("-table_id")[:_NEWEST]

    @property
    def entries(self) -> QuerySet[Entrant]:
        """The newest competitions of the player."""
        entries = Entrant.objects.filter(Q(player=self.player) | Q(player__merged_into=self.player))
        seen = entries.exclude(competition__in=self.kept_back.competitions)
        return seen.select_related("competition").order_by("-competition_id")[:_COMPETITIONS]

    @property
    def graphs(self) -> list[RatingGraph]:
        """The ratings of the player, those with the most matches first."""
        rows = Rating.objects.filter(player=self.player, ladder__club__in=self.clubs).exclude(path=[])
        ratings = rows.select_related("ladder__club").order_by("-games", "pk")
        return [RatingGraph(row, timezone.now().date()) for row in ratings]


def sight_of(request: HttpRequest, player: Player) -> Sight:
    """Return the visible parts of a player; refused, `not_allowed`, where there are none."""
    standings = standings_in(request, clubs_of(player))
    seen = [club for club, own_standing in standings.items() if club.is_mine and own_standing.may("club.see")]  # type: ignore[attr-defined]  # annotated
    if not seen:
        require_seen(request, player)
    organized = [club for club, own_standing in standings.items() if own_standing.may("club.organize")]
    seen = by_name(seen, name=lambda club: club.name)
    return Sight(player, seen, next(iter(organized), None), kept_back_from(request))
