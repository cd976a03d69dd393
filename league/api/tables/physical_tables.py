"""Open a table with real cards."""

from django.urls import reverse
from drf_spectacular.utils import OpenApiExample, extend_schema, extend_schema_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.models import Table
from games.naming.typed_names import clean_people
from games.scoresheets.opening import open_and_begin
from league.api.base.views import ResourceView
from league.api.serializers.tables import NameAndRules, TableSeen
from league.api.tables.tables import look_of, name_and_rules

_LONGEST_SILENCE = 30 * 86_400


@extend_schema_serializer(
    examples=[
        OpenApiExample(
            "Open a table with real cards: Dot and Eve are guests",
            {"players": ["Ana", "Dot", "Eve"], "rulebook": "classic", "options": {"target_score": 200}},
            request_only=True,
        )
    ]
)
class NewRealCards(NameAndRules):
    """A new table with real cards: its players, clockwise, and when its result counts.

    Each name is that of a person you have played with, or of a new guest; you can be one of them.
    """

    players = serializers.ListField(
        child=serializers.CharField(max_length=400), max_length=20, help_text="By name, clockwise"
    )
    confirm = serializers.BooleanField(default=True, help_text="Whether the others must confirm the result")
    silence_seconds = serializers.IntegerField(
        min_value=0,
        max_value=_LONGEST_SILENCE,
        default=600,
        help_text="After this time without an objection the result counts; 0: never",
    )
    self_report = serializers.BooleanField(
        default=True, help_text="Whether all players at the table can record deals, not only you"
    )

    def validate_players(self, names: list[str]) -> list[str]:
        """Return the names as they are kept."""
        return clean_people([" ".join(name.split()) for name in names])


class RealCardsView(ResourceView):
    """Open a table with real cards."""

    serializer_class = NewRealCards

    @extend_schema(responses={201: TableSeen})
    def post(self, request: Request) -> Response:
        """Open a table with real cards, seat the players and begin; you record the score at `sheet/`."""
        host, body = self.player, self.validated()
        facts = {
            "confirm": "others" if body["confirm"] else "none",
            "silence_seconds": body["silence_seconds"] if body["confirm"] else 0,
            "self_report": body["self_report"],
        }

        def open_table() -> int:
            rules = name_and_rules(self.django_request, body, len(body["players"]))
            return open_and_begin(body["players"], host=host, **rules, **facts).pk

        pk = self.once(open_table)
        answer = look_of(Table.objects.get(pk=pk), host)
        return Response(answer, status=201, headers={"Location": reverse("api_table", args=[pk])})
