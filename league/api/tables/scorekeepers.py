"""The scorekeepers of single tables."""

from typing import Any, Final

from django_filters import rest_framework as filters
from drf_spectacular.utils import OpenApiExample, extend_schema, extend_schema_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base.list_views import ListView
from league.api.base.permissions import IsCompetitionOrganizer
from league.api.base.rows import Rows
from league.api.base.serializers import Seen
from league.api.base.versions import require_seen, version_of
from league.competitions.event_night import table_scorekeepers
from league.models import Competition

_PLAYER: Final[dict[str, Any]] = {"min_value": 1, "max_value": 2**53}


@extend_schema_serializer(
    examples=[
        OpenApiExample(
            "Bo keeps the score at table 1", {"table": 1, "player": 2, "after": 12}, request_only=True
        )
    ]
)
class KeeperSent(Seen):
    """The scorekeeper of a table in the room, replacing the previous one; none without `player`."""

    table = serializers.IntegerField(
        min_value=1, max_value=table_scorekeepers.MOST_TABLES, help_text="Its number in the room"
    )
    player = serializers.IntegerField(**_PLAYER, required=False, allow_null=True, default=None)


class KeeperSeen(serializers.Serializer):
    """The scorekeeper of a table in the room."""

    table = serializers.IntegerField()
    player = serializers.IntegerField()
    name = serializers.CharField()


class ScorekeepersSummary(serializers.Serializer):
    """The version of who keeps the score at all tables of the room."""

    version = serializers.IntegerField()


class KeepersSeen(ScorekeepersSummary):
    """The scorekeepers of single tables; roles are valid as well."""

    results = KeeperSeen(many=True)


class KeeperFilter(filters.FilterSet):
    """Scorekeepers by table and by player."""

    table = filters.NumberFilter(min_value=1, max_value=table_scorekeepers.MOST_TABLES)
    player = filters.NumberFilter(**_PLAYER)


class ScorekeepersView(ListView):
    """The scorekeepers of single tables in the room, for organizers."""

    permission_classes = (IsCompetitionOrganizer,)
    serializer_class = KeeperSeen
    summary_serializer_class = ScorekeepersSummary
    filterset_class = KeeperFilter
    ordering = "table"
    ordering_fields = ("table", "name")

    def get_queryset(self) -> Rows:
        """Return the tables with a scorekeeper."""
        return Rows({**row, "pk": row["table"]} for row in _scorekeepers(self.get_competition()))

    def get_summary(self) -> dict[str, Any]:
        """Return the version of all of it."""
        return {"version": _version(Competition.objects.get(pk=self.kwargs["pk"]))}

    @extend_schema(request=KeeperSent, responses=KeepersSeen)
    def post(self, request: Request, pk: int) -> Response:
        """Give a table to a scorekeeper from the club, or remove its scorekeeper."""
        competition, body = self.get_competition(), self.validated(KeeperSent)

        def assign() -> None:
            Competition.objects.select_for_update(of=("self",)).get(pk=pk)
            require_seen(body["after"], _version(competition))
            if body["player"] is None:
                table_scorekeepers.take_back(competition, body["table"])
            else:
                table_scorekeepers.assign(competition, body["table"], body["player"])

        self.once(assign)
        return Response({"version": _version(competition), "results": _scorekeepers(competition)})

    def get_competition(self) -> Competition:
        """Return the competition."""
        rows = Competition.objects.select_related("club")
        competition: Competition = self.get_permitted(rows, pk=self.kwargs["pk"])
        return competition


def _version(competition: Competition) -> int:
    rows = [(row["table"], row["player"]) for row in _scorekeepers(competition)]
    return version_of(competition.pk, rows)


def _scorekeepers(competition: Competition) -> list[dict[str, Any]]:
    players = sorted(table_scorekeepers.of_tables(competition).items())
    return [{"table": table, "player": player.pk, "name": player.name} for table, player in players]
