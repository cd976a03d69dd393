"""Rulebooks and match records for programs: read, explained, checked."""

from typing import Any

from django.http import Http404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games import rulebook_reports, shelf
from games.rules.combinations import checked, fitting_seats
from games.rules.options import differences
from league.api.contract import answers
from league.api.endpoint import Endpoint
from league.api.shapes import rules as shapes


class Rulebooks(Endpoint):
    """Every preset with all its options."""

    @answers(shapes.Rulebooks)
    def get(self, _request: Request) -> Response:
        """Answer with a list; there are few, and they come all at once."""
        return Response({"results": rulebook_reports.summaries()})


class Options(Endpoint):
    """Every switch of the rules with the meaning of each of its values."""

    @answers(shapes.Options)
    def get(self, _request: Request) -> Response:
        """Answer with a list; they come all at once."""
        return Response({"results": rulebook_reports.catalogue()})


class OneRulebook(Endpoint):
    """A preset, or a custom rulebook by its key, explained option by option."""

    @answers(shapes.RulebookExplained)
    def get(self, _request: Request, key: str) -> Response:
        """Answer with it; 404 if there is no such rulebook."""
        found = shelf.find(key)
        if found is None:
            raise Http404
        return Response(rulebook_reports.explained(found))


class RulebookAsked(serializers.Serializer):  # type: ignore[misc] # the framework has no types
    """A preset with changes, for so many seats or for any number."""

    rulebook = serializers.CharField(max_length=40)
    options = serializers.DictField(default=dict)
    seats = serializers.IntegerField(min_value=0, max_value=99, required=False, allow_null=True, default=None)


class RulebookCheck(Endpoint):
    """Whether a preset with changes can be played. Nothing is kept."""

    is_open = True

    @answers(shapes.RulebookChecked, sent=RulebookAsked)
    def post(self, _request: Request) -> Response:
        """Answer with all options and the seats that fit; the refusal if it cannot be played."""
        given: dict[str, Any] = self.sent(RulebookAsked)
        options = checked(given["rulebook"], given["options"], given["seats"])
        seats = fitting_seats(given["rulebook"], options)
        told = {"options": rulebook_reports.plain(options), "differences": differences(options)}
        return Response(told | {"seats": seats})
