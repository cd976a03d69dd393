"""The standings of a competition, of each stage by groups, and the arithmetic of a row."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.models import Player
from league.api.base.list_views import TabularView
from league.api.base.views import ResourceView
from league.api.competitions.documents import AsOfQuery, asked_moment, player_document
from league.api.serializers.competitions import StandingsLine, StandingsSeen
from league.api.serializers.desk import PlayerNamed
from league.competitions import cached_standings
from league.competitions.read_models.context import CompetitionPage
from league.competitions.read_models.standings_row import RowPage
from league.competitions.stream import Moment, state_and_head
from league.models import Competition
from league.rules.competition.stage import Stage
from league.rules.competition.state import State
from league.rules.stages import standings_cache
from league.rules.stages.drawn_rounds import label
from league.rules.stages.stage_standings import chain_of
from league.rules.standings.row import StandingsRow
from league.rules.tiebreaks.tiebreak import plain, plain_worth


class ArithmeticSeen(serializers.Serializer):
    """A tie-break of a row: its value and, line by line, the calculation."""

    code = serializers.CharField()
    name = serializers.CharField()
    value = serializers.CharField()
    lines = serializers.ListField(child=serializers.CharField())


class RowMatch(serializers.Serializer):
    """A match that counts for a row; byes have no match."""

    round = serializers.CharField()
    match = serializers.CharField(allow_null=True)


class RowOpened(PlayerNamed):
    """A row of the standings with all calculations, and the matches that count."""

    rank = serializers.IntegerField()
    shared_by = serializers.IntegerField(help_text="The number of entrants with this rank")
    stage_title = serializers.CharField()
    group = serializers.CharField(allow_blank=True)
    why = serializers.CharField(help_text="The tie-break that puts it below the row above")
    arithmetic = ArithmeticSeen(many=True)
    matches = RowMatch(many=True)


class StandingsView(TabularView):
    """The standings of a competition: overall, and of each stage by groups."""

    queryset = Competition.objects.all()
    serializer_class = StandingsLine
    query_serializer_class = AsOfQuery

    @extend_schema(responses=StandingsSeen)
    def get(self, _request: Request, pk: int) -> Response:
        """Return all rows, best first, as the pages rank them; also as they were at an earlier time.

        In a spreadsheet, the overall rows have no stage.
        """
        competition = self.get_object()
        document = standings_document(competition, until=asked_moment(self, competition).until)
        document["overall"] = self.with_wanted_fields(document["overall"])
        for group in (group for stage in document["stages"] for group in stage["groups"]):
            group["rows"] = self.with_wanted_fields(group["rows"])
        return Response(document)

    def columns(self) -> list[str]:
        """Return where a row belongs, and its fields."""
        return ["stage", "group", *super().columns()]

    def sheet_rows(self, data: Any) -> list[dict[str, Any]]:
        """Return all rows with the stage and the group that they are of."""
        rows = list(data["overall"])
        for stage in data["stages"]:
            for group in stage["groups"]:
                where = {"stage": stage["stage"], "group": group["name"]}
                rows += [{**where, **row} for row in group["rows"]]
        return rows


class StandingsRowView(ResourceView):
    """A row of the standings of a stage: its rank and why, with all calculations."""

    queryset = Competition.objects.all()
    query_serializer_class = AsOfQuery

    @extend_schema(responses=RowOpened)
    def get(self, _request: Request, pk: int, stage: int, entrant: int) -> Response:
        """Return the row; also as it was at an earlier time."""
        page = CompetitionPage(pk, as_of=asked_moment(self, self.get_object()))
        row = page.row(stage, entrant)
        if row is None:
            raise Competition.DoesNotExist
        return Response(_opened(row))


def standings_document(competition: Competition, until: Moment | None = None) -> dict[str, Any]:
    """Return the standings of all of a competition, and of each stage by groups."""
    state, head = state_and_head(competition, until)
    cached_standings.remember(competition.pk, head, state)
    names = _names(state)
    stages = [_standings_of(head, state, stage, names) for stage in state.stages]
    overall = [_row(row, names, ()) for row in standings_cache.overall(head, state)]
    return {"version": competition.version, "overall": overall, "stages": stages}


def _names(state: State) -> dict[int, Player]:
    players = Player.objects.in_bulk([entrant.player for entrant in state.entrants.values()])
    return {number: players[entrant.player] for number, entrant in state.entrants.items()}


def _standings_of(head: bytes, state: State, stage: Stage, names: dict[int, Player]) -> dict[str, Any]:
    codes = chain_of(stage)
    tables = standings_cache.tables(head, state, stage)
    groups = [
        {"name": label(stage, index), "rows": _rows(rows, names, codes, before)}
        for index, (rows, before) in enumerate(zip(tables.rows, tables.before, strict=True))
    ]
    return {"stage": stage.number, "name": stage.settings.name, "tiebreaks": list(codes), "groups": groups}


def _rows(
    rows: Sequence[StandingsRow], names: dict[int, Player], codes: Any, before: Mapping[int, int]
) -> list[dict[str, Any]]:
    moves = [before[row.entrant] - row.rank if row.entrant in before else None for row in rows]
    return [{**_row(row, names, codes), "moved": moved} for row, moved in zip(rows, moves, strict=True)]


def _row(row: StandingsRow, names: dict[int, Player], codes: Any) -> dict[str, Any]:
    player = names[row.entrant]
    return {
        "rank": row.rank,
        "entrant": row.entrant,
        "player": player.pk,
        "name": player.name,
        "points": row.points,
        "played": row.played,
        "wins": row.wins,
        "deal_wins": row.deal_wins,
        "total": row.total,
        "is_out": row.is_out,
        "won_consolation": row.is_consoled,
        "chance": row.chance or None,
        "moved": None,
        "days": [
            {
                "day": day.matchday,
                "points": plain(day.points),
                "is_played": day.is_played,
                "is_counted": day.is_counted,
            }
            for day in row.days
        ],
        "decided_by": row.decided_by,
        "values": {code: plain_worth(row.worths[code]) for code in codes if code in row.worths},
        "best": row.best or None,
        "worst": row.worst or None,
    }


def _opened(page: RowPage) -> dict[str, Any]:
    return {
        **player_document(page.player),
        "rank": page.row.rank,
        "shared_by": page.shared_by,
        "stage_title": page.stage_name,
        "group": page.group,
        "why": page.why,
        "arithmetic": [
            {
                "code": step.tie_break.code,
                "name": _(step.tie_break.name),
                "value": step.value,
                "lines": step.lines,
            }
            for step in page.arithmetic
        ],
        "matches": [
            {"round": shown.full_name, "match": match.match.key if match else None}
            for shown, match in page.rounds
        ],
    }
