"""The bracket of a competition: its rounds with their matches."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from league import competitions
from league.api.base.views import ResourceView
from league.api.competitions.documents import AsOfQuery, asked_moment, player_document
from league.api.serializers.competitions import BracketSeen
from league.competitions.bracket import FINISHED, BracketMatch, BracketRound, Contender
from league.competitions.stream import Moment
from league.models import Competition


class BracketView(ResourceView):
    """The rounds of a competition with their matches, as the bracket page shows them."""

    queryset = Competition.objects.all()
    query_serializer_class = AsOfQuery

    @extend_schema(responses=BracketSeen)
    def get(self, _request: Request, pk: int) -> Response:
        """Return the drawn rounds and those still to be drawn; also as they were at an earlier time."""
        competition = self.get_object()
        return Response(bracket_document(competition, until=asked_moment(self, competition).until))


def bracket_document(competition: Competition, until: Moment | None = None) -> dict[str, Any]:
    """Return the rounds of a competition that are drawn, and those still ahead."""
    bracket = competitions.bracket(competition.pk, until=until)
    return {
        "version": bracket.competition.version,
        "rounds": [_round(drawn) for drawn in bracket.rounds],
        "ahead": [
            {"name": ahead.name, "entrants": ahead.entrants, "tables": ahead.tables, "byes": ahead.byes}
            for ahead in bracket.ahead
        ],
        "champions": [player_document(player) for player in bracket.champions],
    }


def _round(drawn: BracketRound) -> dict[str, Any]:
    return {
        "stage": drawn.stage,
        "number": drawn.number,
        "key": drawn.key,
        "name": drawn.name,
        "group": drawn.group,
        "is_final": drawn.is_final,
        "is_play_off": drawn.is_play_off,
        "is_consolation": drawn.is_consolation,
        "survivors": drawn.survivors,
        "matches": [_match(match) for match in drawn.matches],
        "meetings": [_meeting(games) for games in drawn.meetings if games[0].best_of > 1],
        "byes": [_contender(bye) for bye in drawn.byes],
    }


def _meeting(games: Sequence[BracketMatch]) -> dict[str, Any]:
    first = games[0]
    wins = Counter(game.winner for game in games)
    return {
        "key": first.meeting,
        "name": first.meeting_name,
        "best_of": first.best_of,
        "matches": [game.key for game in games],
        "score": [{"entrant": entrant.entrant, "wins": wins[entrant.entrant]} for entrant in first.entrants],
        "winner": next((game.through for game in games if game.through), None),
        "is_over": all(game.status == FINISHED for game in games),
    }


def _match(match: BracketMatch) -> dict[str, Any]:
    return {
        "key": match.key,
        "number": match.number,
        "name": match.full_name,
        "meeting": match.meeting,
        "game": match.game,
        "best_of": match.best_of,
        "status": match.status,
        "table": match.table_id,
        "kind": match.kind or None,
        "decided_by": match.decided_by or None,
        "is_tied": match.is_tied,
        "goes_on_to": match.goes_on_to or None,
        "open_seats": match.open_seats,
        "byes": match.byes,
        "deal": match.deal,
        "is_playable": match.is_playable,
        "is_needed": match.is_needed,
        "entrants": [_contender(entrant) for entrant in match.entrants],
    }


def _contender(contender: Contender) -> dict[str, Any]:
    return {
        "entrant": contender.entrant,
        "player": contender.player.pk,
        "name": contender.name,
        "seed": contender.seed,
        "total": contender.total,
        "place": contender.place,
        "points": contender.points,
        "advances": contender.advances,
        "plays_on": contender.plays_on,
        "is_eliminated": contender.is_eliminated,
        "why": contender.why,
    }
