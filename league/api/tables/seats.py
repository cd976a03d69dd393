"""Seats of a table: sit down, seat bots, leave, come back, and add words to the shuffles."""

from collections.abc import Callable
from typing import Any

from django.utils import timezone
from drf_spectacular.utils import OpenApiExample, extend_schema, extend_schema_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games import tables
from games.access import companions, invitations
from games.models import Player
from league.api.base.serializers import Seen
from league.api.serializers.tables import TableSeen
from league.api.tables.permissions import require_seat
from league.api.tables.tables import TableActionView


@extend_schema_serializer(examples=[OpenApiExample("Example", {"after": 3, "seat": 2}, request_only=True)])
class SeatWanted(Seen):
    """The seat, counted from 0 for A; left out: the first free one."""

    seat = serializers.IntegerField(
        min_value=0,
        max_value=9,
        required=False,
        allow_null=True,
        default=None,
        help_text="Counted from 0 for A; left out: the first free one",
    )


@extend_schema_serializer(examples=[OpenApiExample("Example", {"after": 3, "seat": 2}, request_only=True)])
class SeatAndKey(SeatWanted):
    """The seat, and the key of a private table or of a kept seat."""

    key = serializers.CharField(
        max_length=invitations.LONGEST_KEY,
        required=False,
        allow_blank=True,
        default="",
        help_text="What the link to a private table, or to a kept seat, has behind `?key=`",
    )


@extend_schema_serializer(examples=[OpenApiExample("Example", {"after": 3, "player": 7}, request_only=True)])
class SeatToKeep(SeatWanted):
    """The seat to keep, and for whom."""

    player = serializers.IntegerField(
        min_value=1,
        max_value=2**53,
        required=False,
        allow_null=True,
        default=None,
        help_text="A member of your clubs, or a player who has played with you; none: whoever has the key",
    )


@extend_schema_serializer(examples=[OpenApiExample("Example", {"after": 4, "seat": 2}, request_only=True)])
class SeatToFree(Seen):
    """The seat to keep no longer, or to free from its bot."""

    seat = serializers.IntegerField(min_value=0, max_value=9, help_text="Counted from 0 for A")


@extend_schema_serializer(
    examples=[OpenApiExample("Example", {"after": 5, "words": "a rainy night"}, request_only=True)]
)
class Words(Seen):
    """The words of your seat for the shuffles."""

    words = serializers.CharField(max_length=400, help_text="Plain words; they are public for ever")


class SitView(TableActionView):
    """Sit down at an open table, or move to another free seat there."""

    serializer_class = SeatAndKey

    @extend_schema(responses=TableSeen)
    def post(self, request: Request, pk: int) -> Response:
        """Return the table after the change."""
        table, player, body = self.get_object(), self.player, self.validated()

        def sit() -> None:
            tables.sit_down(pk, seat=body["seat"], player=player, at=timezone.now(), key=body["key"])

        return self.act(table, body["after"], sit)


class KeepSeatView(TableActionView):
    """Keep a free seat for a player, who is notified; only the host can.

    Without a player it is kept for whoever sits down with its key of `seat_keys`. After half an hour, or
    after three turns if that is longer, the seat is free again.
    """

    serializer_class = SeatToKeep

    @extend_schema(responses=TableSeen)
    def post(self, request: Request, pk: int) -> Response:
        """Return the table after the change."""
        table, host, body = self.get_object(), self.player, self.validated()

        def keep() -> None:
            wanted = body["player"]
            player = None if wanted is None else companions.require(host, wanted)
            by = f"player:{host.pk}"
            tables.keep(pk, player=player, seat=body["seat"], by=by, at=timezone.now())

        return self.act(table, body["after"], keep)


class FreeSeatView(TableActionView):
    """Keep a seat no longer, or remove its bot; only the host can."""

    serializer_class = SeatToFree

    @extend_schema(responses=TableSeen)
    def post(self, request: Request, pk: int) -> Response:
        """Return the table after the change."""
        table, by, body = self.get_object(), f"player:{self.player.pk}", self.validated()

        def free() -> None:
            tables.free(pk, seat=body["seat"], by=by, at=timezone.now())

        return self.act(table, body["after"], free)


class SeatBotView(TableActionView):
    """Seat a bot; only the host can."""

    serializer_class = SeatWanted

    @extend_schema(responses=TableSeen)
    def post(self, request: Request, pk: int) -> Response:
        """Return the table after the change."""
        table, by, body = self.get_object(), f"player:{self.player.pk}", self.validated()

        def seat_bot() -> None:
            tables.seat_bot(pk, seat=body["seat"], by=by, at=timezone.now())

        return self.act(table, body["after"], seat_bot)


class SeatedActionView(TableActionView):
    """Something that only those do who sit at the table."""

    def act_as_seated(self, command: Callable[[Player, dict[str, Any]], Any]) -> Response:
        """Carry out a command of the player with the body; return the table."""
        table, player = self.get_object(), self.player
        if not table.seats.filter(player=player).exists():
            # Refused, unless a player who left with this very request sends it again.
            self.once(lambda: require_seat(table, player))
            return self.look()
        body = self.validated()
        return self.act(table, body["after"], lambda: command(player, body))


class LeaveView(SeatedActionView):
    """Leave your seat; in a running match a bot takes over."""

    @extend_schema(responses=TableSeen)
    def post(self, request: Request, pk: int) -> Response:
        """Return the table after the change."""
        return self.act_as_seated(
            lambda player, _body: tables.leave(pk, player=player, at=timezone.now()),
        )


class ComeBackView(SeatedActionView):
    """Take your cards back from the bot."""

    @extend_schema(responses=TableSeen)
    def post(self, request: Request, pk: int) -> Response:
        """Return the table after the change."""
        return self.act_as_seated(
            lambda player, _body: tables.come_back(pk, player=player, at=timezone.now()),
        )


class WordsView(SeatedActionView):
    """Add words to the shuffles from the next deal on."""

    serializer_class = Words

    @extend_schema(responses=TableSeen)
    def post(self, request: Request, pk: int) -> Response:
        """Return the table after the change."""
        return self.act_as_seated(
            lambda player, body: tables.give_words(pk, words=body["words"], player=player, at=timezone.now()),
        )
