"""Who keeps the score at a single table of the room, for programs."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.contract import answers
from league.api.deeds import Deed
from league.api.lists import found_or_404
from league.evening import keeping
from league.models import Competition
from league.permissions import require


class KeeperSent(serializers.Serializer):  # type: ignore[misc] # the framework has no types
    """Who keeps the score at a table of the room, in the place of whoever did; nobody without `player`."""

    table = serializers.IntegerField(
        min_value=1, max_value=keeping.MOST_TABLES, help_text="The number it has in the room"
    )
    player = serializers.IntegerField(
        min_value=1, max_value=2**53, required=False, allow_null=True, default=None
    )


class KeeperSeen(serializers.Serializer):  # type: ignore[misc] # the framework has no types
    """Who keeps the score at a table of the room."""

    table = serializers.IntegerField()
    player = serializers.IntegerField()
    name = serializers.CharField()


class KeepersSeen(serializers.Serializer):  # type: ignore[misc] # the framework has no types
    """Who keeps the score at single tables; roles hold beside it."""

    results = KeeperSeen(many=True)


class Scorekeepers(Deed):
    """Who keeps the score at single tables of the room; giving a table to somebody."""

    scope = "organize"
    form = KeeperSent
    shape = KeepersSeen

    @answers(KeepersSeen)
    def get(self, _request: Request, pk: int) -> Response:
        """Answer with everybody who does, to organizers."""
        found = self.find(pk=pk)
        self.permit(found)
        return Response(self.tell(found, None))

    def find(self, pk: int, **_where: Any) -> Any:
        """Return the competition."""
        return found_or_404(Competition.objects.select_related("club"), pk=pk)

    def permit(self, found: Competition) -> str:
        """Return the organizer."""
        return require(self.asker, "competition.organize", found)

    def hold(self) -> None:
        """Let nobody else give a table away until this is done."""
        Competition.objects.select_for_update().filter(pk=self.kwargs["pk"]).first()

    def do(self, found: Competition, given: dict[str, Any], by: str) -> None:  # noqa: ARG002 - one form
        """Let somebody of the club keep the score at a table, or nobody any more."""
        if given["player"] is None:
            keeping.take_back(found, given["table"])
        else:
            keeping.assign(found, given["table"], given["player"])

    def tell(self, found: Competition, _done: Any) -> Any:
        """Return who keeps the score now, by the number of the table."""
        kept = sorted(keeping.of_tables(found).items())
        return {"results": [{"table": at, "player": one.pk, "name": one.name} for at, one in kept]}
