"""What there are many of in a competition, page by page: entrants, matches, lines of bonus and penalty."""

from collections.abc import Sequence
from typing import Any, Final

from django.db.models import Prefetch, QuerySet
from django_filters import rest_framework as filters

from games.models import Player
from league import competitions
from league.api.base.lists import ListEndpoint, found_or_404
from league.api.base.rows import Rows
from league.api.competitions.competitions import entrant_told
from league.api.serializers.competitions import EntrantSeen, LineRow, MatchRow
from league.models import Competition, Entrant, Match, Placement
from league.rules.competition.stage import Adjustment
from league.rules.settings.venues import VENUES

_NUMBER: Final[dict[str, Any]] = {"min_value": 1, "max_value": 32_767}
_MOST_LINES = 100_000


class EntrantFilter(filters.FilterSet):  # type: ignore[misc] # it has no types
    """Which entrants are wanted."""

    player = filters.NumberFilter(min_value=1, max_value=2**53)
    is_gone = filters.BooleanFilter(field_name="withdrawn")

    class Meta:
        model = Entrant
        fields = ("player", "team", "is_gone", "is_waiting", "is_here")


class Entrants(ListEndpoint):
    """The entrants of a competition."""

    row_class = EntrantSeen
    filterset_class = EntrantFilter
    ordering = "number"
    ordering_fields = ("number", "seed", "rank", "points")

    def rows(self) -> QuerySet[Entrant]:
        """Return all of them, also who is gone or waits for a place."""
        found = found_or_404(Competition.objects, pk=self.kwargs["pk"])
        return Entrant.objects.filter(competition=found).select_related("player")

    def describe(self, found: Sequence[Entrant]) -> list[dict[str, Any]]:
        """Return entrants as the competition tells of them."""
        return [entrant_told(one) for one in found]


class MatchFilter(filters.FilterSet):  # type: ignore[misc] # it has no types
    """Which matches are wanted."""

    stage = filters.NumberFilter(**_NUMBER)
    round = filters.NumberFilter(field_name="round_number", **_NUMBER)
    player = filters.NumberFilter(field_name="placements__entrant__player", min_value=1, max_value=2**53)
    entrant = filters.NumberFilter(field_name="placements__entrant__number", **_NUMBER)
    table = filters.NumberFilter(min_value=1, max_value=2**53)
    venue = filters.ChoiceFilter(choices=[(one, one) for one in VENUES])
    is_finished = filters.BooleanFilter(field_name="kind", method="ended")

    class Meta:
        model = Match
        fields = ("stage", "round", "player", "entrant", "table", "venue", "is_bye", "is_finished")

    def ended(self, rows: QuerySet[Match], _field: str, wanted: bool) -> QuerySet[Match]:
        """Return those with a result, or those without one."""
        return rows.exclude(kind="") if wanted else rows.filter(kind="")


class Matches(ListEndpoint):
    """The matches and byes of a competition that are published."""

    row_class = MatchRow
    filterset_class = MatchFilter
    ordering = "id"
    ordering_fields = ("id", "finished_at")

    def rows(self) -> QuerySet[Match]:
        """Return all of them."""
        found = found_or_404(Competition.objects, pk=self.kwargs["pk"])
        placed = Prefetch("placements", Placement.objects.select_related("entrant__player"))
        return Match.objects.filter(competition=found).prefetch_related(placed)


class LineFilter(filters.FilterSet):  # type: ignore[misc] # it has no types
    """Which lines are wanted."""

    stage = filters.NumberFilter(**_NUMBER)
    entrant = filters.NumberFilter(**_NUMBER)
    player = filters.NumberFilter(min_value=1, max_value=2**53)
    is_withdrawn = filters.BooleanFilter()


class PointsLines(ListEndpoint):
    """The bonus and penalty lines of a competition."""

    row_class = LineRow
    filterset_class = LineFilter
    ordering = "id"
    ordering_fields = ("id", "points")

    def rows(self) -> Rows:
        """Return the lines of all stages, also those that were taken back."""
        found = found_or_404(Competition.objects, pk=self.kwargs["pk"])
        state = competitions.look(found.pk)
        lines = [(stage.number, one) for stage in state.stages for one in stage.adjustments.values()]
        player_of = {one.number: one.player for one in state.entrants.values()}
        players = Player.objects.in_bulk({player_of[one.entrant] for _stage, one in lines})
        return Rows(_line(stage, one, players[player_of[one.entrant]]) for stage, one in lines)


def _line(stage: int, one: Adjustment, player: Player) -> dict[str, Any]:
    return {
        "pk": stage * _MOST_LINES + one.number,
        "stage": stage,
        "number": one.number,
        "entrant": one.entrant,
        "player": player.pk,
        "name": player.name,
        "points": one.points,
        "reason": one.reason,
        "is_withdrawn": one.is_withdrawn,
    }
