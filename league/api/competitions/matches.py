"""The matches of a competition: list them, and change venue, table, lot and end of a single one."""

from typing import Any, Final

from django.db import transaction
from django.db.models import Prefetch, QuerySet
from django.utils import timezone
from django_filters import rest_framework as filters
from drf_spectacular.utils import OpenApiExample, extend_schema, extend_schema_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games import scoresheets
from games.access.referees import require_not_seated
from games.rules.scoresheet.decide import EndMatch
from league import competitions
from league.api.base.list_views import ListView
from league.api.base.permissions import IsCompetitionOrganizer, IsCompetitionReferee
from league.api.base.serializers import Seen
from league.api.base.views import ResourceView, found_or_404
from league.api.competitions.command_view import require_seen_version
from league.api.competitions.documents import competition_document, player_document
from league.api.serializers.competitions import CompetitionSeen, MatchRow
from league.api.serializers.desk import PlayerNamed
from league.competitions import results
from league.competitions.desk import undo
from league.competitions.read_models.match import MatchLine, MatchPage, find, title
from league.models import Competition, Match, Placement
from league.rules.competition import commands
from league.rules.settings.venues import VENUES

_NUMBER: Final[dict[str, Any]] = {"min_value": 1, "max_value": 32_767}


class MatchEntrant(PlayerNamed):
    """An entrant of the match; the place is left out until there is a result."""

    entrant = serializers.IntegerField()
    seed = serializers.IntegerField(allow_null=True)
    place = serializers.IntegerField(allow_null=True)
    total = serializers.IntegerField()
    is_absent = serializers.BooleanField()
    goes_on = serializers.BooleanField(help_text="In a knock-out")


class MatchNamed(serializers.Serializer):
    """A match by its name."""

    stage = serializers.IntegerField(help_text="The number of the stage, counted from 1")
    match = serializers.CharField()
    title = serializers.CharField()


class MatchAlone(MatchNamed):
    """A match: the entrants, the result, and why they were drawn together."""

    version = serializers.IntegerField(help_text="Of the competition")
    kind = serializers.CharField(allow_null=True, help_text="Of the result; null without one")
    said = serializers.CharField(allow_null=True, help_text="The kind in words")
    decided_by = serializers.CharField(allow_null=True)
    is_tied = serializers.BooleanField(help_text="Whether a tie must be decided")
    table = serializers.IntegerField(allow_null=True)
    may_report = serializers.BooleanField(help_text="Whether a result can be reported or corrected now")
    other_venue = serializers.CharField(
        allow_null=True, help_text="The other kind of table, if the match can move there"
    )
    why = serializers.ListField(child=serializers.CharField())
    entrants = MatchEntrant(many=True)
    still_open = MatchNamed(many=True, help_text="The other matches that can be reported now")


class MatchFilter(filters.FilterSet):
    """Which matches are wanted."""

    stage = filters.NumberFilter(**_NUMBER)
    round = filters.NumberFilter(field_name="round_number", **_NUMBER)
    player = filters.NumberFilter(field_name="placements__entrant__player", min_value=1, max_value=2**53)
    entrant = filters.NumberFilter(field_name="placements__entrant__number", **_NUMBER)
    table = filters.NumberFilter(min_value=1, max_value=2**53)
    venue = filters.ChoiceFilter(choices=[(venue, venue) for venue in VENUES])
    is_finished = filters.BooleanFilter(field_name="kind", method="ended")

    class Meta:
        model = Match
        fields = ("stage", "round", "player", "entrant", "table", "venue", "is_bye", "is_finished")

    def ended(self, rows: QuerySet[Match], _field: str, wanted: bool) -> QuerySet[Match]:
        """Return those with a result, or those without one."""
        return rows.exclude(kind="") if wanted else rows.filter(kind="")


@extend_schema_serializer(
    component_name="Where",
    examples=[OpenApiExample("Example", {"after": 11, "venue": "physical"}, request_only=True)],
)
class Venue(Seen):
    """The kind of table: `online`, or `physical` with real cards."""

    venue = serializers.ChoiceField(
        choices=["online", "physical"], help_text="At a table of this site, or with real cards"
    )


class MatchListView(ListView):
    """The published matches and byes of a competition."""

    serializer_class = MatchRow
    filterset_class = MatchFilter
    ordering = "id"
    ordering_fields = ("id", "finished_at")

    def get_queryset(self) -> QuerySet[Match]:
        """Return all of them."""
        competition = found_or_404(Competition.objects, pk=self.kwargs["pk"])
        placed = Prefetch("placements", Placement.objects.select_related("entrant__player"))
        return Match.objects.filter(competition=competition).prefetch_related(placed)


