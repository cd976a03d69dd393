"""Draws and standings of anything, worked out and forgotten: what `manage.py draw` and `standings` do."""

import json
from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.contract import answers
from league.api.endpoint import Endpoint
from league.api.shapes.rules import DrawSeen, RankedRows
from league.rules import entry_list, history_document
from league.rules.draw_document import document
from league.rules.draw_entrants import asked
from league.rules.draw_options import FORMATS, RESEED
from league.rules.ranking import rank
from league.rules.standings_document import document as standings_document
from league.rules.tiebreaks.results import FIDE2026, TREATMENTS
from league.rules.tiebreaks.rounds import exact

_SEED = {"min_value": -(2**63), "max_value": 2**63}


def _number(most: int) -> serializers.IntegerField:
    return serializers.IntegerField(
        min_value=0, max_value=most, required=False, allow_null=True, default=None
    )


class DrawAsked(serializers.Serializer):  # type: ignore[misc] # the framework has no types
    """The options of `manage.py draw`; `entrants` is a number or a list of names or of objects."""

    format = serializers.ChoiceField(choices=list(FORMATS))
    entrants = serializers.JSONField(required=False, allow_null=True, default=None)
    by = serializers.ChoiceField(choices=["rating"], required=False, allow_null=True, default=None)
    table_size, advance, rounds = _number(99), _number(99), _number(9999)
    legs, separate_clubs = _number(99), _number(9999)
    third_place = serializers.BooleanField(default=False)
    reseed = serializers.ChoiceField(choices=list(RESEED), required=False, allow_null=True, default=None)
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


class Draw(Endpoint):
    """A draw; nothing is stored."""

    is_open = True
    is_costly = True

    @answers(DrawSeen, sent=DrawAsked)
    def post(self, _request: Request) -> Response:
        """Answer with the document of the draw."""
        given = self.sent(DrawAsked)
        entrants, results = given.pop("entrants"), given.pop("results")
        is_number = isinstance(entrants, int) and not isinstance(entrants, bool)
        entries = None if is_number or entrants is None else entry_list.read(_bytes(entrants))
        history = None if results is None else history_document.read(_bytes(results))
        options: dict[str, Any] = {**given, "entrants": entrants if is_number else None}
        return Response(document(asked(entries, history, options)))


class StandingsOf(Endpoint):
    """Standings of a history; nothing is stored."""

    is_open = True
    is_costly = True

    @answers(RankedRows, sent=StandingsAsked)
    def post(self, _request: Request) -> Response:
        """Answer with the rows, best first."""
        given = self.sent(StandingsAsked)
        history, unplayed = history_document.read(_bytes(given["results"])), given["unplayed"]
        options: dict[str, Any] = {name: given[name] for name in ("unplayed", "is_predetermined", "seed")}
        options |= {name: given[name] and exact(given[name]) for name in ("win", "draw")}
        rows = rank(history, given["tiebreaks"], **options)
        return Response(standings_document(rows, unplayed=unplayed))


def _bytes(given: Any) -> bytes:
    return json.dumps(given).encode()
