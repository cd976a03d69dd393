"""When something happens by itself at a table: a bot moves, a turn is overdue, the next deal begins.

All of it follows from the log, so that a rebuilt table has the same times as the live one.
"""

import datetime as dt
import zlib
from collections.abc import Sequence
from typing import Any, Final

from games.models import Seat, Table
from games.rules import events as e
from games.rules import house_events as h
from games.rules.commands import CallUno, Catch, JumpIn, PlaceHand
from games.rules.jumping import may_jump
from games.rules.legal import legal_commands
from games.rules.state import AWARD, CENTRE, FORFEIT, OPEN, OVER, READY, RUNNING, State
from games.rules.waiting_moves import missing
from games.table_events import SeatLeft, SeatReturned

GRACE = dt.timedelta(seconds=2.5)
"""How long people may call, jump in, reach for the centre or catch somebody before a bot does something."""
NEXT_DEAL = dt.timedelta(seconds=6)
"""How long people look at the result of a deal."""
CENTRE_WINDOW = dt.timedelta(seconds=10)
"""How long the hands on the centre are awaited (rules.md 4.7, `uno_centre`)."""
READY_WINDOW = dt.timedelta(seconds=20)
"""How long everybody waits for somebody who sorts new cards (rules.md 3.9, `ready_pause`)."""
PERFORMANCE = dt.timedelta(seconds=60)
"""The least time for a forfeit or a charade, however fast the table plays."""

REACTIONS: Final = (CallUno, Catch, JumpIn, PlaceHand)
"""What people and bots may do when it is not their turn."""


def due_at(
    table: Table, seats: Sequence[Seat], state: State | None, changes: Sequence[Any], at: dt.datetime
) -> dt.datetime | None:
    """Return when somebody has to be moved on after one command's events; None when never.

    What does not change whose turn it is (a call, a catch, a penalty, others leaving) moves no deadline.
    """
    if table.status != Table.Status.RUNNING or state is None:
        return None
    if state.name == CENTRE:
        return _centre_ends_at(table, seats, state, changes, at)
    if table.due_at is not None and _changes_no_turn(changes, state):
        return table.due_at
    if state.name == OVER:
        return at + (time_allowed(table, OVER) if _people(seats, state) else _pause(table))
    if state.name not in RUNNING:
        return None
    if not seats[state.to_act].is_bot:
        return at + time_allowed(table, state.name)
    pause = _pause(table)
    return at + (max(pause, GRACE) if _wants_grace(seats, state, changes) else pause)


def bots_wake_at(
    table: Table, seats: Sequence[Seat], state: State | None, last: dt.datetime
) -> dt.datetime | None:
    """Return when the bots should look at the table after the last event at `last`; None when never."""
    if table.status != Table.Status.RUNNING or state is None or table.due_at is None:
        return None
    if state.name == CENTRE:
        first = not state.placed and _people_missing(seats, state)
        return min(table.due_at, last + (GRACE if first else _pause(table)))
    if state.name == OVER or seats[state.to_act].is_bot:
        return table.due_at
    return last + GRACE if attentive_bots(seats, state) else None


def time_allowed(table: Table, name: str) -> dt.timedelta:
    """Return how long people have in a state of the rules, by its name."""
    turn = dt.timedelta(seconds=table.turn_seconds)
    if name in (FORFEIT, AWARD):
        return max(turn, PERFORMANCE)
    windows = {CENTRE: min(turn, CENTRE_WINDOW), READY: min(turn, READY_WINDOW), OVER: NEXT_DEAL}
    return windows.get(name, turn)


def attentive_bots(seats: Sequence[Seat], state: State) -> list[int]:
    """Return the bots that could call late, catch somebody, jump in or put a hand on the centre now."""
    if not (OPEN in state.uno or state.options.jump_in or state.name == CENTRE):
        return []
    bots = [seat for seat in state.active_seats() if seats[seat].is_bot]
    return [seat for seat in bots if any(isinstance(one, REACTIONS) for one in legal_commands(state, seat))]


def changes_no_turn(changes: Sequence[Any]) -> bool:
    """Whether one command's events leave the turn as it was: calls, catches, penalties, coming and going."""
    if isinstance(changes[0], h.HandPlaced):
        return not any(isinstance(change, h.HandsUpClosed) for change in changes)
    return isinstance(changes[0], _ASIDE)


_ASIDE: Final = (
    e.UnoCalled,
    e.UnoCaught,
    e.RefereePenalty,
    h.SilenceBroken,
    h.FalseCallPenalised,
    h.IllegalCardPenalised,
    SeatLeft,
    SeatReturned,
)


def _changes_no_turn(changes: Sequence[Any], state: State) -> bool:
    first = changes[0]
    if isinstance(first, SeatLeft | SeatReturned):
        return first.seat != state.to_act
    return changes_no_turn(changes)


def _centre_ends_at(
    table: Table, seats: Sequence[Seat], state: State, changes: Sequence[Any], at: dt.datetime
) -> dt.datetime:
    """The window opens once and no hand moves its end, except that nobody waits for bots alone."""
    if not _people_missing(seats, state):
        return at + _pause(table)
    opened = any(isinstance(change, h.HandsUpOpened) for change in changes)
    if opened or table.due_at is None:
        return at + time_allowed(table, CENTRE)
    return table.due_at


def _wants_grace(seats: Sequence[Seat], state: State, changes: Sequence[Any]) -> bool:
    """Whether people might want to be faster than the bot: it must not depend on any hidden card."""
    if not _people(seats, state):
        return False
    if OPEN in state.uno:
        return True
    laid = state.options.jump_in and any(isinstance(change, e.CardPlayed) for change in changes)
    return laid and any(not seats[seat].is_bot and may_jump(state, seat) for seat in state.active_seats())


def _people(seats: Sequence[Seat], state: State) -> bool:
    return any(not seats[seat].is_bot for seat in state.active_seats())


def _people_missing(seats: Sequence[Seat], state: State) -> bool:
    return any(not seats[seat].is_bot for seat in missing(state))


def _pause(table: Table) -> dt.timedelta:
    # Between 60 and 140 per cent, the same again when the table is rebuilt.
    share = zlib.crc32(f"{table.pk}:{table.version}".encode()) / 2**32
    return dt.timedelta(milliseconds=round(table.bot_pause_ms * (0.6 + 0.8 * share)))
