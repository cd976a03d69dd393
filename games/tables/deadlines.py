"""When something happens by itself at a table: a bot moves, a turn is overdue, the next deal begins.

All of it follows from the log, so that a rebuilt table has the same times as the live one. A turn has its
time; when that has run out the bank of its player is used up, and only then the turn is overdue.
"""

import datetime as dt
import zlib
from collections.abc import Sequence
from typing import Any, Final

from games.events.table_events import (
    DeadlineMoved,
    SeatHandedOver,
    SeatLeft,
    SeatReturned,
    TablePaused,
    TableResumed,
    WordsGiven,
)
from games.models import Seat, Table
from games.rules.decisions.legal import legal_commands
from games.rules.house_rules.jumping import may_jump
from games.rules.house_rules.waiting_moves import missing
from games.rules.match import events as e
from games.rules.match import house_events as h
from games.rules.match.commands import CallUno, Catch, JumpIn, PlaceHand
from games.rules.match.state import AWARD, CENTRE, FORFEIT, OPEN, OVER, READY, RUNNING, State

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
LONGEST_DEAL = 25_000
"""After so many moves in one deal of bots alone the clock ends their match: nobody else would."""
DAY = dt.timedelta(days=1)
"""From here on the turns of a table are days, and a pause of it lasts at least so long."""

REACTIONS: Final = (CallUno, Catch, JumpIn, PlaceHand)
"""What people and bots may do when it is not their turn."""


def turn_ends_at(
    table: Table, seats: Sequence[Seat], state: State | None, changes: Sequence[Any], at: dt.datetime
) -> dt.datetime | None:
    """Return when the time of what is awaited ends after one command's events; None when never.

    What does not change whose turn it is (a call, a catch, a penalty, others leaving) moves no end. In a
    pause the time stands still: what begins then begins with the pause, and ends as if there were none.
    Who takes a turn back from a bot goes on with what was left of it.
    """
    if table.status != Table.Status.RUNNING:
        return None
    at = table.paused_at or at
    if state is None:
        return table.turn_ends_at or at + (_pause(table) if all(seat.is_bot for seat in seats) else NEXT_DEAL)
    if state.name == CENTRE:
        return _centre_ends_at(table, seats, state, changes, at)
    if table.turn_ends_at is not None and _is_aside(changes, state.to_act):
        return table.turn_ends_at
    if state.name == OVER:
        return at + (time_allowed(table, OVER) if _people(seats, state) else _pause(table))
    if state.name not in RUNNING:
        return None
    if not seats[state.to_act].is_bot:
        left = table.turn_left_ms
        return at + (time_allowed(table, state.name) if left is None else dt.timedelta(milliseconds=left))
    pause = _pause(table)
    return at + (max(pause, GRACE) if _wants_grace(seats, state, changes) else pause)


def due_at(table: Table, seats: Sequence[Seat]) -> dt.datetime | None:
    """Return when somebody has to be moved on: the end of the turn, of the bank, or of a pause."""
    if table.paused_at is not None:
        # The organizers of a competition hold a pause for as long as they like.
        return None if table.host_id is None else table.paused_at + longest_pause(table)
    if table.turn_ends_at is None:
        return None
    due = table.turn_ends_at + dt.timedelta(milliseconds=bank_ms(table, seats))
    return min(due, table.limit_at) if table.limit_at_once and table.limit_at is not None else due


def is_time_up(table: Table, at: dt.datetime) -> bool:
    """Whether the time of the match is over, and nothing is left to be played to its end."""
    if table.limit_at is None or table.limit_at > at or table.paused_at is not None:
        return False
    return table.limit_at_once or table.state_name == OVER


def is_endless(seats: Sequence[Seat], state: State, moves: int) -> bool:
    """Whether a deal of so many moves is left alone: only bots are in it, and they may go round for ever.

    No rule ends a deal in which players have to pass the same cards round.
    """
    return moves >= LONGEST_DEAL and not _people(seats, state)


def longest_pause(table: Table) -> dt.timedelta:
    """Return how long a pause by a host lasts before the clock ends it, so that no match waits for ever."""
    return max(DAY, dt.timedelta(seconds=table.turn_seconds))


