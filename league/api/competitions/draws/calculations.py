"""Draws and standings computed from the data of a request, as by `manage.py draw` and `standings`."""

from collections.abc import Sequence
from typing import Any, Final

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiExample, extend_schema, extend_schema_serializer
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from games.rules.base.refusal import Refusal
from league.api.base.throttling import CostlyThrottle, is_known
from league.api.base.views import ResourceView
from league.api.serializers.rules import DrawSeen, RankedRows
from league.rules.brackets.series import LENGTHS, STARTS
from league.rules.documents import computations
from league.rules.documents.draw import made
from league.rules.documents.draw_request import FORMATS, RESEED
from league.rules.swiss.usual_opponents import BOTTOM, MIDDLE, TOP
from league.rules.tiebreaks.results import FIDE2026, TREATMENTS
from league.workers import long_work

_SEED: Final[dict[str, Any]] = {"min_value": -(2**63), "max_value": 2**63}


def _number(most: int, help_text: str) -> serializers.IntegerField:
    return serializers.IntegerField(
        min_value=0, max_value=most, required=False, allow_null=True, default=None, help_text=help_text
    )


def _points(help_text: str) -> serializers.FloatField:
    return serializers.FloatField(
        min_value=0.0001, max_value=1e9, required=False, allow_null=True, default=None, help_text=help_text
    )


def _choice(values: Sequence[str], help_text: str) -> serializers.ChoiceField:
    return serializers.ChoiceField(
        choices=list(values), required=False, allow_null=True, default=None, help_text=help_text
    )


@extend_schema_serializer(
    examples=[OpenApiExample("Example", {"format": "double_elimination", "entrants": 4}, request_only=True)]
)
class DrawAsked(serializers.Serializer):
    """The options of `manage.py draw`; `entrants` is a number, or a list of names or objects."""

    format = serializers.ChoiceField(choices=list(FORMATS), help_text="The format")
    entrants = serializers.JSONField(
        required=False,
        allow_null=True,
        default=None,
        help_text="The number of entrants, or a list of names or of objects with `name`, `club`, `rating`",
    )
    by = _choice(["rating"], "Order them by rating; otherwise they are listed in order of their seeds")
    table_size = _number(
        99, "Entrants of a match, 2 to 10; the default is 4 for `elimination_500`, otherwise 2"
    )
    advance = _number(99, "How many of each table advance")
    byes = _number(9999, "The number of best seeds that skip the first round; more if the size requires it")
    rounds = _number(
        9999, "The number of rounds to draw before any result; with results, the total number of rounds"
    )
    legs = _number(99, "2 for a second leg in a round robin of two per match")
    separate_clubs = _number(9999, "The number of first rounds in which club-mates do not meet")
    third_place = serializers.BooleanField(default=False, help_text="A match for third place")
    consolation = serializers.BooleanField(
        default=False, help_text="The losers of first matches continue in a bracket of their own"
    )
    reseed = _choice(RESEED, "Reorder each round, by seed or by the total of the previous round")
    best_of_matches = serializers.ChoiceField(
        choices=list(LENGTHS),
        default=1,
        help_text="The length of a best-of series, for knock-out matches of two",
    )
    best_of_from = _choice(
        STARTS[1:], "The first round with a best-of series; earlier rounds are single games"
    )
    fold = serializers.BooleanField(
        default=False, help_text="In a Swiss of two, the best on equal points meets the last"
    )
    pull_up = _choice(
        [TOP, MIDDLE, BOTTOM], "In a Swiss of two, which player with fewer points meets the odd one out"
    )
    seed = serializers.IntegerField(
        **_SEED, default=0, help_text="The seed of the random numbers: the same number gives the same draw"
    )
    results = serializers.DictField(
        required=False,
        allow_null=True,
        default=None,
        help_text="The results so far, as `POST standings/` takes them",
    )


@extend_schema_serializer(
    examples=[
        OpenApiExample(
            "Example",
            {
                "results": {
                    "entrants": ["Ana", "Bo", "Cy"],
                    "rounds": [
                        {
                            "matches": [{"entrants": ["Ana", "Bo"], "points": [1, 0], "kind": "played"}],
                            "byes": [{"entrant": "Cy", "points": 1, "kind": "pairing_bye"}],
                        }
                    ],
                },
                "tiebreaks": ["points", "bh_cut1", "direct"],
            },
            request_only=True,
        )
    ]
)
class StandingsAsked(serializers.Serializer):
    """The options of `manage.py standings`."""

    results = serializers.DictField(
        help_text="`entrants` by name, and `rounds` with `matches` and `byes`, as in the example"
    )
    tiebreaks = serializers.ListField(
        child=serializers.CharField(max_length=40),
        default=["points"],
        max_length=30,
        help_text="Codes, in order of precedence",
    )
    unplayed = serializers.ChoiceField(
        choices=list(TREATMENTS),
        default=FIDE2026,
        help_text="The rules for counting unplayed games",
    )
    is_predetermined = serializers.BooleanField(
        required=False,
        allow_null=True,
        default=None,
        help_text="Whether pairings did not depend on results, as in a round robin",
    )
    win = _points("Points for a win, if the results do not show it")
    draw = _points("Points for a draw, if the results do not show it")
    seed = serializers.IntegerField(**_SEED, default=0, help_text="The seed of the random numbers")


class CalculationView(ResourceView):
    """Something worked out from what is sent; nothing is stored. What takes long is for accounts."""

    permission_classes = (AllowAny,)
    throttle_classes = (*ResourceView.throttle_classes, CostlyThrottle)

    def long(self, kind: str, body: dict[str, Any]) -> Response:
        """Return what a process of its own finds. Refusals: `too_much_for_strangers`, of the work."""
        if not is_known(self.request.user):
            sentence = _(
                "This takes long to calculate and is only available with an account. Request less, or log in."
            )
            raise Refusal("too_much_for_strangers", sentence)
        return Response(long_work.run(kind, body, by=f"user:{self.request.user.pk}"))


class DrawView(CalculationView):
    """Calculate a draw; nothing is stored."""

    serializer_class = DrawAsked

    @extend_schema(responses=DrawSeen)
    def post(self, _request: Request) -> Response:
        """Return the document of the draw."""
        body = self.validated()
        wanted = computations.wanted(body)
        return Response(made(wanted)) if computations.is_short_draw(wanted) else self.long("draw", body)


class RankingView(CalculationView):
    """Calculate standings from a history; nothing is stored."""

    serializer_class = StandingsAsked

    @extend_schema(responses=RankedRows)
    def post(self, _request: Request) -> Response:
        """Return the rows, best first."""
        body = self.validated()
        history = computations.history_of(body)
        if not computations.is_short_history(history):
            return self.long("standings", body)
        return Response(computations.ranked(history, body))
