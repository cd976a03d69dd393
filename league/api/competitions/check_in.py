"""The check-in of a competition: by organizers at the desk, and by entrants with the code."""

from typing import Any

from drf_spectacular.utils import OpenApiExample, extend_schema, extend_schema_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base.serializers import Seen
from league.api.competitions.command_view import CommandView, OwnCommandView
from league.api.competitions.fields import entrant_numbers
from league.api.serializers.competitions import CompetitionSeen
from league.competitions.entrants import own_entry
from league.competitions.entrants.check_in import new_code
from league.rules.competition import commands
from league.rules.competition.commands import AnyCommand


@extend_schema_serializer(
    component_name="Door",
    examples=[OpenApiExample("Example", {"after": 12, "code": "RIVER"}, request_only=True)],
)
class CheckInCode(Seen):
    """The check-in code. If you send none, a code that is easy to read aloud is created."""

    code = serializers.RegexField(
        "^[A-Z0-9]{3,12}$",
        required=False,
        help_text="3 to 12 capital letters and digits; created if you send none",
    )


@extend_schema_serializer(examples=[OpenApiExample("Example", {"after": 17}, request_only=True)])
class NoShows(Seen):
    """Whether absent entrants are withdrawn."""

    no_shows = serializers.BooleanField(default=False, help_text="Withdraw entrants who have not checked in")


@extend_schema_serializer(
    component_name="Here",
    examples=[OpenApiExample("Example", {"after": 14, "entrants": [2, 3, 4]}, request_only=True)],
)
class Presence(Seen):
    """The entrants to check in or out, by number."""

    entrants = entrant_numbers(help_text="By their `number` in the competition")
    is_here = serializers.BooleanField(default=True, help_text="False checks them out")


@extend_schema_serializer(
    examples=[OpenApiExample("Example", {"after": 13, "code": "RIVER"}, request_only=True)]
)
class Code(Seen):
    """The check-in code, announced at the venue."""

    code = serializers.CharField(max_length=12, help_text="As announced at the venue")


class OpenCheckInView(CommandView):
    """Open the check-in, with a code to announce at the venue."""

    serializer_class = CheckInCode

    def command(self, body: dict[str, Any]) -> AnyCommand:
        """Return the command, with a new code where none was sent."""
        return commands.OpenCheckIn(body.get("code") or new_code())


class CloseCheckInView(CommandView):
    """Close the check-in; `no_shows` withdraws absent entrants."""

    serializer_class = NoShows
    command_class = commands.CloseCheckIn


class CheckInAtDeskView(CommandView):
    """Check entrants in or out at the desk."""

    serializer_class = Presence
    command_class = commands.CheckIn


class CheckInView(OwnCommandView):
    """Check in with the code."""

    serializer_class = Code

    @extend_schema(responses=CompetitionSeen)
    def post(self, _request: Request, pk: int) -> Response:
        """Check yourself in."""
        competition, player = self.get_object(), self.player
        body = self.validated()
        command = own_entry.check_in(competition, player, body["code"].strip().upper())
        return self.act(competition, command, body["after"])
