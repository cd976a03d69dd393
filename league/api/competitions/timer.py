"""The timer of a round: referees start, extend, pause and stop it."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import OpenApiExample, extend_schema_serializer
from rest_framework import serializers

from league.api.base.permissions import IsCompetitionReferee
from league.api.base.serializers import Seen
from league.api.competitions.command_view import CommandView
from league.api.competitions.fields import stage_number
from league.rules.competition import commands
from league.rules.competition.commands import AnyCommand


@extend_schema_serializer(
    examples=[OpenApiExample("Example", {"after": 24, "minutes": 30}, request_only=True)]
)
class Minutes(Seen):
    """A number of minutes."""

    minutes = serializers.IntegerField(min_value=1, max_value=600, help_text="The time for the round")


@extend_schema_serializer(
    examples=[OpenApiExample("Example", {"after": 25, "minutes": 5}, request_only=True)]
)
class MoreMinutes(Minutes):
    """More minutes, for all tables or for the table of one match."""

    minutes = serializers.IntegerField(min_value=1, max_value=600, help_text="The number of minutes to add")
    stage = stage_number(required=False, allow_null=True, default=None)
    match = serializers.CharField(
        max_length=24, allow_blank=True, default="", help_text="The `key` of a match; left out: all of them"
    )


class StartTimerView(CommandView):
    """Start the timer of a round."""

    permission_classes = (IsCompetitionReferee,)
    serializer_class = Minutes

    def command(self, body: dict[str, Any]) -> AnyCommand:
        """Return the command at this second."""
        return commands.StartTimer(60 * body["minutes"], _now())


class ExtendTimerView(CommandView):
    """Give more time to all tables, or to the table of one match."""

    permission_classes = (IsCompetitionReferee,)
    serializer_class = MoreMinutes

    def command(self, body: dict[str, Any]) -> AnyCommand:
        """Return the command; the stage of a match is the first one unless another is named."""
        match = body["match"]
        stage = (body["stage"] or 1) if match else 0
        return commands.ExtendTimer(60 * body["minutes"], _now(), stage, match)


class PauseTimerView(CommandView):
    """Pause the timer."""

    permission_classes = (IsCompetitionReferee,)

    def command(self, body: dict[str, Any]) -> AnyCommand:
        """Return the command at this second."""
        return commands.PauseTimer(_now())


class ResumeTimerView(CommandView):
    """Resume the timer."""

    permission_classes = (IsCompetitionReferee,)

    def command(self, body: dict[str, Any]) -> AnyCommand:
        """Return the command at this second."""
        return commands.ResumeTimer(_now())


class StopTimerView(CommandView):
    """Remove the timer."""

    permission_classes = (IsCompetitionReferee,)
    command_class = commands.StopTimer


def _now() -> int:
    return int(timezone.now().timestamp())
