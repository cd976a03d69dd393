"""Competitions for programs: list, look, standings and bracket."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from django_filters import rest_framework as filters
from rest_framework.request import Request
from rest_framework.response import Response

from games.models import Player
from league import competitions
from league.api.base.contract import answers
from league.api.base.endpoint import Endpoint
from league.api.base.lists import InColumns, ListEndpoint, found_or_404
from league.api.serializers.competitions import (
    BracketSeen,
    CompetitionRow,
    CompetitionSeen,
    StandingsLine,
    StandingsSeen,
)
from league.api.serializers.matches_and_history import MomentAsked
from league.competitions.bracket import FINISHED, BracketMatch, BracketRound, Contender
from league.competitions.read_models import as_of
from league.competitions.read_models.as_of import AsOf
from league.competitions.stream import Moment
from league.models import Competition, Entrant
from league.permissions.rules import invisible_competitions
from league.rules.competition.stage import Stage
from league.rules.competition.state import State
from league.rules.stages.drawn_rounds import label
from league.rules.stages.standings import chain_of, ranks_before, rows_of
from league.rules.standings.row import Row
from league.rules.tiebreaks.worth import plain


class CompetitionFilter(filters.FilterSet):  # type: ignore[misc] # it has no types
    """Which competitions are wanted."""

    club = filters.CharFilter(field_name="club__slug", max_length=50)
    player = filters.NumberFilter(field_name="entrants__player", min_value=1, max_value=2**53)
    status = filters.ChoiceFilter(choices=Competition.Status.choices)
    # `format` by itself asks for CSV everywhere.
    first_format = filters.ChoiceFilter(field_name="format", choices=Competition.Format.choices)

    class Meta:
        model = Competition
        fields = ("club", "player", "status", "is_archived", "is_casual")


class Competitions(ListEndpoint):
    """All competitions that the visitor may see."""

    row_class = CompetitionRow
    filterset_class = CompetitionFilter
    ordering_fields = ("id", "name", "created_at", "started_at", "finished_at")

    def rows(self) -> QuerySet[Competition]:
        """Return them, without those of clubs that keep to themselves."""
        return Competition.objects.select_related("club").exclude(pk__in=invisible_competitions(self.asker))


class OneCompetition(Endpoint):
    """A competition with its stages and entrants."""

    @answers(CompetitionSeen)
    def get(self, _request: Request, pk: int) -> Response:
        """Answer with it as it stands."""
        return Response(told(pk))


class Standings(InColumns):
    """The standings of a competition: of all of it, and of each stage by groups."""

    row_class = StandingsLine

    @answers(StandingsSeen, asked=MomentAsked)
    def get(self, _request: Request, pk: int) -> Response:
        """Answer with rows, best first, as the pages rank them; also as they were.

        They come whole. In a sheet those of all of it have no stage.
        """
        found = found_or_404(Competition.objects, pk=pk)
        said = standings_told(found, until=moment(self, found).until)
        said["overall"] = self.cut(said["overall"])
        for group in (one for stage in said["stages"] for one in stage["groups"]):
            group["rows"] = self.cut(group["rows"])
        return Response(said)

    def columns(self) -> list[str]:
        """Return where a row belongs, and its fields."""
        return ["stage", "group", *super().columns()]

    def lines(self, data: Any) -> list[dict[str, Any]]:
        """Return all rows with the stage and the group that they are of."""
        rows = list(data["overall"])
        for stage in data["stages"]:
            for group in stage["groups"]:
                where = {"stage": stage["stage"], "group": group["name"]}
                rows += [{**where, **row} for row in group["rows"]]
        return rows


class Bracket(Endpoint):
    """The rounds of a competition with their matches, as the page draws them."""

    @answers(BracketSeen, asked=MomentAsked)
    def get(self, _request: Request, pk: int) -> Response:
        """Answer with what is drawn, and what is still ahead; also as it was."""
        found = found_or_404(Competition.objects, pk=pk)
        return Response(bracket_told(found, until=moment(self, found).until))


def told(pk: int) -> dict[str, Any]:
    """Return a competition as it stands, with its stages and entrants."""
    found: Competition = found_or_404(Competition.objects.select_related("club"), pk=pk)
    entrants = [entrant_told(one) for one in found.entrants.select_related("player")]
    return {**CompetitionRow(found).data, "stages": found.stages, "entrants": entrants}


def entrant_told(one: Entrant) -> dict[str, Any]:
    """Return an entrant."""
    return {
        "number": one.number,
        "player": one.player_id,
        "name": one.player.name,
        "team": one.team,
        "seed": one.seed,
        "gone": one.gone or None,
        "is_waiting": one.is_waiting,
        "is_here": one.is_here,
        "rank": one.rank,
        "points": one.points,
    }


def standings_told(found: Competition, until: Moment | None = None) -> dict[str, Any]:
    """Return the standings of all of a competition, and of each stage by groups."""
    state = competitions.look(found.pk, until=until)
    names = _names(state)
    stages = [_standings_of(state, stage, names) for stage in state.stages]
    overall = [_row(row, names, ()) for row in competitions.standings(found.pk, until=until)]
    return {"version": found.version, "overall": overall, "stages": stages}


def bracket_told(found: Competition, until: Moment | None = None) -> dict[str, Any]:
    """Return the rounds of a competition that are drawn, and those still ahead."""
    bracket = competitions.bracket(found.pk, until=until)
    return {
        "version": bracket.competition.version,
        "rounds": [_round(one) for one in bracket.rounds],
        "ahead": [
            {"name": one.name, "entrants": one.entrants, "tables": one.tables, "byes": one.byes}
            for one in bracket.ahead
        ],
        "champions": [{"player": one.pk, "name": one.name} for one in bracket.champions],
    }


def moment(view: Endpoint, found: Competition) -> AsOf:
    """Return which moment is asked for. Refusals: those of `as_of.asked`."""
    return as_of.requested_moment(
        {name: str(said) for name, said in view.asked().items()}, found, timezone.now()
    )


def _names(state: State) -> dict[int, Player]:
    players = Player.objects.in_bulk([one.player for one in state.entrants.values()])
    return {number: players[one.player] for number, one in state.entrants.items()}


def _standings_of(state: State, stage: Stage, names: dict[int, Player]) -> dict[str, Any]:
    codes = chain_of(stage)
    groups = [
        {"name": label(stage, index), "rows": _rows(rows, names, codes, ranks_before(state, stage, index))}
        for index, rows in enumerate(rows_of(state, stage))
    ]
    return {"stage": stage.number, "name": stage.settings.name, "tiebreaks": list(codes), "groups": groups}


def _rows(
    rows: Sequence[Row], names: dict[int, Player], codes: Any, before: Mapping[int, int]
) -> list[dict[str, Any]]:
    moves = [before[one.entrant] - one.rank if one.entrant in before else None for one in rows]
    return [{**_row(row, names, codes), "moved": moved} for row, moved in zip(rows, moves, strict=True)]


def _row(row: Row, names: dict[int, Player], codes: Any) -> dict[str, Any]:
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
                "day": one.matchday,
                "points": plain(one.points),
                "is_played": one.is_played,
                "is_counted": one.is_counted,
            }
            for one in row.days
        ],
        "decided_by": row.decided_by,
        "values": {code: plain(row.worths[code].value) for code in codes if code in row.worths},
        "best": row.best or None,
        "worst": row.worst or None,
    }


def _round(one: BracketRound) -> dict[str, Any]:
    return {
        "stage": one.stage,
        "number": one.number,
        "key": one.key,
        "name": one.name,
        "group": one.group,
        "is_final": one.is_final,
        "is_play_off": one.is_play_off,
        "is_consolation": one.is_consolation,
        "survivors": one.survivors,
        "matches": [_match(match) for match in one.matches],
        "meetings": [_meeting(some) for some in one.meetings if some[0].best_of > 1],
        "byes": [_contender(bye) for bye in one.byes],
    }


def _meeting(some: Sequence[BracketMatch]) -> dict[str, Any]:
    first = some[0]
    wins = Counter(one.winner for one in some)
    return {
        "key": first.meeting,
        "name": first.meeting_name,
        "best_of": first.best_of,
        "matches": [one.key for one in some],
        "score": [{"entrant": one.entrant, "wins": wins[one.entrant]} for one in first.entrants],
        "winner": next((one.through for one in some if one.through), None),
        "is_over": all(one.status == FINISHED for one in some),
    }


def _match(one: BracketMatch) -> dict[str, Any]:
    return {
        "key": one.key,
        "number": one.number,
        "name": one.full_name,
        "meeting": one.meeting,
        "game": one.game,
        "best_of": one.best_of,
        "status": one.status,
        "table": one.table_id,
        "kind": one.kind or None,
        "decided_by": one.decided_by or None,
        "is_tied": one.is_tied,
        "goes_on_to": one.goes_on_to or None,
        "open_seats": one.open_seats,
        "byes": one.byes,
        "deal": one.deal,
        "is_playable": one.is_playable,
        "is_needed": one.is_needed,
        "entrants": [_contender(entrant) for entrant in one.entrants],
    }


def _contender(one: Contender) -> dict[str, Any]:
    return {
        "entrant": one.entrant,
        "player": one.player.pk,
        "name": one.name,
        "seed": one.seed,
        "total": one.total,
        "place": one.place,
        "points": one.points,
        "advances": one.advances,
        "plays_on": one.plays_on,
        "is_eliminated": one.is_eliminated,
        "why": one.why,
    }
