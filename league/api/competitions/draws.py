"""Draws and standings of anything, worked out and forgotten: what `manage.py draw` and `standings` do."""

from typing import Any, Final

from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.rules.base.refusal import Refusal
from league.api.base.contract import answers
from league.api.base.endpoint import Endpoint
from league.api.base.throttling import CostlyThrottle, is_known
from league.api.serializers.rules import DrawSeen, RankedRows
from league.rules.brackets.series import LENGTHS, STARTS
from league.rules.documents import computations
from league.rules.documents.draw import made
from league.rules.documents.options import FORMATS, RESEED
from league.rules.swiss.usual_opponents import BOTTOM, MIDDLE, TOP
from league.rules.tiebreaks.results import FIDE2026, TREATMENTS
from league.workers import long_work

_SEED: Final[dict[str, Any]] = {"min_value": -(2**63), "max_value": 2**63}


def _number(most: int) -> serializers.IntegerField:
    return serializers.IntegerField(
        min_value=0, max_value=most, required=False, allow_null=True, default=None
    )


class DrawAsked(serializers.Serializer):  # type: ignore[misc] # the framework has no types
    """The options of `manage.py draw`; `entrants` is a number or a list of names or of objects."""

    format = serializers.ChoiceField(choices=list(FORMATS))
    entrants = serializers.JSONField(required=False, allow_null=True, default=None)
    by = serializers.ChoiceField(choices=["rating"], required=False, allow_null=True, default=None)
    table_size, advance, byes, rounds = _number(99), _number(99), _number(9999), _number(9999)
    legs, separate_clubs = _number(99), _number(9999)
    third_place = serializers.BooleanField(default=False)
    consolation = serializers.BooleanField(default=False)
    reseed = serializers.ChoiceField(choices=list(RESEED), required=False, allow_null=True, default=None)
    best_of_matches = serializers.ChoiceField(choices=list(LENGTHS), default=1)
    best_of_from = serializers.ChoiceField(
        choices=list(STARTS[1:]), required=False, allow_null=True, default=None
    )
    fold = serializers.BooleanField(default=False)
    pull_up = serializers.ChoiceField(
        choices=[TOP, MIDDLE, BOTTOM], required=False, allow_null=True, default=None
    )
    seed = serializers.IntegerField(**_SEED, default=0)
    results = serializers.DictField(required=False, allow_null=True, default=None)


class StandingsAsked(serializers.Serializer):  # type: ignore[misc] # the framework has no types
    """The options of `manage.py standings`."""

    results = serializers.DictField()
    tiebreaks = serializers.ListField(
        child=serializers.CharField(max_length=40), default=["points"], max_length=30
    )
    unplayed = serializers.ChoiceField(choices=list(TREATMENTS), default=FIDE2026)
    is_predetermined = serializers.BooleanField(required=False, allow_null=True, default=None)
    win = serializers.FloatField(
        min_value=0.0001, max_value=1e9, required=False, allow_null=True, default=None
    )
    draw = serializers.FloatField(
        min_value=0.0001, max_value=1e9, required=False, allow_null=True, default=None
    )
    seed = serializers.IntegerField(**_SEED, default=0)


class WorkedOut(Endpoint):
    """Something worked out from what is sent; nothing is stored. What takes long is for accounts."""

    is_open = True
    throttle_classes = (*Endpoint.throttle_classes, CostlyThrottle)

    def long(self, kind: str) -> Response:
        """Answer with what a process of its own finds. Refusals: `too_much_for_strangers`, of the work."""
        if not is_known(self.request.user):
            said = _("This takes long to work out, which is done for accounts only. Ask for less, or log in.")
            raise Refusal("too_much_for_strangers", said)
        return Response(long_work.run(kind, self.given, by=f"user:{self.request.user.pk}"))


class Draw(WorkedOut):
    """A draw; nothing is stored."""

    @answers(DrawSeen, sent=DrawAsked)
    def post(self, _request: Request) -> Response:
        """Answer with the document of the draw."""
        self.given = self.sent(DrawAsked)
        wanted = computations.wanted(self.given)
        return Response(made(wanted)) if computations.is_short_draw(wanted) else self.long("draw")


class StandingsOf(WorkedOut):
    """Standings of a history; nothing is stored."""

    @answers(RankedRows, sent=StandingsAsked)
    def post(self, _request: Request) -> Response:
        """Answer with the rows, best first."""
        self.given = self.sent(StandingsAsked)
        history = computations.history_of(self.given)
        if not computations.is_short_history(history):
            return self.long("standings")
        return Response(computations.ranked(history, self.given))
