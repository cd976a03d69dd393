"""A stage of a competition: its tie-breaks, bonus and penalty lines, and the lot at the cut-off."""

from collections.abc import Sequence
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django_filters import rest_framework as filters
from drf_spectacular.utils import OpenApiExample, extend_schema, extend_schema_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.models import Player
from games.naming.player_names import as_read
from league import competitions
from league.api.base.list_views import ListView
from league.api.base.permissions import IsCompetitionOrganizer, ReadOnly
from league.api.base.rows import Rows
from league.api.base.serializers import Seen
from league.api.base.views import ResourceView, found_or_404
from league.api.competitions.command_view import CommandView
from league.api.competitions.documents import competition_document
from league.api.competitions.fields import entrant_number, stage_number
from league.api.serializers.competitions import CompetitionSeen, LineRow
from league.competitions import results
from league.models import Competition
from league.rules.competition import commands
from league.rules.competition.stage import Adjustment, Stage
from league.rules.competition.state import State
from league.rules.decisions.results_and_corrections import LONGEST_REASON
from league.rules.stages.next_groups import ties
from league.rules.stages.stage_standings import chain_of
from league.rules.tiebreaks import TIE_BREAKS

_MOST_LINES = 100_000


class TieBreakSeen(serializers.Serializer):
    """A tie-break and what it counts."""

    code = serializers.CharField()
    name = serializers.CharField()
    explanation = serializers.CharField()


class LineSeen(serializers.Serializer):
    """A bonus or penalty; a removed one is still listed."""

    number = serializers.IntegerField()
    entrant = serializers.IntegerField()
    points = serializers.IntegerField()
    reason = serializers.CharField(allow_blank=True)
    is_withdrawn = serializers.BooleanField()


class StageSeen(serializers.Serializer):
    """A stage: its tie-breaks, its bonuses and penalties, and the ties that need a lot."""

    version = serializers.IntegerField(help_text="Of the competition")
    stage = serializers.IntegerField(help_text="The number of the stage, counted from 1")
    title = serializers.CharField()
    format = serializers.CharField()
    groups = serializers.ListField(child=serializers.ListField(child=serializers.IntegerField()))
    tiebreaks = TieBreakSeen(many=True, help_text="In order of precedence; empty in a knock-out")
    other_tiebreaks = TieBreakSeen(many=True, help_text="Others that you can choose")
    is_chosen = serializers.BooleanField(help_text="Whether organizers chose this order")
    lines = LineSeen(many=True)
    level = serializers.ListField(
        child=serializers.ListField(child=serializers.IntegerField()),
        help_text="Sets of entrants whose tie only a lot can decide",
    )


class StageBody(Seen):
    """Which stage."""

    stage = stage_number()


@extend_schema_serializer(
    examples=[
        OpenApiExample(
            "Example",
            {"after": 8, "stage": 1, "entrant": 1, "points": -2, "reason": "Came late"},
            request_only=True,
        )
    ]
)
class Line(StageBody):
    """A bonus, or a penalty if negative, with its reason; everyone can read it."""

    entrant = entrant_number(help_text="Their `number` in the competition")
    points = serializers.IntegerField(
        min_value=-1000, max_value=1000, help_text="Positive for a bonus, negative for a penalty"
    )
    reason = serializers.CharField(
        max_length=LONGEST_REASON, help_text="Shown beside the points, to everyone"
    )


@extend_schema_serializer(
    examples=[OpenApiExample("Example", {"after": 9, "stage": 1, "number": 1}, request_only=True)]
)
class LineNumber(StageBody):
    """A bonus or penalty of the stage."""

    number = entrant_number(help_text="Its number in the stage, counted from 1 in the order of entry")


@extend_schema_serializer(
    component_name="Chain",
    examples=[
        OpenApiExample("Example", {"after": 10, "stage": 1, "codes": ["wins", "lot"]}, request_only=True)
    ],
)
class TieBreakChain(StageBody):
    """The codes of the tie-breaks in order of precedence; empty for the usual ones."""

    codes = serializers.ListField(
        child=serializers.ChoiceField(choices=list(TIE_BREAKS)),
        max_length=len(TIE_BREAKS),
        allow_empty=True,
        help_text="In order of precedence; empty: the usual ones of the format",
    )


class LineFilter(filters.FilterSet):
    """Which lines are wanted."""

    stage = filters.NumberFilter(min_value=1, max_value=32_767)
    entrant = filters.NumberFilter(min_value=1, max_value=32_767)
    player = filters.NumberFilter(min_value=1, max_value=2**53)
    is_withdrawn = filters.BooleanFilter()


class StageView(ResourceView):
    """A stage: its tie-breaks in order, bonuses and penalties, and ties."""

    queryset = Competition.objects.all()

    @extend_schema(responses=StageSeen)
    def get(self, _request: Request, pk: int, stage: int) -> Response:
        """Return its present state."""
        competition = self.get_object()
        state = competitions.look(pk)
        if not 1 <= stage <= len(state.stages):
            raise Competition.DoesNotExist
        return Response({"version": competition.version, **_stage(state, state.stages[stage - 1])})


