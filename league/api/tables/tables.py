"""Tables for programs: list and open them, look, and read what happened there."""

from collections.abc import Callable
from typing import Any, Final

from django.db import transaction
from django.db.models import Prefetch, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django_filters import rest_framework as filters
from drf_spectacular.utils import OpenApiExample, extend_schema, extend_schema_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games import tables
from games.access import invitations
from games.bots.strengths import CLUB, STRENGTHS
from games.models import Player, Seat, Table
from games.rulebooks import owners
from games.rulebooks.catalogue import rules_facts, usual_table_name
from games.rules.base.refusal import Refusal
from games.rules.base.spelling import spelled
from games.wording.seat_names import NamesOverTime
from league.api.base.list_views import ListView
from league.api.base.serializers import Seen, Time
from league.api.base.views import ResourceView, found_or_404
from league.api.serializers import match_document
from league.api.serializers.tables import NameAndRules, TableEvents, TableRow, TableSeen, seen
from league.permissions.policy import invisible_competitions

MOST_EVENTS: Final = 500


class TableFilter(filters.FilterSet):
    """Which tables are wanted."""

    player = filters.NumberFilter(field_name="seats__player", min_value=1, max_value=2**53)
    competition = filters.NumberFilter(field_name="match__competition", min_value=1, max_value=2**53)
    status = filters.ChoiceFilter(choices=Table.Status.choices)

    class Meta:
        model = Table
        fields = ("status", "rulebook", "is_physical", "player", "competition")


