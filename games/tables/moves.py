"""The moves of players and referees during a match.

Every command carries the version its sender saw. A command that comes too late changes nothing, so that
pages may send twice and tasks may be delivered twice, late or never.
"""

import datetime as dt
from collections.abc import Sequence
from itertools import takewhile

from django.contrib.auth.models import AnonymousUser
from django.db.models import prefetch_related_objects
from django.utils.translation import gettext as _

from games import quotas
from games.access.players import player_number, seat_of
from games.eventstore import ConflictError, Stored
from games.models import Player, Table
from games.rules.base.refusal import IllegalCommand, Refusal
from games.rules.match.commands import (
    CallTime,
    CallUno,
    Catch,
    Command,
    Deal,
    EndCentre,
    EndMatch,
    JumpIn,
    Penalise,
    Perform,
    PlaceHand,
    Retire,
)
from games.rules.match.events import CardPlayed, FalseCallPenalised, IllegalCardPenalised
from games.tables import deadlines
from games.tables.aggregate import LockedTable, locked_for
from games.tables.queries import Look, show


def act(table_id: int, command: Command, *, after: int, by: str, at: dt.datetime) -> Look:
    """Carry out a player's or referee's command and return what they see after it.

    `after` is the version they saw. A call, a catch, a jump-in, a hand for the centre or a penalty is judged
    as long as it can still be meant; every other command only if nothing that matters to it has happened
    since. A late command that is not legal is a ConflictError (`stale`) and never costs a card (rules.md
    3.16). Other refusals: IllegalCommand of the rules, `conflict`, `not_yours`, `away`, `paused`, and
    `quota_used_up` for very many moves in a minute.
    """
    with locked_for(table_id, by=by, at=at) as held:
        held.require_online()
        held.require(Table.Status.RUNNING)
        _require_own(held, command, by)
        _require_pace(held, by, at)
        if held.table.paused_at is not None:
            raise Refusal("paused", _("The match is paused: no one can move until it continues."))
        if isinstance(command, Deal) and deadlines.is_time_up(held.table, at):
            command = CallTime()
        now = held.table.version
        late = after != now
        if late and not _may_come_late(held, command, after):
            raise ConflictError(version=now)
        known = len(held.rows)
        try:
            held.do(command, by=by, at=at)
        except IllegalCommand as refused:
            raise (ConflictError(version=now) if late else refused) from None
        if late and _was_penalised(held.rows[known:], command):
            raise ConflictError(version=now)
    prefetch_related_objects(held.seats, "player")
    return show(held.table, held.seats, held.state, held.rows, player_number(by))


def _require_own(held: LockedTable, command: Command, by: str) -> None:
    """Refuse a command for another player's seat, or one that only the referee or the clock may give."""
    player = player_number(by)
    seat = seat_of(held.seats, player)
    if isinstance(command, EndCentre):
        raise Refusal("not_yours", _("Only the clock ends the time to slap the pile."))
    if isinstance(command, Retire | CallTime):
        raise Refusal("not_yours", _("Only the organizers of a competition can remove a player permanently."))
    if isinstance(command, Penalise | EndMatch) or (isinstance(command, Perform) and command.seat != seat):
        _require_referee(held, player)
        if seat is not None and not isinstance(command, EndMatch):
            sentence = _(
                "You play at this table: everyone must agree to a penalty, and the player decides "
                "about a dare."
            )
            raise Refusal("own_table", sentence)
        return
    if player is not None and (seat is None or getattr(command, "seat", seat) != seat):
        raise Refusal("not_yours", _("This is not your seat."))
    if seat is not None and held.seats[seat].is_bot:
        raise Refusal("away", _("A bot is playing for you: come back to the table first."))
    if player is None and hasattr(command, "seat"):
        raise Refusal("not_yours", _("Only the player of the seat may do this."))


def _require_pace(held: LockedTable, by: str, at: dt.datetime) -> None:
    """Refuse very many moves in a minute. Only moves of this deal count."""
    player, fewest = player_number(by), min(quotas.of("moves"))
    if player is None or len(held.rows) < fewest:
        return
    recent = takewhile(lambda row: row.at > at - quotas.MINUTE, reversed(held.rows))
    moves = len({row.step for row in recent if row.by == by})
    if moves >= fewest:  # most moves need no query for the account
        user = Player.objects.select_related("user").get(pk=player).user
        quotas.require("moves", user or AnonymousUser(), moves)


def _require_referee(held: LockedTable, player: int | None) -> None:
    """Refuse everybody but the host of the table and organizers."""
    if player is not None and player != held.table.host_id:
        raise Refusal("not_yours", _("Only the referee may do this: the host of the table or an organizer."))


def _may_come_late(held: LockedTable, command: Command, after: int) -> bool:
    """Whether a command for an older version is judged at all."""
    if isinstance(command, CallUno | Catch | Penalise):
        return True
    if not held.table.round_version <= after < held.table.version:
        return False
    since = [row for row in held.rows if row.version > after]
    if isinstance(command, JumpIn):
        # It was meant for the card on top: of several players who jump in the first wins (rules.md 4.5).
        return not any(isinstance(row.event, CardPlayed) for row in since)
    return isinstance(command, PlaceHand) or _only_calls(since)


def _was_penalised(rows: Sequence[Stored], command: Command) -> bool:
    seat = getattr(command, "seat", None)
    costly = FalseCallPenalised | IllegalCardPenalised
    return any(isinstance(row.event, costly) and row.event.seat == seat for row in rows)


def _only_calls(rows: Sequence[Stored]) -> bool:
    """Whether the rows are only calls, catches, penalties, and others coming and going."""
    steps: dict[int, list[object]] = {}
    for row in rows:
        steps.setdefault(row.step, []).append(row.event)
    return all(deadlines.changes_no_turn(events) for events in steps.values())