class MatchView(ResourceView):
    """A match: the entrants, the result, and why they were drawn together."""

    queryset = Competition.objects.select_related("club")

    @extend_schema(responses=MatchAlone)
    def get(self, _request: Request, pk: int, stage: int, key: str) -> Response:
        """Return its present state."""
        page = find(self.get_object(), stage, key)
        if page is None:
            raise Competition.DoesNotExist
        return Response(_match(page))


class MatchCommandView(ResourceView):
    """A command about a match; subclasses write `carry_out`."""

    queryset = Competition.objects.select_related("club")
    permission_classes: Any = (IsCompetitionOrganizer,)
    serializer_class = Seen

    @extend_schema(responses=CompetitionSeen)
    def post(self, _request: Request, pk: int, stage: int, key: str) -> Response:
        """Return the competition after the change."""
        match = found_or_404(Match.objects, competition=self.get_object(), stage=stage, key=key)
        body = self.validated()
        self.once(lambda: self.carry_out(match, body))
        return Response(competition_document(pk))

    def carry_out(self, match: Match, body: dict[str, Any]) -> None:
        """Carry out the command."""
        raise NotImplementedError


class MatchLotView(MatchCommandView):
    """Draw the lot of a tied match, or of a stage if you name no match."""

    def carry_out(self, match: Match, body: dict[str, Any]) -> None:
        """Draw the lot."""
        facts: dict[str, Any] = {"after": body["after"], "by": self.acts_as, "at": timezone.now()}
        results.draw_lot(match.competition_id, stage=match.stage, match=match.key, **facts)


class TakeBackLotView(MatchCommandView):
    """Take the lot of a match back, so that its tie waits again, as long as nothing follows from it."""

    def carry_out(self, match: Match, body: dict[str, Any]) -> None:
        """Take it back. Refusals `no_lot`, `lot_followed`."""
        facts: dict[str, Any] = {"after": body["after"], "by": self.acts_as, "at": timezone.now()}
        undo.take_back_lot(match.competition_id, match.stage, match.key, **facts)


class MoveMatchView(MatchCommandView):
    """Move a match that has not begun to the other kind of table."""

    serializer_class = Venue

    def carry_out(self, match: Match, body: dict[str, Any]) -> None:
        """Move the match."""
        command = commands.MoveMatch(match.stage, match.key, body["venue"])
        facts: dict[str, Any] = {"after": body["after"], "by": self.acts_as, "at": timezone.now()}
        competitions.act(match.competition_id, command, **facts)


class EndMatchView(MatchCommandView):
    """End a match with real cards whose time is up; the totals after the last deal decide."""

    permission_classes: Any = (IsCompetitionReferee,)

    def carry_out(self, match: Match, body: dict[str, Any]) -> None:
        """End the match. Match.DoesNotExist for one without real cards."""
        if match.table is None or not match.table.is_physical:
            raise Match.DoesNotExist
        require_not_seated(self.django_request, match.table)
        with transaction.atomic():
            require_seen_version(match.competition_id, body["after"])
            scoresheets.act(match.table.pk, EndMatch(), by=self.acts_as, at=timezone.now())


def _match(page: MatchPage) -> dict[str, Any]:
    result = page.match.result
    return {
        **_named(page.stage.number, page.match.id, page.title),
        "version": page.competition.version,
        "kind": result.kind if result else None,
        "said": page.kind_label or None,
        "decided_by": page.decided_by or None,
        "is_tied": page.is_tied,
        "table": page.match.table,
        "may_report": page.may_report,
        "other_venue": page.other_venue or None,
        "why": page.why,
        "entrants": [_entrant(line) for line in page.lines],
        "still_open": [_named(stage, match.id, title(match)) for stage, match, _title in page.still_open],
    }


def _named(stage: int, match: str, title: str) -> dict[str, Any]:
    return {"stage": stage, "match": match, "title": title}


def _entrant(line: MatchLine) -> dict[str, Any]:
    return {
        **player_document(line.player),
        "entrant": line.entrant,
        "seed": line.seed or None,
        "place": line.place or None,
        "total": line.total,
        "is_absent": line.is_absent,
        "goes_on": line.goes_on,
    }
