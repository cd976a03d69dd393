"""The life of a competition: registration, start, pause, the end, the archive."""

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
    """Why it is called off."""

    reason = serializers.CharField(
        max_length=200, allow_blank=True, default="", help_text="Told to whoever is entered"
    )


class OpenRegistrationView(CommandView):
    """Open the registration: players enter by themselves."""

    command_class = commands.OpenRegistration


class CloseRegistrationView(CommandView):
    """Close the registration."""

    command_class = commands.CloseRegistration


class StartView(CommandView):
    """Start the competition: the first stage begins."""

    command_class = commands.Start


class PauseView(CommandView):
    """Let the competition rest: nothing is drawn or started."""

    command_class = commands.Pause


class ResumeView(CommandView):
    """Let a paused competition go on."""

    command_class = commands.Resume


class CancelView(CommandView):
    """Call the competition off."""

    serializer_class = Reason
    command_class = commands.Cancel


class ArchiveView(CommandView):
    """Put a competition away that is over."""

    command_class = commands.Archive


class RestoreView(CommandView):
    """Take a competition back that was put away."""

    command_class = commands.Restore


class GoOnView(CommandView):
    """Let come now what waits behind a correction."""

    def carry_out(self, competition: Competition, body: dict[str, Any]) -> None:
        """Draw and open what waits."""
        competitions.go_on(competition.pk, after=body["after"], by=self.acts_as, at=timezone.now())
