"""A match at a table: start it, make moves, pause and resume it."""

from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiExample, extend_schema, extend_schema_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games import tables
from games.rules.base.refusal import Refusal
from games.rules.notation.notation import NotationError, command_of_seat
from league.api.base.serializers import Seen
from league.api.serializers.tables import TableSeen
from league.api.tables.permissions import IsReferee, IsRefereeOrSeated, require_seat
from league.api.tables.tables import TableActionView


@extend_schema_serializer(examples=[OpenApiExample("Example", {"after": 6}, request_only=True)])
class Start(Seen):
    """The seat that the host chooses for the first deal, if the rulebook leaves it to people."""

    dealer = serializers.IntegerField(
        min_value=0,
        max_value=9,
        required=False,
        allow_null=True,
        default=None,
        help_text="The first dealer, counted from 0 for A, if the rulebook leaves it to people",
    )
    youngest = serializers.IntegerField(
        min_value=0,
        max_value=9,
        required=False,
        allow_null=True,
        default=None,
        help_text="The youngest player, if the rulebook asks for it",
    )


@extend_schema_serializer(
    examples=[OpenApiExample("Example", {"after": 11, "move": "draw"}, request_only=True)]
)
class Move(Seen):
    """A move in the notation of the rules, without the seat: one of `legal`."""

    move = serializers.CharField(max_length=40, help_text="One of `legal`, exactly as written there")


class StartMatchView(TableActionView):
    """Start the match; only the host can. Bots take the free seats."""

    serializer_class = Start

    @extend_schema(responses=TableSeen)
    def post(self, request: Request, pk: int) -> Response:
        """Return the table after the change."""
        table, by, body = self.get_object(), f"player:{self.player.pk}", self.validated()
        named = {"dealer": body["dealer"], "youngest": body["youngest"]}

        def start() -> None:
            tables.start(pk, fill_with_bots=True, by=by, at=timezone.now(), **named)

        return self.act(table, body["after"], start)


class MovesView(TableActionView):
    """Make a move."""

    serializer_class = Move

    @extend_schema(responses=TableSeen)
    def post(self, request: Request, pk: int) -> Response:
        """Return the table after the change."""
        table, player = self.get_object(), self.player
        seat = require_seat(table, player)
        body = self.validated()
        try:
            command = command_of_seat(body["move"], seat.index)
        except (NotationError, KeyError):
            raise Refusal("bad_move", _("This move was not understood.")) from None
        after, by = body["after"], f"player:{player.pk}"
        # How old a version a move may have seen the rules of the table say: a call may come late.
        self.once(lambda: tables.act(pk, command, after=after, by=by, at=timezone.now()).version)
        return self.look()


class PauseView(TableActionView):
    """Pause the match; only the referee can."""

    permission_classes = (IsReferee,)

    @extend_schema(responses=TableSeen)
    def post(self, request: Request, pk: int) -> Response:
        """Return the table after the change."""
        table, body = self.get_object(), self.validated()
        return self.act(table, body["after"], lambda: tables.pause(pk, by=self.acts_as, at=timezone.now()))


class ResumeView(TableActionView):
    """Resume a paused match. The referee can; after a while, the players can, too."""

    permission_classes = (IsRefereeOrSeated,)

    @extend_schema(responses=TableSeen)
    def post(self, request: Request, pk: int) -> Response:
        """Return the table after the change."""
        table, body = self.get_object(), self.validated()
        return self.act(table, body["after"], lambda: tables.resume(pk, by=self.acts_as, at=timezone.now()))
