"""The times of a table: the next move of a bot, the end of a turn, the start of the next deal.

All of these times follow from the log, so that a rebuilt table has the same times as the live one. When the
time of a turn has run out, the time bank of its player runs; the turn is overdue when the bank is empty too.
"""

import datetime as dt
import zlib
from collections.abc import Sequence
from typing import Any, Final

from games.bots import thinking_time
from games.models import Seat, Table
from games.rules.decisions.reactions import reactions_of_bot
from games.rules.house_rules.jumping import may_jump
from games.rules.house_rules.waiting_moves import missing
from games.rules.match import events as e
from games.rules.match.commands import CallUno, Catch, JumpIn, PlaceHand
from games.rules.match.state import AWARD, CENTRE, FORFEIT, OPEN, OVER, READY, RUNNING, State
from games.tables.events import (
    DeadlineMoved,
    DecisionWithdrawn,
    MatchDecided,
    PenaltyAgreed,
    PenaltyAsked,
    PenaltyDeclined,
    PenaltyExplained,
    SeatHandedOver,
    SeatLeft,
    SeatReturned,
    TablePaused,
    TableResumed,
    TurnPutOff,
    WordsGiven,
)

GRACE = dt.timedelta(seconds=2.5)
"""How long people may call, jump in, reach for the centre or catch somebody before a bot does something.

After a deal they look at its result, and at their new cards, before a bot begins."""
NEXT_DEAL = dt.timedelta(seconds=6)
"""How long people look at the result of a deal of up to four players."""
ANOTHER_ROW = dt.timedelta(seconds=1)
"""How much longer they look at it for each player beyond four."""
CENTRE_WINDOW = dt.timedelta(seconds=10)
"""How long the table waits for the hands on the centre (rules.md 4.7, `uno_centre`)."""
READY_WINDOW = dt.timedelta(seconds=20)
"""How long the table waits for a player who sorts new cards (rules.md 3.9, `ready_pause`)."""
PERFORMANCE = dt.timedelta(seconds=60)
"""The least time for a forfeit or a charade, however fast the table plays."""
LONGEST_DEAL = 25_000
"""The clock ends a match of bots alone after this many moves in one deal: nobody else would end it."""
TOLD_FROM = dt.timedelta(minutes=10)
"""Of turns as long as this or longer players are notified."""
DAY = dt.timedelta(days=1)
"""Tables with turns of a day or longer are played by correspondence. No pause ends sooner than this."""

_FORGIVEN: Final = 3
"""The usual number of turns missed in a row before a bot takes over, where turns do not last days."""

REACTIONS: Final = (CallUno, Catch, JumpIn, PlaceHand)
"""The commands that people and bots may give when it is not their turn."""


def usual_away_after(turn_seconds: int) -> int:
    """Return after how many missed turns in a row a bot usually takes over."""
    return 1 if turn_seconds >= DAY.total_seconds() else _FORGIVEN


def turn_ends_at(
    table: Table, seats: Sequence[Seat], state: State | None, changes: Sequence[Any], at: dt.datetime
) -> dt.datetime | None:
    """Return when the turn ends after one command's events; None when there is no end.

    Events that do not change whose turn it is (a call, a catch, a penalty, others leaving) do not move the
    end. In a pause the time stands still: a turn that begins in a pause counts from the start of the pause.
    A player who takes a turn back from a bot has the time that was left of it.
    """
    if table.status != Table.Status.RUNNING:
        return None
    at = table.paused_at or at
    if state is None:
        return table.turn_ends_at or at + (_pause(table) if all(seat.is_bot for seat in seats) else NEXT_DEAL)
    if state.phase == CENTRE:
        return _centre_ends_at(table, seats, state, changes, at)
    if table.turn_ends_at is not None and _is_aside(changes, state.to_act):
        return table.turn_ends_at
    if state.phase == OVER:
        # Whoever is out of an elimination still reads what each deal came to.
        return at + (time_allowed(table, OVER) if _onlookers(seats, state) else _pause(table))
    if state.phase not in RUNNING:
        return None
    if not seats[state.to_act].is_bot:
        left_ms = table.turn_left_ms
        return at + (
            time_allowed(table, state.phase) if left_ms is None else dt.timedelta(milliseconds=left_ms)
        )
    pause = _pause(table) * (thinking_time.share(state) if _people(seats, state) else 1)
    return at + (max(pause, GRACE) if _wants_grace(seats, state, changes) else pause)


