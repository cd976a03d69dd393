"""Options of the rules, explained with examples."""

from typing import Any

from django.http import Http404
from django_filters import rest_framework as filters
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.rulebooks import documents
from games.rulebooks.explanations import option_page
from games.rulebooks.played_examples import Board, PlayedExample
from games.rules.cards.cards import TOKENS
from games.rules.options.options import NAMES, explain
from league.api.base.list_views import ListView
from league.api.base.pagination import MOST
from league.api.base.rows import Rows
from league.api.base.views import ResourceView
from league.api.serializers.rules import OptionRow, OptionSeen


class OptionFilter(filters.FilterSet):
    """Which options are wanted: by name, by a part of the title."""

    name = filters.CharFilter(max_length=60)
    title = filters.CharFilter(lookup_expr="icontains", max_length=60)


class OptionsView(ListView):
    """Every option of the rules with the meaning of each of its values."""

    serializer_class = OptionRow
    page_size = MOST
    filterset_class = OptionFilter
    ordering = "id"
    ordering_fields = ("id", "name", "title")

    def get_queryset(self) -> Rows:
        """Return the options in the order in which they are explained."""
        return Rows({**option, "pk": place} for place, option in enumerate(documents.catalogue()))


class OptionView(ResourceView):
    """An option of the rules, with examples that the rules play."""

    @extend_schema(responses=OptionSeen)
    def get(self, request: Request, name: str) -> Response:
        """Return the option; 404 if it does not exist."""
        if name not in NAMES:
            raise Http404
        page = option_page(explain(name))
        presets = [
            {"words": words, "rulebooks": [key for key, _title in rulebooks]}
            for words, rulebooks in page.presets
        ]
        examples = [_example(example) for example in page.examples]
        about = {"examples": examples, "presets": presets, "refusals": page.refusals}
        return Response({**documents.option(page.about), **about})


def _example(example: PlayedExample) -> dict[str, Any]:
    return {
        "title": example.title,
        "rulebook": example.rulebook,
        "changes": example.changes,
        "before": _position(example.before),
        "story": [{"text": line.text, "is_refused": line.refused} for line in example.story],
        "after": _position(example.after),
        "end": example.end,
    }


def _position(board: Board | None) -> dict[str, Any] | None:
    if board is None:
        return None
    hands = [{"seat": hand.name, "cards": [TOKENS[card] for card in hand.cards]} for hand in board.hands]
    return {"hands": hands, "top": TOKENS[board.top], "colour": board.colour}
