"""The view that commands about a competition share."""

from typing import Any, ClassVar

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from league import competitions
from league.api.base.permissions import IsCompetitionOrganizer
from league.api.base.serializers import Seen
from league.api.base.views import ResourceView
from league.api.competitions.documents import competition_document
from league.api.serializers.competitions import CompetitionSeen
from league.models import Competition
from league.rules.competition.commands import AnyCommand


class CommandView(ResourceView):
    """A command of an organizer.

    `command_class` takes what `serializer_class` reads, field by field; where it does not, a view writes
    `command` itself, or `carry_out` where more than a command is needed.
    """

    queryset = Competition.objects.select_related("club")
    permission_classes: Any = (IsCompetitionOrganizer,)
    serializer_class = Seen
    command_class: ClassVar[type[AnyCommand] | None] = None

    @extend_schema(responses=CompetitionSeen)
    def post(self, _request: Request, pk: int) -> Response:
        """Return the competition after the change."""
        competition = self.get_object()
        body = self.validated()
        self.once(lambda: self.carry_out(competition, body))
        return Response(competition_document(pk))

    def carry_out(self, competition: Competition, body: dict[str, Any]) -> None:
        """Carry out the command."""
        after = body.pop("after")
        self.act(competition, self.command(body), after)

    def command(self, body: dict[str, Any]) -> AnyCommand:
        """Return the command of the body, without its version."""
        assert self.command_class is not None
        return self.command_class(**body)

    def act(self, competition: Competition, command: AnyCommand, after: int) -> None:
        """Carry out a command of a visitor who saw the version `after`."""
        competitions.act(competition.pk, command, after=after, by=self.acts_as, at=timezone.now())


class OwnCommandView(ResourceView):
    """A command of a player about their own place in a competition."""

    queryset = Competition.objects.all()

    def act(self, competition: Competition, command: AnyCommand, after: int) -> Response:
        """Carry out a command of the player; return the competition after it."""
        facts: dict[str, Any] = {"after": after, "by": f"player:{self.player.pk}", "at": timezone.now()}
        self.once(lambda: competitions.act(competition.pk, command, **facts))
        return Response(competition_document(competition.pk))


def require_seen_version(competition_id: int, after: int) -> None:
    """Refuse a command about an older version (`stale`); lock the row until the transaction ends."""
    rows = Competition.objects.select_for_update().filter(pk=competition_id)
    version = rows.values_list("version", flat=True).first()
    if version != after:
        raise competitions.ConflictError(version=version)