def due_at(table: Table, seats: Sequence[Seat]) -> dt.datetime | None:
    """Return when the clock has to act: at the end of the turn, of the bank, or of a pause."""
    if table.paused_at is not None:
        # The organizers of a competition hold a pause for as long as they like.
        return None if table.host_id is None else table.paused_at + longest_pause(table)
    if table.turn_ends_at is None:
        return None
    due = table.turn_ends_at + dt.timedelta(milliseconds=bank_ms(table, seats))
    return min(due, table.limit_at) if table.limit_at_once and table.limit_at is not None else due


def is_time_up(table: Table, at: dt.datetime) -> bool:
    """Whether the time of the match is over and no running deal has to be finished first."""
    if table.limit_at is None or table.limit_at > at or table.paused_at is not None:
        return False
    return table.limit_at_once or table.state_name == OVER


def is_endless(seats: Sequence[Seat], state: State, moves: int) -> bool:
    """Whether a deal of bots alone has had too many moves to end by itself.

    No rule ends a deal in which players have to pass the same cards round for ever.
    """
    return moves >= LONGEST_DEAL and not _people(seats, state)


def longest_pause(table: Table) -> dt.timedelta:
    """Return how long a pause by a host can last before the clock ends it."""
    return max(DAY, dt.timedelta(seconds=table.turn_seconds))


def longest(table: Table, seats: Sequence[Seat]) -> dt.timedelta:
    """Return the longest time the table can wait for the current turn from now on, without the bank."""
    on_turn = table.turn_seat
    if on_turn is not None and seats[on_turn].is_bot:
        return max(GRACE, dt.timedelta(milliseconds=table.bot_pause_ms * 1.4))
    return time_allowed(table, table.state_name)


def awaited(table: Table, seats: Sequence[Seat]) -> Seat | None:
    """Return the seat whose player is on the clock; None when a bot is, or several players, or nobody."""
    if table.status != Table.Status.RUNNING or table.turn_seat is None or table.state_name in (CENTRE, OVER):
        return None
    seat = seats[table.turn_seat]
    return None if seat.is_bot else seat


def bank_ms(table: Table, seats: Sequence[Seat]) -> int:
    """Return the milliseconds the player on the clock may use beyond the time of the turn."""
    seat = awaited(table, seats)
    # The bank is for thinking about a turn, not for a forfeit or another phase with a time of its own.
    return seat.bank_ms if seat is not None and table.state_name not in _NO_TURNS else 0


