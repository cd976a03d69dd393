"""Rulings of the referee, and calls for one."""

from typing import Any, Final

from django.utils import timezone
from drf_spectacular.utils import OpenApiExample, extend_schema, extend_schema_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games import tables
from games.models import Table
from games.rules.match.commands import Penalise
from games.tables import rulings
from league.api.base.serializers import Nothing, Seen, Time
from league.api.base.views import ResourceView
from league.api.serializers.tables import TableSeen
from league.api.tables.permissions import IsReferee, IsSeatedOrScorekeeper
from league.api.tables.tables import TableActionView
from league.competitions.event_night import calls

_SEAT: Final[dict[str, Any]] = {"min_value": 0, "max_value": 9}


@extend_schema_serializer(
    examples=[
        OpenApiExample(
            "Example",
            {"after": 10, "ruling": "penalty", "seat": 0, "cards": 2, "reason": "Looked at the pile"},
            request_only=True,
        )
    ]
)
class Ruling(Seen):
    """A decision of the referee about a seat."""

    ruling = serializers.ChoiceField(
        choices=list(rulings.RULINGS),
        help_text="`penalty` has `cards`; `performed`, `refused` are about forfeits; `end` ends the match",
    )
    seat = serializers.IntegerField(**_SEAT, default=0, help_text="The seat, counted from 0 for A")
    cards = serializers.IntegerField(
        min_value=1, max_value=10, default=2, help_text="How many cards a `penalty` costs"
    )
    reason = serializers.CharField(
        max_length=rulings.LONGEST_REASON,
        default="",
        allow_blank=True,
        help_text="What a `penalty` is for, which everyone reads; a `penalty` needs it",
    )


class CallSeen(serializers.Serializer):
    """Whether the referee is called to a table, and who is on the way."""

    can_be_called = serializers.BooleanField(help_text="Whether it is the table of a match in a competition")
    called_at = Time(allow_null=True)
    on_the_way = serializers.CharField(allow_null=True)


class RuleView(TableActionView):
    """A ruling of the referee: a penalty, whether a forfeit was performed, the end of a match."""

    permission_classes = (IsReferee,)
    serializer_class = Ruling

    @extend_schema(responses=TableSeen)
    def post(self, request: Request, pk: int) -> Response:
        """Enter a ruling; you cannot undo it. A host who plays asks the others to agree to a penalty."""
        table = self.get_object()
        body = self.validated()
        facts = {"seat": body["seat"], "cards": body["cards"], "words": body["reason"]}
        command = rulings.ruling(body["ruling"], **facts)

        def act() -> None:
            if isinstance(command, Penalise) and rulings.host_plays(table, list(table.seats.all())):
                rulings.ask_penalty(pk, command, player=self.player, at=timezone.now())
                return
            if isinstance(command, Penalise):
                rulings.require_reason(command)
            tables.act(pk, command, after=body["after"], by=self.acts_as, at=timezone.now())

        self.once(act)
        return self.look()


class CallRefereeView(ResourceView):
    """The call for the referee at a table of a competition."""

    queryset = Table.objects.all()
    permission_classes = (IsSeatedOrScorekeeper,)
    serializer_class = Nothing

    @extend_schema(responses=CallSeen)
    def get(self, request: Request, pk: int) -> Response:
        """Return whether the referee is called, to the players and scorekeepers of the table."""
        return Response(_call_at(self.get_object()))

    @extend_schema(responses=CallSeen)
    def post(self, request: Request, pk: int) -> Response:
        """Call the referee; repeating it changes nothing."""
        table = self.get_object()
        self.validated()

        def call() -> None:
            calls.call(pk, player=self.viewer, at=timezone.now())

        self.once(call)
        return Response(_call_at(table))


class TakeBackCallView(ResourceView):
    """Withdraw a call for the referee."""

    queryset = Table.objects.all()
    permission_classes = (IsSeatedOrScorekeeper,)
    serializer_class = Nothing

    @extend_schema(responses=CallSeen)
    def post(self, request: Request, pk: int) -> Response:
        """Withdraw the call."""
        table = self.get_object()
        self.validated()
        self.once(lambda: calls.take_back(pk, at=timezone.now()))
        return Response(_call_at(table))


def _call_at(table: Table) -> dict[str, Any]:
    call = calls.call_at(table.pk)
    if call is None:
        return {"can_be_called": False, "called_at": None, "on_the_way": None}
    called_at = Time().to_representation(call.called_at) if call.called_at else None
    return {"can_be_called": True, "called_at": called_at, "on_the_way": call.taker or None}
