"""Tables for programs: list and open them, look, and read what happened there."""

from typing import Any, Final

from django.db import transaction
from django.db.models import Prefetch, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django_filters import rest_framework as filters
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games import tables
from games.forms import rules_facts
from games.models import Player, Seat, Table
from games.rulebooks import owners
from games.rules.base.refusal import Refusal
from games.rules.base.spelling import spelled
from league.api.base.contract import answers
from league.api.base.endpoint import Endpoint
from league.api.base.lists import ListEndpoint, found_or_404
from league.api.serializers import match_document
from league.api.serializers.matches import TableEvents, TableSeen
from league.api.serializers.table_rows import TableRow, Time, seen
from league.permissions.rules import unseen

MOST_EVENTS: Final = 500


class TableFilter(filters.FilterSet):  # type: ignore[misc] # it has no types
    """Which tables are wanted."""

    player = filters.NumberFilter(field_name="seats__player", min_value=1, max_value=2**53)
    competition = filters.NumberFilter(field_name="match__competition", min_value=1, max_value=2**53)
    status = filters.ChoiceFilter(choices=Table.Status.choices)

    class Meta:
        model = Table
        fields = ("status", "rulebook", "is_physical", "player", "competition")


class NewTable(serializers.Serializer):  # type: ignore[misc] # the framework has no types
    """What a table is opened with."""

    name = serializers.CharField(max_length=80, required=False, allow_blank=True, default="")
    rulebook = serializers.CharField(max_length=40, default="classic")
    options = serializers.DictField(default=dict)
    seats = serializers.IntegerField(min_value=2, max_value=10, default=4)
    bots = serializers.IntegerField(min_value=0, max_value=9, default=0)
    sit = serializers.BooleanField(default=True)
    turn_seconds = serializers.IntegerField(min_value=1, max_value=30 * 86_400, default=60)
    bank_seconds = serializers.IntegerField(min_value=0, max_value=30 * 86_400, default=0)
    away_after = serializers.IntegerField(min_value=1, max_value=99, default=3)
    bot_pause_ms = serializers.IntegerField(min_value=0, max_value=60_000, default=1200)

    def validate(self, given: dict[str, Any]) -> dict[str, Any]:
        """Refuse more bots than there are seats for."""
        if given["bots"] > given["seats"] - given["sit"]:
            raise serializers.ValidationError({"bots": [_("There are not so many seats.")]})
        return given


class Tables(ListEndpoint):
    """All tables that the visitor may see; opening one."""

    row_class = TableRow
    filterset_class = TableFilter
    ordering_fields = ("id", "name", "opened_at", "started_at", "finished_at")

    def rows(self) -> QuerySet[Table]:
        """Return the tables, without those of clubs that keep to themselves."""
        with_seats = Prefetch("seats", Seat.objects.select_related("player"))
        shown = Table.objects.exclude(match__competition__in=unseen(self.asker))
        return shown.select_related("match").prefetch_related(with_seats)

    @answers(TableSeen, 201, sent=NewTable)
    def post(self, _request: Request) -> Response:
        """Open a table, sit down at it unless that is not wanted, and seat bots."""
        player = self.player
        given = self.sent(NewTable)
        pk = self.once(lambda: _opened(self.asker, given, player))
        place = reverse("api_table", args=[pk])
        return Response(seen(tables.look(pk, player)), status=201, headers={"Location": place})


class OneTable(Endpoint):
    """A table through the eyes of the visitor."""

    @answers(TableSeen)
    def get(self, _request: Request, pk: int) -> Response:
        """Answer with where the match stands, one's own hand and the moves one may make."""
        return Response(look(pk, self))


class EventsAsked(serializers.Serializer):  # type: ignore[misc] # the framework has no types
    """From where on, and how many at most."""

    after = serializers.IntegerField(min_value=0, max_value=2**31 - 1, default=0)
    limit = serializers.IntegerField(min_value=1, max_value=MOST_EVENTS, default=100)


class Events(Endpoint):
    """What happened at a table after a version, as the visitor may see it."""

    @answers(TableEvents, asked=EventsAsked)
    def get(self, _request: Request, pk: int) -> Response:
        """Answer with events, the oldest first, and the version to ask after next."""
        asked = self.asked()
        found = found_or_404(Table.objects, pk=pk)
        rows = tables.events_after(pk, self.viewer, asked["after"], most=asked["limit"])
        seats = list(found.seats.select_related("player"))
        last = rows[-1].version if rows else min(asked["after"], found.version)
        told = [_event(row, seats) for row in rows]
        return Response({"version": found.version, "after": last, "results": told})


def look(pk: int, view: Endpoint) -> dict[str, Any]:
    """Return a table as the visitor of a view sees it."""
    return look_of(found_or_404(Table.objects, pk=pk), view.viewer)


def look_of(found: Table, player: Player | None) -> dict[str, Any]:
    """Return a table as a player sees it, or a spectator."""
    if found.is_physical:
        seats = list(found.seats.select_related("player"))
        mine = tables.seat_of(seats, player.pk if player else None)
        return seen(tables.Look(table=found, seats=seats, version=found.version, seat=mine))
    return seen(tables.look(found.pk, player))


def name_and_rules(asker: HttpRequest, given: dict[str, Any], seats: int) -> dict[str, Any]:
    """Return what the write side wants to know of the name and the rules that were sent.

    Refusals: `unknown_rulebook`, `hidden_characters`.
    """
    chosen = owners.find(asker, given["rulebook"])
    if chosen is None:
        raise Refusal("unknown_rulebook", _("There is no such rulebook."), ("rulebook",))
    facts = rules_facts(chosen, None)
    facts["options"] = facts["options"] | given["options"]
    return {**facts, "name": spelled(given["name"]) or f"{chosen.title} for {seats}"[:80]}


@transaction.atomic
def _opened(asker: HttpRequest, given: dict[str, Any], player: Any) -> int:
    at, by = timezone.now(), f"player:{player.pk}"
    facts = name_and_rules(asker, given, given["seats"])
    times = {name: given[name] for name in ("turn_seconds", "bank_seconds", "away_after", "bot_pause_ms")}
    opened = tables.open_table(seats=given["seats"], host=player, **facts, **times, by=by, at=at)
    if given["sit"]:
        tables.sit(opened.pk, player=player, at=at)
    for _bot in range(given["bots"]):
        tables.seat_bot(opened.pk, by=by, at=at)
    return opened.pk


def _event(row: Any, seats: list[Seat]) -> dict[str, Any]:
    return {
        "version": row.version,
        "step": row.step,
        "at": Time().to_representation(row.at),
        "sender": row.by.partition(":")[0],
        **match_document.event(row.event),
        "text": match_document.sentence(row.event, seats),
    }
