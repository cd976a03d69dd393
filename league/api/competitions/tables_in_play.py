"""The tables in play of a competition, and the tables of the player in all competitions."""

import datetime as dt
from collections.abc import Sequence
from typing import Any

from django_filters import rest_framework as filters
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base.list_views import ListView
from league.api.base.permissions import IsPlayer
from league.api.base.rows import Rows
from league.api.base.serializers import Time
from league.api.base.views import ResourceView
from league.api.serializers import desk as shapes
from league.competitions.event_night import tables_in_play
from league.competitions.event_night.own_tables import OwnTable, places_of
from league.competitions.event_night.tables_in_play import Chair, TableInPlay
from league.models import Competition
from league.rules.settings.venues import VENUES


class PlacesView(ResourceView):
    """The current tables of a competition, who sits where, and the time of the round."""

    queryset = Competition.objects.all()

    @extend_schema(responses=shapes.PlacesSeen)
    def get(self, request: Request, pk: int) -> Response:
        """Return the tables, ordered by number."""
        competition = self.get_object()
        is_running = competition.status == Competition.Status.RUNNING
        tables = [table_facts(table) for table in tables_in_play.tables_of(competition)] if is_running else []
        return Response({"version": competition.version, "timer": timer(competition), "tables": tables})


class PlaceFilter(filters.FilterSet):
    """Which places are wanted: of a competition, at which kind of table, where one keeps the score."""

    competition = filters.NumberFilter(field_name="held_by", min_value=1, max_value=2**53)
    venue = filters.ChoiceFilter(choices=[(venue, venue) for venue in VENUES])
    is_kept = filters.BooleanFilter()


class MyPlacesView(ListView):
    """The tables at which you sit or keep the score now, in all competitions."""

    permission_classes = (IsPlayer,)
    serializer_class = shapes.MyPlace
    filterset_class = PlaceFilter
    ordering = "name"
    ordering_fields = ("name", "number", "deals")

    def get_queryset(self) -> Rows:
        """Return all of them, the first thousand of a player with more."""
        return Rows(_place(place) for place in places_of(self.player, most=tables_in_play.MOST))

    def serialize_rows(self, page: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
        """Return the rows without fields that serve only filters and order."""
        return [{name: row[name] for name in self.row_fields()} for row in page]


def table_facts(table: TableInPlay) -> dict[str, Any]:
    """Return a match that could be played now, and who sits there."""
    return {
        "stage": table.match.stage,
        "match": table.match.key,
        "number": table.match.table_number,
        "name": table.match.title,
        "venue": table.match.venue,
        "table": table.match.table_id,
        "deals": table.deals,
        "dealer": table.dealer or None,
        "chairs": [_chair(chair) for chair in table.chairs],
    }


def timer(competition: Competition, extra: int = 0) -> dict[str, Any] | None:
    """Return the timer of the round with the extra time of a table; None if none was started."""
    if competition.timer_left is not None:
        return {"ends_at": None, "seconds_left": competition.timer_left + extra}
    if competition.timer_ends_at is None:
        return None
    return {"ends_at": at(competition.timer_ends_at + dt.timedelta(seconds=extra)), "seconds_left": None}


def at(moment: dt.datetime | None) -> Any:
    """Return a time in the format of the API."""
    return Time().to_representation(moment) if moment else None


def _place(place: OwnTable) -> dict[str, Any]:
    return {
        "pk": f"{place.competition.pk}/{place.at.match.stage}/{place.at.match.key}/{place.at.is_kept}",
        "held_by": place.competition.pk,
        **table_facts(place.at),
        "competition": {"id": place.competition.pk, "name": place.competition.name},
        "seat": place.chair.letter or None if place.chair else None,
        "is_kept": place.at.is_kept,
        "timer": timer(place.competition, place.at.match.extra_seconds),
        "called_at": at(place.call.called_at) if place.call else None,
        "taker": place.taker or None,
    }


def _chair(chair: Chair) -> dict[str, Any]:
    return {
        "seat": chair.letter or None,
        "player": chair.player,
        "name": chair.name,
        "total": chair.total,
        "is_out": chair.is_out,
    }