def turn_left_ms(table: Table, at: dt.datetime) -> int | None:
    """Return the milliseconds left of a turn, without the bank; None where the turn has no end."""
    if table.turn_ends_at is None:
        return None
    return max(0, (table.turn_ends_at - (table.paused_at or at)) // dt.timedelta(milliseconds=1))


def bank_used_ms(table: Table, seats: Sequence[Seat], changes: Sequence[Any], at: dt.datetime) -> int:
    """Return the milliseconds the seat on the clock has used of its bank when a command comes at `at`."""
    if table.turn_ends_at is None or _is_aside(changes, table.turn_seat):
        return 0
    overtime = ((table.paused_at or at) - table.turn_ends_at) // dt.timedelta(milliseconds=1)
    return min(max(0, overtime), bank_ms(table, seats))


def bots_wake_at(
    table: Table, seats: Sequence[Seat], state: State | None, last: dt.datetime
) -> dt.datetime | None:
    """Return when the bots should next check the table after the last event at `last`; None for never."""
    if table.due_at is None or table.paused_at is not None:
        return None
    if state is None:
        return table.due_at
    if state.phase == CENTRE:
        is_first_hand = not state.placed and _people_missing(seats, state)
        return min(table.due_at, last + (GRACE if is_first_hand else _pause(table)))
    if state.phase == OVER or seats[state.to_act].is_bot:
        return table.due_at
    return last + GRACE if attentive_bots(seats, state) else None


def time_allowed(table: Table, name: str) -> dt.timedelta:
    """Return how long people have in a phase of the rules; at a physical table, how long they can object."""
    if table.is_physical:
        return dt.timedelta(seconds=table.silence_seconds)
    turn = dt.timedelta(seconds=table.turn_seconds)
    if name in (FORFEIT, AWARD):
        return max(turn, PERFORMANCE)
    if turn >= DAY and name != OVER:
        return turn  # nobody sits at the table to react at once
    reading = NEXT_DEAL + max(0, table.seat_count - 4) * ANOTHER_ROW
    windows = {CENTRE: min(turn, CENTRE_WINDOW), READY: min(turn, READY_WINDOW), OVER: reading}
    return windows.get(name, turn)


def attentive_bots(seats: Sequence[Seat], state: State) -> list[int]:
    """Return the bots that could call late, catch somebody, jump in or put a hand on the centre now."""
    if not (OPEN in state.uno or state.options.jump_in or state.phase == CENTRE):
        return []
    bots = [seat for seat in state.active_seats() if seats[seat].is_bot]
    return [
        seat
        for seat in bots
        if any(isinstance(command, REACTIONS) for command in reactions_of_bot(state, seat))
    ]


def changes_no_turn(changes: Sequence[Any]) -> bool:
    """Whether the events of a command leave the turn alone: calls, catches, penalties, coming and going."""
    if isinstance(changes[0], e.HandPlaced):
        return not any(isinstance(change, e.HandsUpClosed) for change in changes)
    if isinstance(changes[0], e.SeatGivenUp):
        return not any(isinstance(change, _MOVES_ON) for change in changes)
    return isinstance(changes[0], _ASIDE)


_ASIDE: Final = (
    e.UnoCalled,
    e.UnoCaught,
    e.RefereePenalty,
    e.SilenceBroken,
    e.FalseCallPenalised,
    e.IllegalCardPenalised,
    PenaltyAsked,
    PenaltyAgreed,
    PenaltyDeclined,
    PenaltyExplained,
    SeatLeft,
    SeatReturned,
    SeatHandedOver,
    TablePaused,
    TableResumed,
    DeadlineMoved,
    TurnPutOff,
    MatchDecided,
    DecisionWithdrawn,
    WordsGiven,
)
_MOVES_ON: Final = (e.TurnStarted, e.StarterColourAsked, e.RoundEnded, e.MatchEnded)
"""The events that change whose turn it is when a seat has left."""
_NO_TURNS: Final = (READY, FORFEIT, AWARD)


def _is_aside(changes: Sequence[Any], on_turn: int | None) -> bool:
    """As `changes_no_turn`, except that the time changes when the seat on turn is left or taken back."""
    first = changes[0]
    if isinstance(first, SeatLeft | SeatReturned | SeatHandedOver):
        return first.seat != on_turn
    return changes_no_turn(changes)


def _centre_ends_at(
    table: Table, seats: Sequence[Seat], state: State, changes: Sequence[Any], at: dt.datetime
) -> dt.datetime:
    """Return when the time for hands on the centre ends; bots alone get no such time."""
    if not _people_missing(seats, state):
        return at + _pause(table)
    is_opened = any(isinstance(change, e.HandsUpOpened) for change in changes)
    if is_opened or table.turn_ends_at is None:
        return at + time_allowed(table, CENTRE)
    return table.turn_ends_at


def _wants_grace(seats: Sequence[Seat], state: State, changes: Sequence[Any]) -> bool:
    """Whether people may want to react before the bot moves. This must not depend on any hidden card."""
    if not _people(seats, state):
        return False
    if OPEN in state.uno or (
        state.round > 1 and any(isinstance(change, e.RoundStarted) for change in changes)
    ):
        return True
    can_be_jumped = state.options.jump_in and any(isinstance(change, e.CardPlayed) for change in changes)
    return can_be_jumped and any(
        not seats[seat].is_bot and may_jump(state, seat) for seat in state.active_seats()
    )


def _people(seats: Sequence[Seat], state: State) -> bool:
    return any(not seats[seat].is_bot for seat in state.active_seats())


def _onlookers(seats: Sequence[Seat], state: State) -> bool:
    return any(not seat.is_bot and seat.index not in state.retired for seat in seats)


def _people_missing(seats: Sequence[Seat], state: State) -> bool:
    return any(not seats[seat].is_bot for seat in missing(state))


def _pause(table: Table) -> dt.timedelta:
    # Between 60 and 140 per cent; the same when the table is rebuilt.
    share = zlib.crc32(f"{table.pk}:{table.version}".encode()) / 2**32
    return dt.timedelta(milliseconds=round(table.bot_pause_ms * (0.6 + 0.8 * share)))