class StageLotView(ResourceView):
    """Draw the lot of a tied match, or of a stage if you name no match."""

    queryset = Competition.objects.select_related("club")
    permission_classes: Any = (IsCompetitionOrganizer,)
    serializer_class = Seen

    @extend_schema(responses=CompetitionSeen)
    def post(self, _request: Request, pk: int, stage: int) -> Response:
        """Return the competition after the change."""
        competition = self.get_object()
        if not 1 <= stage <= len(competitions.look(competition.pk).stages):
            raise Competition.DoesNotExist
        facts: dict[str, Any] = {"after": self.validated()["after"], "by": self.acts_as, "at": timezone.now()}
        self.once(lambda: results.draw_lot(pk, stage=stage, **facts))
        return Response(competition_document(pk))


class LineListView(ListView):
    """The bonuses and penalties of a competition."""

    permission_classes: Any = (ReadOnly | IsCompetitionOrganizer,)
    serializer_class = LineRow
    filterset_class = LineFilter
    ordering = "id"
    ordering_fields = ("id", "points")

    def get_queryset(self) -> Rows:
        """Return the lines of all stages, also those that were taken back."""
        competition = found_or_404(Competition.objects, pk=self.kwargs["pk"])
        state = competitions.look(competition.pk)
        lines = [(stage.number, line) for stage in state.stages for line in stage.adjustments.values()]
        player_of = {entrant.number: entrant.player for entrant in state.entrants.values()}
        players = Player.objects.in_bulk({player_of[line.entrant] for _stage, line in lines})
        return Rows(_line(stage, line, players[player_of[line.entrant]]) for stage, line in lines)

    @extend_schema(
        summary="Add a bonus or a penalty to the standings of a stage.",
        request=Line,
        responses=CompetitionSeen,
    )
    def post(self, _request: Request, pk: int) -> Response:
        """Return the competition after the change."""
        competition = self.get_permitted(Competition.objects.select_related("club"), pk=pk)
        body = self.validated(Line)
        command = commands.Adjust(body["stage"], body["entrant"], body["points"], body["reason"])
        facts: dict[str, Any] = {"after": body["after"], "by": self.acts_as, "at": timezone.now()}
        about = _lines_of(command.stage)
        self.once(lambda: competitions.act(competition.pk, command, about=about, **facts))
        return Response(competition_document(pk))


class WithdrawLineView(CommandView):
    """Remove a bonus or a penalty."""

    serializer_class = LineNumber
    command_class = commands.WithdrawAdjustment

    def carry_out(self, competition: Competition, body: dict[str, Any]) -> None:
        """Carry it out unless the lines of the stage have changed."""
        facts: dict[str, Any] = {"after": body.pop("after"), "by": self.acts_as, "at": timezone.now()}
        about = _lines_of(body["stage"])
        competitions.act(competition.pk, commands.WithdrawAdjustment(**body), about=about, **facts)


class TieBreaksView(CommandView):
    """Choose the order of the tie-breaks of a stage."""

    serializer_class = TieBreakChain
    command_class = commands.ChooseTieBreaks


def _stage(state: State, stage: Stage) -> dict[str, Any]:
    codes = [] if stage.settings.is_knock_out else list(chain_of(stage))
    player_of = {line.entrant: state.entrants[line.entrant].player for line in stage.adjustments.values()}
    players = Player.objects.in_bulk(player_of.values()) if player_of else {}
    others = [] if stage.settings.is_knock_out else [code for code in TIE_BREAKS if code not in codes]
    return {
        "stage": stage.number,
        "title": stage.settings.title,
        "format": stage.settings.format,
        "groups": [list(group) for group in stage.groups],
        "tiebreaks": _tiebreaks(codes),
        "other_tiebreaks": _tiebreaks(others),
        "is_chosen": bool(stage.tiebreaks),
        "lines": [
            {
                "number": line.number,
                "entrant": line.entrant,
                "points": line.points,
                "reason": as_read(line.reason, players[player_of[line.entrant]]),
                "is_withdrawn": line.is_withdrawn,
            }
            for line in stage.adjustments.values()
        ],
        "level": ties(state, stage) if stage.groups else [],
    }


def _tiebreaks(codes: Sequence[str]) -> list[dict[str, Any]]:
    chain = [TIE_BREAKS[code] for code in codes]
    return [
        {"code": tie_break.code, "name": _(tie_break.name), "explanation": _(tie_break.explanation)}
        for tie_break in chain
    ]


def _lines_of(stage: int) -> tuple[int, str]:
    """Return what a command about bonuses and penalties is about: a result elsewhere does not disturb it."""
    return stage, ""


def _line(stage: int, line: Adjustment, player: Player) -> dict[str, Any]:
    return {
        "pk": stage * _MOST_LINES + line.number,
        "stage": stage,
        "number": line.number,
        "entrant": line.entrant,
        "player": player.pk,
        "name": player.name,
        "points": line.points,
        "reason": as_read(line.reason, player),
        "is_withdrawn": line.is_withdrawn,
    }
