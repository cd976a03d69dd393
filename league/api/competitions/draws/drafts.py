"""The draft of a draw with its warnings: make, change, publish and discard it."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import OpenApiExample, extend_schema, extend_schema_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base.serializers import Seen
from league.api.competitions.command_view import CommandView
from league.api.competitions.documents import competition_document
from league.api.serializers.competitions import CompetitionSeen
from league.api.serializers.drafts import DraftMade, DraftSeen
from league.competitions import background_draws
from league.competitions.read_models.draft import DraftPage
from league.rules.competition import commands
from league.rules.competition.commands import AnyCommand


@extend_schema_serializer(
    examples=[
        OpenApiExample(
            "Example",
            {"after": 30, "one": "R1.1", "one_seat": 0, "other": "R1.2", "other_seat": 0},
            request_only=True,
        )
    ]
)
class Swap(Seen):
    """Two seats of the draft, each given by a match and an index from 0."""

    one = serializers.CharField(max_length=24, help_text="The match of the draft by its `key`")
    one_seat = serializers.IntegerField(min_value=0, max_value=9, help_text="Its seat, counted from 0")
    other = serializers.CharField(max_length=24, help_text="The other match")
    other_seat = serializers.IntegerField(min_value=0, max_value=9, help_text="Its seat, counted from 0")


class DraftView(CommandView):
    """The draft of the next draw, for organizers only."""

    @extend_schema(responses=DraftSeen)
    def get(self, _request: Request, pk: int) -> Response:
        """Return the draft as the page shows it: seats, earlier meetings, costs, changes."""
        page = DraftPage(self.get_object())
        making = background_draws.request_of(pk)
        return Response(
            {
                "version": page.competition.version,
                "may_make": page.may_make,
                "making": {"done": making.done, "total": making.total} if making else None,
                "draft": DraftMade(page).data if page.draft is not None else None,
            }
        )

    @extend_schema(
        summary="Create a draft of the next draw; a large draft may take a moment.",
        responses=CompetitionSeen,
    )
    def post(self, _request: Request, pk: int) -> Response:
        """Return the competition after the change."""
        competition = self.get_object()
        facts: dict[str, Any] = {"after": self.validated()["after"], "by": self.acts_as, "at": timezone.now()}
        self.once(lambda: background_draws.propose(competition.pk, **facts))
        return Response(competition_document(pk))


class SwapView(CommandView):
    """Swap two seats of the draft."""

    serializer_class = Swap

    def command(self, body: dict[str, Any]) -> AnyCommand:
        """Return the command for both seats."""
        return commands.SwapInDraft((body["one"], body["one_seat"]), (body["other"], body["other_seat"]))


class DiscardDraftView(CommandView):
    """Discard the draft."""

    command_class = commands.DiscardDraft


class PublishView(CommandView):
    """Publish the draft; the matches get their tables."""

    command_class = commands.Publish


class UnpublishView(CommandView):
    """Take the last published draw back while no result of it counts: it is a draft again."""

    command_class = commands.Unpublish
