"""Tables with real cards for programs: opened with everybody who sits there; the rest is in sheets.py."""

from typing import Any

from django.urls import reverse
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.models import Table
from games.naming.typed_names import clean_people
from games.scoresheets.opening_views import open_and_begin
from league.api.base.contract import answers
from league.api.base.endpoint import Endpoint
from league.api.serializers.matches import TableSeen
from league.api.tables.tables import look_of, name_and_rules

_LONGEST_SILENCE = 30 * 86_400


class NewRealCards(serializers.Serializer):  # type: ignore[misc] # the framework has no types
    """A table with real cards: who sits there, clockwise, and when its result counts.

    A name is that of somebody you have played with, or of a new guest; yours may be among them.
    """

    name = serializers.CharField(max_length=80, required=False, allow_blank=True, default="")
    rulebook = serializers.CharField(max_length=40, default="classic")
    options = serializers.DictField(default=dict)
    players = serializers.ListField(child=serializers.CharField(max_length=400), max_length=20)
    confirm = serializers.BooleanField(
        default=True, help_text="Whether the others are asked before the result counts"
    )
    silence_seconds = serializers.IntegerField(
        min_value=0,
        max_value=_LONGEST_SILENCE,
        default=600,
        help_text="After so long without an objection it counts all the same; 0: never",
    )
    self_report = serializers.BooleanField(
        default=True, help_text="Whether everybody who sits there may write down deals, not only you"
    )

    def validate_players(self, given: list[str]) -> list[str]:
        """Return the names as they are kept."""
        return clean_people([" ".join(one.split()) for one in given])


class RealCards(Endpoint):
    """Opening a table with real cards."""

    @answers(TableSeen, 201, sent=NewRealCards)
    def post(self, _request: Request) -> Response:
        """Open a table with real cards, seat everybody and begin; you keep the score `sheet/`."""
        host = self.player
        given = self.sent(NewRealCards)
        facts = {
            "confirm": "others" if given["confirm"] else "none",
            "silence_seconds": given["silence_seconds"] if given["confirm"] else 0,
            "self_report": given["self_report"],
        }

        def opened() -> int:
            rules: dict[str, Any] = name_and_rules(self.asker, given, len(given["players"]))
            return open_and_begin(given["players"], host=host, **rules, **facts).pk

        pk = self.once(opened)
        told = look_of(Table.objects.get(pk=pk), host)
        return Response(told, status=201, headers={"Location": reverse("api_table", args=[pk])})