def longest(table: Table, seats: Sequence[Seat]) -> dt.timedelta:
    """Return the longest that what the table waits for can take from now on, without the bank."""
    on_turn = table.turn_seat
    if on_turn is not None and seats[on_turn].is_bot:
        return max(GRACE, dt.timedelta(milliseconds=table.bot_pause_ms * 1.4))
    return time_allowed(table, table.state_name)


def awaited(table: Table, seats: Sequence[Seat]) -> Seat | None:
    """Return the seat whose player is on the clock; None when a bot, everybody or nobody is."""
    if table.status != Table.Status.RUNNING or table.turn_seat is None or table.state_name in (CENTRE, OVER):
        return None
    seat = seats[table.turn_seat]
    return None if seat.is_bot else seat


def bank_ms(table: Table, seats: Sequence[Seat]) -> int:
    """Return what the player on the clock may use beyond the time of the turn."""
    seat = awaited(table, seats)
    # What has a time of its own, such as a forfeit, is no turn to think about.
    return seat.bank_ms if seat is not None and table.state_name not in _NO_TURNS else 0


def turn_left_ms(table: Table, at: dt.datetime) -> int | None:
    """Return what is left of the time of a turn, without the bank; None where there is no end."""
    if table.turn_ends_at is None:
        return None
    return max(0, (table.turn_ends_at - (table.paused_at or at)) // dt.timedelta(milliseconds=1))


def bank_used_ms(table: Table, seats: Sequence[Seat], changes: Sequence[Any], at: dt.datetime) -> int:
    """Return what one command's events at `at` cost of the bank of the seat that is still on the clock."""
    if table.turn_ends_at is None or _is_aside(changes, table.turn_seat):
        return 0
    over = ((table.paused_at or at) - table.turn_ends_at) // dt.timedelta(milliseconds=1)
    return min(max(0, over), bank_ms(table, seats))


def bots_wake_at(
    table: Table, seats: Sequence[Seat], state: State | None, last: dt.datetime
) -> dt.datetime | None:
    """Return when the bots should look at the table after the last event at `last`; None when never."""
    if table.due_at is None or table.paused_at is not None:
        return None
    if state is None:
        return table.due_at
    if state.name == CENTRE:
        first = not state.placed and _people_missing(seats, state)
        return min(table.due_at, last + (GRACE if first else _pause(table)))
    if state.name == OVER or seats[state.to_act].is_bot:
        return table.due_at
    return last + GRACE if attentive_bots(seats, state) else None


def time_allowed(table: Table, name: str) -> dt.timedelta:
    """Return how long people have in a state of the rules, by its name; to object at a physical table."""
    if table.is_physical:
        return dt.timedelta(seconds=table.silence_seconds)
    turn = dt.timedelta(seconds=table.turn_seconds)
    if name in (FORFEIT, AWARD):
        return max(turn, PERFORMANCE)
    if turn >= DAY and name != OVER:
        return turn  # nobody waits at the table for what others do
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
    if isinstance(changes[0], e.SeatGivenUp):
        return not any(isinstance(change, _MOVES_ON) for change in changes)
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
    SeatHandedOver,
    TablePaused,
    TableResumed,
    DeadlineMoved,
    WordsGiven,
)
_MOVES_ON: Final = (e.TurnStarted, e.StarterColourAsked, e.RoundEnded, e.MatchEnded)
"""Of what follows when a seat leaves: somebody else is awaited, or nobody."""
_NO_TURNS: Final = (READY, FORFEIT, AWARD)


def _is_aside(changes: Sequence[Any], on_turn: int | None) -> bool:
    """As `changes_no_turn`; that the seat on turn is left or taken back changes whose time runs."""
    first = changes[0]
    if isinstance(first, SeatLeft | SeatReturned | SeatHandedOver):
        return first.seat != on_turn
    return changes_no_turn(changes)


def _centre_ends_at(
    table: Table, seats: Sequence[Seat], state: State, changes: Sequence[Any], at: dt.datetime
) -> dt.datetime:
    """The window opens once and no hand moves its end, except that nobody waits for bots alone."""
    if not _people_missing(seats, state):
        return at + _pause(table)
    opened = any(isinstance(change, h.HandsUpOpened) for change in changes)
    if opened or table.turn_ends_at is None:
        return at + time_allowed(table, CENTRE)
    return table.turn_ends_at


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
