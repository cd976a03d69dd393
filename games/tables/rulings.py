"""The rulings of a referee about a seat, and penalties to which everybody at a friendly table agrees.

A host who plays has no power over cards: they ask for a penalty, with a reason, and the others answer.
"""

import datetime as dt
from collections.abc import Sequence
from typing import Any, Final

from django.utils.translation import gettext as _

from games.access.players import seat_of
from games.models import Player, Seat, Table
from games.rules.base.refusal import Refusal
from games.rules.base.spelling import legible
from games.rules.decisions.referee import check_penalty
from games.rules.match import commands
from games.tables.aggregate import LockedTable, locked_for
from games.tables.events import PenaltyAgreed, PenaltyAsked, PenaltyDeclined, PenaltyExplained

ANSWERS: Final = ("agree", "decline")
"""The answers to a penalty that the host asks for."""
RULINGS: Final = ("penalty", "advice", "silence", "performed", "refused", "end")
"""Penalties of three kinds, whether a forfeit was performed, and the end of the match."""
LONGEST_REASON: Final = 60


def ruling(kind: str, *, seat: int, cards: int, words: str = "") -> commands.Command:
    """Return the command of a ruling; `cards` and `words`, what it is for, count for penalties."""
    if kind == "end":
        return commands.EndMatch()
    if kind in ("performed", "refused"):
        return commands.Perform(seat, done=kind == "performed")
    return commands.Penalise(seat, cards, kind, as_reason(words) if kind == "penalty" else "")


def as_reason(words: str) -> str:
    """Return what somebody typed as the reason of a penalty in its stored form."""
    return legible(" ".join(words.split()))[:LONGEST_REASON]


def require_reason(command: commands.Penalise) -> None:
    """Refuse (`reason_needed`) a penalty of which neither its kind nor words say what it is for."""
    if command.reason == "penalty" and not command.words:
        raise Refusal("reason_needed", _("Say what the penalty is for."))


def ask_penalty(table_id: int, command: commands.Penalise, *, player: Player, at: dt.datetime) -> None:
    """Let the host, who plays, ask the others for a penalty; it replaces one that was asked for before.

    Refusals: `not_yours` for everybody else, `paused`, `reason_needed`, `bots_break_no_rules`, those of the
    rules for the penalty.
    """
    with locked_for(table_id, by=f"player:{player.pk}", at=at) as held:
        held.require_online()
        held.require(Table.Status.RUNNING)
        by = _seat_of_host(held, player)
        if held.table.paused_at is not None:
            raise Refusal("paused", _("The match is paused: no one can move until it continues."))
        if held.state is None:
            raise Refusal("conflict", _("The cards have not been dealt yet."))
        check_penalty(held.state, command)
        if held.seats[command.seat].is_bot:
            raise Refusal("bots_break_no_rules", _("A bot plays there, and bots break no rules."))
        require_reason(command)
        cards = {"advice": held.state.options.advice_penalty, "silence": 2}.get(command.reason, command.cards)
        asked = PenaltyAsked(command.seat, cards, command.reason, by, command.words)
        held.note(asked, by=f"player:{player.pk}", at=at)
        if not missing_answers(held.seats, held.table.penalty_asked):
            raise Refusal("nobody_to_ask", _("There is no one else at this table to ask."))


def answer_penalty(table_id: int, *, asked: int, agrees: bool, player: Player, at: dt.datetime) -> None:
    """Agree to a penalty, or not; the seat draws as soon as everybody has agreed.

    `asked` is the time in `penalty_asked`. The host who asked withdraws it by not agreeing. Refusals:
    `not_yours`, `conflict` where this penalty is no longer asked for, those of the rules for the penalty.
    """
    with locked_for(table_id, by=f"player:{player.pk}", at=at) as held:
        held.require_online()
        held.require(Table.Status.RUNNING)
        seat = seat_of(held.seats, player.pk)
        if seat is None:
            raise Refusal("not_yours", _("Only players at this table can answer."))
        request = held.table.penalty_asked
        if not is_open(held.table) or request["at"] != asked:
            raise Refusal("conflict", _("This penalty is no longer asked for."))
        own = f"player:{player.pk}"
        if not agrees:
            held.note(PenaltyDeclined(seat, request["seat"], request["by"]), by=own, at=at)
        elif seat in missing_answers(held.seats, request):
            held.note(PenaltyAgreed(seat), by=own, at=at)
            if not missing_answers(held.seats, held.table.penalty_asked):
                _carry_out(held, request, own, at)


def is_open(table: Table) -> bool:
    """Whether a penalty of the running deal waits for answers."""
    return bool(table.penalty_asked) and table.penalty_asked["deal"] == table.round_number


def missing_answers(seats: Sequence[Seat], request: dict[str, Any]) -> list[int]:
    """Return the seats whose players have to agree and have not: everybody who is there."""
    answered = {request["by"], *request["agreed"]}
    return [seat.index for seat in seats if seat.player_id and not seat.is_bot and seat.index not in answered]


def host_plays(table: Table, seats: Sequence[Seat]) -> bool:
    """Whether the host of a friendly table has a seat at it."""
    return table.host_id is not None and seat_of(seats, table.host_id) is not None


def _seat_of_host(held: LockedTable, player: Player) -> int:
    seat = seat_of(held.seats, player.pk)
    if player.pk != held.table.host_id or seat is None:
        raise Refusal("not_yours", _("Only the host of the table can ask for a penalty."))
    return seat


def _carry_out(held: LockedTable, request: dict[str, Any], by: str, at: dt.datetime) -> None:
    seat, kind = request["seat"], request["kind"]
    held.note(PenaltyExplained(seat, kind, request["by"], request["words"]), by=by, at=at)
    held.do(commands.Penalise(seat, request["cards"], kind), by=by, at=at)
