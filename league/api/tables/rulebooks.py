"""Rulebooks and match records for programs: read, explained, checked."""

from typing import Any

from django.http import Http404
from django_filters import rest_framework as filters
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.models import CustomRulebook
from games.rulebooks import catalogue, documents, owners
from games.rulebooks.example_page import Board, PlayedExample
from games.rulebooks.page import cards_of, option_page
from games.rules.cards.cards import TOKENS
from games.rules.options.combinations import checked, fitting_seats
from games.rules.options.options import NAMES, differences, explain
from league.api.base.contract import answers
from league.api.base.endpoint import Endpoint
from league.api.base.lists import ListEndpoint
from league.api.base.pagination import MOST
from league.api.base.rows import Rows
from league.api.base.versions import version_of
from league.api.serializers import rules as shapes


class RulebookFilter(filters.FilterSet):  # type: ignore[misc] # it has no types
    """Which presets are wanted: by what they extend, for so many seats, by a part of the title."""

    title = filters.CharFilter(lookup_expr="icontains", max_length=60)
    extends = filters.CharFilter(max_length=40)
    seats = filters.NumberFilter(min_value=1, max_value=99)


class Rulebooks(ListEndpoint):
    """Every preset with all its options."""

    row_class = shapes.RulebookSeen
    page_size = MOST
    filterset_class = RulebookFilter
    ordering = "id"
    ordering_fields = ("id", "name", "title")

    def rows(self) -> Rows:
        """Return the presets in the order of the shelf."""
        return Rows({**one, "pk": place} for place, one in enumerate(documents.summaries()))


class OptionFilter(filters.FilterSet):  # type: ignore[misc] # it has no types
    """Which options are wanted: by name, by a part of the title."""

    name = filters.CharFilter(max_length=60)
    title = filters.CharFilter(lookup_expr="icontains", max_length=60)


class Options(ListEndpoint):
    """Every switch of the rules with the meaning of each of its values."""

    row_class = shapes.OptionRow
    page_size = MOST
    filterset_class = OptionFilter
    ordering = "id"
    ordering_fields = ("id", "name", "title")

    def rows(self) -> Rows:
        """Return the options in the order in which they are explained."""
        return Rows({**one, "pk": place} for place, one in enumerate(documents.catalogue()))


class OneOption(Endpoint):
    """Everything about a switch of the rules, with examples that the rules play."""

    @answers(shapes.OptionSeen)
    def get(self, _request: Request, name: str) -> Response:
        """Answer with it; 404 if there is no such option."""
        if name not in NAMES:
            raise Http404
        page = option_page(explain(name))
        in_use = [
            {"words": words, "rulebooks": [key for key, _title in presets]} for words, presets in page.presets
        ]
        told = {"examples": [_example(one) for one in page.examples], "presets": in_use}
        return Response({**documents.option(page.about), **told, "refusals": page.refusals})


class OneRulebook(Endpoint):
    """A preset, or a custom rulebook by its key, explained option by option."""

    @answers(shapes.RulebookExplained)
    def get(self, _request: Request, key: str) -> Response:
        """Answer with it; 404 if there is no such rulebook."""
        found = owners.find(self.asker, key)
        if found is None:
            raise Http404
        return Response(explained(found))


def explained(found: catalogue.Rulebook) -> dict[str, Any]:
    """Return a rulebook option by option, with a version if it is one that can be changed."""
    version = version_of_rulebook(found.custom) if found.custom else None
    deck = [{"what": one.what, "number": one.number, "points": one.points} for one in cards_of(found.options)]
    keeper = found.custom.keeper if found.custom else None
    told = {"cards": deck, "keeper": str(keeper) if keeper else None, "version": version}
    return {**documents.explained(found), **told}


def _example(one: PlayedExample) -> dict[str, Any]:
    return {
        "title": one.title,
        "rulebook": one.rulebook,
        "changes": one.changes,
        "before": _position(one.before),
        "story": [{"text": line.text, "is_refused": line.refused} for line in one.story],
        "after": _position(one.after),
        "end": one.end,
    }


def _position(drawing: Board | None) -> dict[str, Any] | None:
    if drawing is None:
        return None
    hands = [{"seat": one.name, "cards": [TOKENS[card] for card in one.cards]} for one in drawing.hands]
    return {"hands": hands, "top": TOKENS[drawing.top], "colour": drawing.colour}


def version_of_rulebook(custom: CustomRulebook) -> int:
    """Return the version of a custom rulebook."""
    return version_of(custom.pk, custom.name, custom.preset, custom.options)


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
        told = {"options": documents.plain(options), "differences": differences(options)}
        return Response(told | {"seats": seats})
