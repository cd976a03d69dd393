"""The life cycle of a competition: registration, start, pause, cancellation, archive."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import OpenApiExample, extend_schema_serializer
from rest_framework import serializers

from league import competitions
from league.api.base.serializers import Seen
from league.api.competitions.command_view import CommandView
from league.models import Competition
from league.rules.competition import commands


@extend_schema_serializer(
    examples=[OpenApiExample("Example", {"after": 44, "reason": "The hall is closed"}, request_only=True)]
)
class Reason(Seen):
    """Why the competition is cancelled."""

    reason = serializers.CharField(
        max_length=200, allow_blank=True, default="", help_text="All entrants can read it"
    )


class OpenRegistrationView(CommandView):
    """Open the registration: players can enter themselves."""

    command_class = commands.OpenRegistration


class CloseRegistrationView(CommandView):
    """Close the registration."""

    command_class = commands.CloseRegistration


class StartView(CommandView):
    """Start the competition: the first stage begins."""

    command_class = commands.Start


class PauseView(CommandView):
    """Pause the competition: nothing is drawn or started."""

    command_class = commands.Pause


class ResumeView(CommandView):
    """Resume a paused competition."""

    command_class = commands.Resume


class CancelView(CommandView):
    """Cancel the competition."""

    serializer_class = Reason
    command_class = commands.Cancel


class ArchiveView(CommandView):
    """Archive a finished competition."""

    command_class = commands.Archive


class RestoreView(CommandView):
    """Restore an archived competition."""

    command_class = commands.Restore


@extend_schema_serializer(
    examples=[OpenApiExample("Example", {"after": 44, "ends_at": "2026-11-24T22:00:00Z"}, request_only=True)]
)
class SeatingEnd(Seen):
    """Until when an arena seats free players."""

    ends_at = serializers.DateTimeField()


class OpenSeatingView(CommandView):
    """Set until when an arena seats free players."""

    serializer_class = SeatingEnd

    def command(self, body: dict[str, Any]) -> commands.OpenSeating:
        """Return the command with the time in seconds."""
        return commands.OpenSeating(int(body["ends_at"].timestamp()))


class CloseSeatingView(CommandView):
    """End the time of an arena: the matches in progress are the last."""

    command_class = commands.CloseSeating


class GoOnView(CommandView):
    """Continue with the steps that waited for a correction."""

    def carry_out(self, competition: Competition, body: dict[str, Any]) -> None:
        """Draw and open what waits."""
        competitions.go_on(competition.pk, after=body["after"], by=self.acts_as, at=timezone.now())
