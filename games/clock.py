"""When something happens by itself at a table: a bot moves, a turn is overdue, the next deal begins.

All of it follows from the log, so that a rebuilt table has the same times as the live one.
"""

import datetime as dt
import zlib
from collections.abc import Sequence
from typing import Any

from games.models import Seat, Table
from games.rules import events as e
from games.rules.state import OPEN, OVER, RUNNING, State
from games.table_events import SeatLeft, SeatReturned

GRACE = dt.timedelta(seconds=2.5)
"""How long people may call, or catch somebody, before a bot does something about it."""
NEXT_DEAL = dt.timedelta(seconds=6)
"""How long people look at the result of a deal."""


def due_at(
    table: Table, seats: Sequence[Seat], state: State | None, changes: Sequence[Any], at: dt.datetime
) -> dt.datetime | None:
    """Return when somebody has to be moved on after one command's events; None when never.

    What does not change whose turn it is (a call, a catch, a penalty, others leaving) moves no deadline.
    """
    if table.status != Table.Status.RUNNING or state is None:
        return None
    if table.due_at is not None and _changes_no_turn(changes, state):
        return table.due_at
    if state.name == OVER:
        return at + (NEXT_DEAL if _people(seats, state) else _pause(table))
    if state.name not in RUNNING:
        return None
    if not seats[state.to_act].is_bot:
        return at + dt.timedelta(seconds=table.turn_seconds)
    pause = _pause(table)
    return at + (max(pause, GRACE) if OPEN in state.uno and _people(seats, state) else pause)


def bots_wake_at(
    table: Table, seats: Sequence[Seat], state: State | None, last: dt.datetime
) -> dt.datetime | None:
    """Return when the bots should look at the table after the last event at `last`; None when never."""
    if table.status != Table.Status.RUNNING or state is None or table.due_at is None:
        return None
    if state.name == OVER or seats[state.to_act].is_bot:
        return table.due_at
    return last + GRACE if attentive_bots(seats, state) else None


def attentive_bots(seats: Sequence[Seat], state: State) -> list[int]:
    """Return the bots that could call late or catch somebody now."""
    return [seat for seat in state.active_seats() if seats[seat].is_bot] if OPEN in state.uno else []


def changes_no_turn(changes: Sequence[Any]) -> bool:
    """Whether one command's events leave the turn as it was: calls, catches, penalties, coming and going."""
    return isinstance(changes[0], e.UnoCalled | e.UnoCaught | e.RefereePenalty | SeatLeft | SeatReturned)


def _changes_no_turn(changes: Sequence[Any], state: State) -> bool:
    first = changes[0]
    if isinstance(first, SeatLeft | SeatReturned):
        return first.seat != state.to_act
    return changes_no_turn(changes)


def _people(seats: Sequence[Seat], state: State) -> bool:
    return any(not seats[seat].is_bot for seat in state.active_seats())


def _pause(table: Table) -> dt.timedelta:
    # Between 60 and 140 per cent, the same again when the table is rebuilt.
    share = zlib.crc32(f"{table.pk}:{table.version}".encode()) / 2**32
    return dt.timedelta(milliseconds=round(table.bot_pause_ms * (0.6 + 0.8 * share)))
