"""What somebody does at a table: sit down, add bots, start, move, leave, come back, pause."""

from collections.abc import Callable
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games import tables
from games.access import referees
from games.models import Player, Seat, Table
from games.pages.seat_views import sit_down
from games.rules.base.refusal import Refusal
from games.rules.notation.notation import NotationError, command_of_seat
from league.api.base.contract import answers
from league.api.base.endpoint import Endpoint, Seen
from league.api.base.lists import found_or_404
from league.api.serializers.matches import TableSeen
from league.api.tables.tables import look


class SeatWanted(Seen):
    """Which seat, counted from 0 for A; the first free one when none is named."""

    seat = serializers.IntegerField(min_value=0, max_value=9, required=False, allow_null=True, default=None)


class Start(Seen):
    """Whom the host names for the first deal, where the rulebook leaves it to people."""

    dealer = serializers.IntegerField(min_value=0, max_value=9, required=False, allow_null=True, default=None)
    youngest = serializers.IntegerField(
        min_value=0, max_value=9, required=False, allow_null=True, default=None
    )


class Move(Seen):
    """A move in the notation of the rules, without the seat: one of `legal` as it stands there."""

    move = serializers.CharField(max_length=40)


class Words(Seen):
    """What one's seat adds to the shuffles."""

    words = serializers.CharField(max_length=400)


class Act(Endpoint):
    """Something that is done at a table; answered with the table as it is then."""

    form: type[serializers.Serializer] = Seen
    is_for_seated = False

    @answers(TableSeen)
    def post(self, _request: Request, pk: int) -> Response:
        """Answer with the table as it is then."""
        found: Table = found_or_404(Table.objects, pk=pk)
        command = self.command(found)
        self.once(command)
        return Response(look(pk, self))

    def command(self, table: Table) -> Callable[[], Any]:
        """Return what to do, checked as far as that needs no lock."""
        by = self.player
        if self.is_for_seated and not table.seats.filter(player=by).exists():
            # Refused, unless it is sent again by who has left with it.
            return lambda: require_seat(table, by)
        given = self.sent(self.form)

        def do() -> None:
            require_version(table.pk, given["after"])
            self.do(table, by, given)

        return do

    def do(self, table: Table, player: Player, given: dict[str, Any]) -> None:
        """Carry it out."""
        raise NotImplementedError


class Sit(Act):
    """Sit down at an open table."""

    form = SeatWanted

    def do(self, table: Table, player: Player, given: dict[str, Any]) -> None:
        """Take the seat."""
        sit_down(table.pk, player, given["seat"])


class SeatBot(Act):
    """Seat a bot: the host's right."""

    form = SeatWanted

    def do(self, table: Table, player: Player, given: dict[str, Any]) -> None:
        """Seat it."""
        tables.seat_bot(table.pk, seat=given["seat"], by=f"player:{player.pk}", at=timezone.now())


class StartMatch(Act):
    """Start the match: the host's right; bots take the seats still free."""

    form = Start

    def do(self, table: Table, player: Player, given: dict[str, Any]) -> None:
        """Deal."""
        named = {"dealer": given["dealer"], "youngest": given["youngest"]}
        by = f"player:{player.pk}"
        tables.start(table.pk, fill_with_bots=True, by=by, at=timezone.now(), **named)


class Leave(Act):
    """Get up; in a running match a bot plays on."""

    is_for_seated = True

    def do(self, table: Table, player: Player, given: dict[str, Any]) -> None:
        """Leave."""
        tables.leave(table.pk, player=player, at=timezone.now())


class ComeBack(Act):
    """Take one's cards back from the bot."""

    is_for_seated = True

    def do(self, table: Table, player: Player, given: dict[str, Any]) -> None:
        """Come back."""
        tables.come_back(table.pk, player=player, at=timezone.now())


class GiveWords(Act):
    """Add words to the shuffles from the next deal on."""

    form = Words
    is_for_seated = True

    def do(self, table: Table, player: Player, given: dict[str, Any]) -> None:
        """Give them."""
        tables.give_words(table.pk, words=given["words"], player=player, at=timezone.now())


class Moves(Act):
    """Make a move."""

    form = Move

    def command(self, table: Table) -> Callable[[], Any]:
        """Return the move; only who sits here can make one."""
        player = self.player
        seat = require_seat(table, player)
        given = self.sent(self.form)
        try:
            command = command_of_seat(given["move"], seat.index)
        except NotationError:
            raise Refusal("bad_move", _("This move was not understood.")) from None
        after, by = given["after"], f"player:{player.pk}"
        # How old a version a move may have seen the rules of the table say: a call may come late.
        return lambda: tables.act(table.pk, command, after=after, by=by, at=timezone.now()).version


class Pause(Act):
    """Let the match rest: the right of the referee."""

    scope = ""

    def command(self, table: Table) -> Callable[[], Any]:
        """Return it, for the referee only."""
        by = _with_scope(self, referees.require_referee(self.asker, table))
        given = self.sent(Seen)

        def do() -> None:
            require_version(table.pk, given["after"])
            tables.pause(table.pk, by=by, at=timezone.now())

        return do


class Resume(Act):
    """Let a paused match go on: the referee may, and after a while who plays here."""

    scope = ""

    def command(self, table: Table) -> Callable[[], Any]:
        """Return it."""
        found = referees.referee(self.asker, table)
        by = _with_scope(self, found or f"player:{require_seat(table, self.player).player_id}")
        given = self.sent(Seen)

        def do() -> None:
            require_version(table.pk, given["after"])
            tables.resume(table.pk, by=by, at=timezone.now())

        return do


def require_seat(table: Table, player: Player) -> Seat:
    """Return the seat of a player; Refusal `not_yours` for somebody who has none."""
    found = table.seats.filter(player=player).first()
    if found is None:
        raise Refusal("not_yours", _("Only those who sit here can do this. You are watching."))
    return found


def require_version(table_id: int, after: int) -> None:
    """Refuse, `stale`, what was meant for an older version; the table stays locked until it is done."""
    now = Table.objects.select_for_update().filter(pk=table_id).values_list("version", flat=True).first()
    if now != after:
        raise tables.ConflictError(version=now)


def _with_scope(view: Endpoint, by: str) -> str:
    """Return as what somebody acts; hosts and players need a token to play, all others one to organize."""
    view.require_scope("play" if by.startswith("player:") else "organize")
    return by
