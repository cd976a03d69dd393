"""Who keeps the score at a single table of the room, for programs."""

from typing import Any, Final

from django_filters import rest_framework as filters
from rest_framework import serializers

from league.api.base.actions import OfCompetition
from league.api.base.endpoint import Seen
from league.api.base.lists import ListEndpoint
from league.api.base.rows import Rows
from league.api.base.versions import version_of
from league.competitions.event_night import table_scorekeepers
from league.models import Competition

_PLAYER: Final[dict[str, Any]] = {"min_value": 1, "max_value": 2**53}


class KeeperSent(Seen):
    """Who keeps the score at a table of the room, in the place of whoever did; nobody without `player`."""

    table = serializers.IntegerField(
        min_value=1, max_value=table_scorekeepers.MOST_TABLES, help_text="The number it has in the room"
    )
    player = serializers.IntegerField(**_PLAYER, required=False, allow_null=True, default=None)


class KeeperSeen(serializers.Serializer):  # type: ignore[misc] # the framework has no types
    """Who keeps the score at a table of the room."""

    table = serializers.IntegerField()
    player = serializers.IntegerField()
    name = serializers.CharField()


class KeepersStand(serializers.Serializer):  # type: ignore[misc] # the framework has no types
    """The version of who keeps the score at all tables of the room."""

    version = serializers.IntegerField()


class KeepersSeen(KeepersStand):
    """Who keeps the score at single tables; roles hold beside it."""

    results = KeeperSeen(many=True)


class KeeperFilter(filters.FilterSet):  # type: ignore[misc] # it has no types
    """Who is wanted: at a table, or where somebody keeps the score."""

    table = filters.NumberFilter(min_value=1, max_value=table_scorekeepers.MOST_TABLES)
    player = filters.NumberFilter(**_PLAYER)


class Scorekeepers(OfCompetition, ListEndpoint):
    """Who keeps the score at single tables of the room, for organizers; giving a table to somebody."""

    form = KeeperSent
    shape = KeepersSeen
    row_class = KeeperSeen
    about_class = KeepersStand
    filterset_class = KeeperFilter
    ordering = "table"
    ordering_fields = ("table", "name")

    def rows(self) -> Rows:
        """Return everybody who does."""
        found = self.find(**self.kwargs)
        self.permit(found)
        return Rows({**one, "pk": one["table"]} for one in _kept(found))

    def about(self) -> dict[str, Any]:
        """Return the version of all of it."""
        return {"version": _version(self.find(**self.kwargs))}

    def version_now(self, found: Competition) -> int:
        """Return the version of all of it, which nobody else changes until this is done."""
        Competition.objects.select_for_update(of=("self",)).get(pk=found.pk)
        return _version(found)

    def do(self, found: Competition, given: dict[str, Any], by: str) -> None:
        """Let somebody of the club keep the score at a table, or nobody any more."""
        if given["player"] is None:
            table_scorekeepers.take_back(found, given["table"])
        else:
            table_scorekeepers.assign(found, given["table"], given["player"])

    def tell(self, found: Competition, _done: Any) -> Any:
        """Return who keeps the score now, by the number of the table."""
        return {"version": _version(found), "results": _kept(found)}


def _version(found: Competition) -> int:
    return version_of(found.pk, [(one["table"], one["player"]) for one in _kept(found)])


def _kept(found: Competition) -> list[dict[str, Any]]:
    kept = sorted(table_scorekeepers.of_tables(found).items())
    return [{"table": at, "player": one.pk, "name": one.name} for at, one in kept]