@extend_schema_serializer(
    examples=[
        OpenApiExample(
            "Open a table for three and sit down",
            {"seats": 3, "rulebook": "classic", "options": {"target_score": 50}},
            request_only=True,
        )
    ]
)
class NewTable(NameAndRules):
    """A new table."""

    seats = serializers.IntegerField(
        min_value=2, max_value=10, default=4, help_text="Left out: as many as the rulebook allows"
    )
    bots = serializers.IntegerField(
        min_value=0, max_value=9, default=0, help_text="The number of seats for bots of the site"
    )
    bot_strength = serializers.ChoiceField(
        choices=STRENGTHS, default=CLUB, help_text="How well bots of the site play at the table"
    )
    sit = serializers.BooleanField(default=True, help_text="Take a seat yourself")
    turn_seconds = serializers.IntegerField(
        min_value=1,
        max_value=30 * 86_400,
        default=60,
        help_text="Time for a turn; then the site moves for the player",
    )
    bank_seconds = serializers.IntegerField(
        min_value=0,
        max_value=30 * 86_400,
        default=0,
        help_text="More time for each player, once for the whole match",
    )
    away_after = serializers.IntegerField(
        min_value=1,
        max_value=99,
        default=3,
        help_text="The number of missed turns in a row after which a bot of the site takes over",
    )
    bot_pause_ms = serializers.IntegerField(
        min_value=0, max_value=60_000, default=1200, help_text="How long bots of the site think"
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Refuse more bots than there are seats for."""
        if attrs["bots"] > attrs["seats"] - attrs["sit"]:
            raise serializers.ValidationError({"bots": [_("The table does not have that many seats.")]})
        return attrs


class WithKey(serializers.Serializer):
    """The key of a private table, for those who do not sit there."""

    key = serializers.CharField(
        max_length=invitations.LONGEST_KEY, required=False, help_text="The key of a private table"
    )


class EventsQuery(WithKey):
    """From where on, and how many at most."""

    after = serializers.IntegerField(
        min_value=0,
        max_value=2**31 - 1,
        default=0,
        help_text="The `version` that you saw; the answer contains later events",
    )
    limit = serializers.IntegerField(min_value=1, max_value=MOST_EVENTS, default=100)


class TablesView(ListView):
    """All tables that you can see."""

    serializer_class = TableRow
    filterset_class = TableFilter
    ordering_fields = ("id", "name", "opened_at", "started_at", "finished_at")

    def get_queryset(self) -> QuerySet[Table]:
        """Return the tables, without those of closed clubs and private tables of others."""
        with_seats = Prefetch("seats", Seat.objects.select_related("player"))
        shown = Table.objects.exclude(match__competition__in=invisible_competitions(self.django_request))
        shown = shown.filter(invitations.listed_for(self.django_request.user.pk))
        return shown.select_related("match").prefetch_related(with_seats)

    @extend_schema(request=NewTable, responses={201: TableSeen})
    def post(self, request: Request) -> Response:
        """Open a table, take a seat unless you prefer not to, and seat bots."""
        player, body = self.player, self.validated(NewTable)
        pk = self.once(lambda: _open(self.django_request, body, player))
        place = reverse("api_table", args=[pk])
        return Response(seen(tables.look(pk, player)), status=201, headers={"Location": place})


class TableView(ResourceView):
    """A table as you see it."""

    queryset = Table.objects.all()
    query_serializer_class = WithKey

    @extend_schema(responses=TableSeen)
    def get(self, request: Request, pk: int) -> Response:
        """Return the state of the match, your hand and your possible moves."""
        return Response(look_of(self.get_object(), self.viewer))


class EventsView(ResourceView):
    """The events at a table after a version, as you can see them."""

    queryset = Table.objects.all()
    query_serializer_class = EventsQuery

    @extend_schema(responses=TableEvents)
    def get(self, request: Request, pk: int) -> Response:
        """Return the events, oldest first, and the version for the next request."""
        query = self.validated_query()
        table = self.get_object()
        rows = tables.events_after(pk, self.viewer, query["after"], most=query["limit"])
        names = NamesOverTime(list(table.seats.select_related("player")), table.options)
        last = rows[-1].version if rows else min(query["after"], table.version)
        results = [_event(row, names) for row in rows]
        return Response({"version": table.version, "after": last, "results": results})


class TableActionView(ResourceView):
    """Something that is done at a table; answered with the table as it is then."""

    queryset = Table.objects.all()
    serializer_class = Seen

    def act(self, table: Table, after: int, command: Callable[[], Any]) -> Response:
        """Carry out a command once, unless the table has moved on; answer with the table."""

        def act_on_seen_version() -> None:
            require_version(table.pk, after)
            command()

        self.once(act_on_seen_version)
        return self.look()

    def look(self) -> Response:
        """Return the table as the visitor sees it now."""
        return Response(look_of(found_or_404(self.get_queryset(), pk=self.kwargs["pk"]), self.viewer))


def require_version(table_id: int, after: int) -> None:
    """Refuse a command about an older version (`stale`); lock the table until the transaction ends."""
    now = Table.objects.select_for_update().filter(pk=table_id).values_list("version", flat=True).first()
    if now != after:
        raise tables.ConflictError(version=now)


def look_of(table: Table, player: Player | None) -> dict[str, Any]:
    """Return a table as a player sees it, or a spectator."""
    if table.is_physical:
        seats = list(table.seats.select_related("player"))
        mine = tables.seat_of(seats, player.pk if player else None)
        return seen(tables.Look(table=table, seats=seats, version=table.version, seat=mine))
    return seen(tables.look(table.pk, player))


def name_and_rules(request: HttpRequest, body: dict[str, Any], seats: int) -> dict[str, Any]:
    """Return name and rules as the write side takes them.

    Refusals: `unknown_rulebook`, `hidden_characters`.
    """
    chosen = owners.find(request, body["rulebook"])
    if chosen is None:
        raise Refusal("unknown_rulebook", _("There is no such rulebook."), ("rulebook",))
    facts = rules_facts(chosen, None)
    facts["options"] = facts["options"] | body["options"]
    target = facts["options"].get("target_score", chosen.options.target_score)
    return {**facts, "name": spelled(body["name"]) or usual_table_name(chosen, target, seats)}


@transaction.atomic
def _open(request: HttpRequest, body: dict[str, Any], player: Any) -> int:
    at, by = timezone.now(), f"player:{player.pk}"
    facts = name_and_rules(request, body, body["seats"])
    times = {name: body[name] for name in ("turn_seconds", "bank_seconds", "away_after", "bot_pause_ms")}
    times["bot_strength"] = body["bot_strength"]
    opened = tables.open_table(seats=body["seats"], host=player, **facts, **times, by=by, at=at)
    if body["sit"]:
        tables.sit(opened.pk, player=player, at=at)
    for seat in tables.seats_for_bots(opened, body["bots"]):
        tables.seat_bot(opened.pk, seat=seat, by=by, at=at)
    return opened.pk


def _event(row: Any, names: NamesOverTime) -> dict[str, Any]:
    return {
        "version": row.version,
        "step": row.step,
        "at": Time().to_representation(row.at),
        "sender": row.by.partition(":")[0],
        **match_document.event(row.event),
        "text": match_document.sentence(row.event, names.at(row.version)),
    }
