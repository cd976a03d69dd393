"""Who sits where just now, for programs: in the room of a competition, and oneself in all of them."""

import datetime as dt
from collections.abc import Sequence
from typing import Any

from django_filters import rest_framework as filters
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base.contract import answers
from league.api.base.endpoint import Endpoint
from league.api.base.lists import ListEndpoint, found_or_404
from league.api.base.rows import Rows
from league.api.serializers import desk as shapes
from league.api.serializers.table_rows import Time
from league.competitions.event_night import room
from league.competitions.event_night.room import Chair, RoomTable
from league.competitions.event_night.seat_page import Place, places_of
from league.models import Competition
from league.rules.settings.venues import VENUES


class Places(Endpoint):
    """Who sits at which table of a competition just now, and the time of the round."""

    @answers(shapes.PlacesSeen)
    def get(self, _request: Request, pk: int) -> Response:
        """Answer with the tables by their numbers."""
        found: Competition = found_or_404(Competition.objects, pk=pk)
        tables = room.tables_of(found) if found.status == Competition.Status.RUNNING else []
        return Response(
            {"version": found.version, "timer": timer(found), "tables": [of_room(one) for one in tables]}
        )


class PlaceFilter(filters.FilterSet):  # type: ignore[misc] # it has no types
    """Which places are wanted: of a competition, at which kind of table, where one keeps the score."""

    competition = filters.NumberFilter(field_name="held_by", min_value=1, max_value=2**53)
    venue = filters.ChoiceFilter(choices=[(one, one) for one in VENUES])
    is_kept = filters.BooleanFilter()


class MyPlaces(ListEndpoint):
    """At which tables one sits or keeps the score just now, in all competitions."""

    is_personal = True
    row_class = shapes.MyPlace
    filterset_class = PlaceFilter
    ordering = "name"
    ordering_fields = ("name", "number", "deals")

    def rows(self) -> Rows:
        """Return all of them."""
        return Rows(_place(one) for one in places_of(self.player))

    def describe(self, found: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
        """Return places as they are told."""
        return [{name: one[name] for name in shapes.MyPlace().fields} for one in found]


def of_room(one: RoomTable) -> dict[str, Any]:
    """Return a match that could be played now, and who sits there."""
    return {
        "stage": one.match.stage,
        "match": one.match.key,
        "number": one.match.table_number,
        "name": one.match.title,
        "venue": one.match.venue,
        "table": one.match.table_id,
        "deals": one.deals,
        "dealer": one.dealer or None,
        "chairs": [_chair(chair) for chair in one.chairs],
    }


def timer(found: Competition, extra: int = 0) -> dict[str, Any] | None:
    """Return the time of the round, with what a table has beyond it; None where none was started."""
    if found.timer_left is not None:
        return {"ends_at": None, "seconds_left": found.timer_left + extra}
    if found.timer_ends_at is None:
        return None
    return {"ends_at": at(found.timer_ends_at + dt.timedelta(seconds=extra)), "seconds_left": None}


def at(moment: dt.datetime | None) -> Any:
    """Return a moment as it is told."""
    return Time().to_representation(moment) if moment else None


def _place(one: Place) -> dict[str, Any]:
    return {
        "pk": f"{one.competition.pk}/{one.at.match.stage}/{one.at.match.key}/{one.at.is_kept}",
        "held_by": one.competition.pk,
        **of_room(one.at),
        "competition": {"id": one.competition.pk, "name": one.competition.name},
        "seat": one.chair.letter or None if one.chair else None,
        "is_kept": one.at.is_kept,
        "timer": timer(one.competition, one.at.match.extra_seconds),
        "called_at": at(one.call.called_at) if one.call else None,
        "taker": one.taker or None,
    }


def _chair(one: Chair) -> dict[str, Any]:
    return {
        "seat": one.letter or None,
        "player": one.player,
        "name": one.name,
        "total": one.total,
        "is_out": one.is_out,
    }
