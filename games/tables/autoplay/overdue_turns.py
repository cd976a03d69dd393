"""The moves of the clock: end an overdue turn, deal the next round, end a pause or the match."""

import datetime as dt
from typing import Final

from games.models import Table
from games.rules.decisions.timeouts import default_command
from games.rules.match.commands import CallTime, Command, Deal, EndMatch
from games.rules.match.events import NOBODY
from games.rules.match.state import AFTER_DRAW, OVER, State
from games.rules.scoresheet.decide import FallSilent
from games.tables import deadlines
from games.tables.aggregate import LockedTable, if_waiting
from games.tables.events import SeatLeft, TableResumed

MANUAL_DEALS: Final = 10
"""After this many deals the clock ends a match that only the host could end, if the table has no host."""


def end_turn(table_id: int, *, version: int, at: dt.datetime) -> bool:
    """End an overdue turn by the defaults of rules.md 3.18, or deal the next round; return whether it did.

    A bot takes over for a player who has missed several turns, so that no match waits for an absent player.
    A pause that nobody ended is over after the longest time of a pause. The result of a physical table is
    final when nobody has objected for long enough.
    Nothing happens when the table has moved on from `version` or its time has not come.
    """
    return if_waiting(table_id, version, lambda held: act_for_clock(held, at))


def act_for_clock(held: LockedTable, at: dt.datetime) -> bool:
    """Do what the clock has to do at a locked table; return whether its time has come."""
    if not is_due(held, at):
        return False
    if held.table.is_physical:
        held.write_down(FallSilent(), reporter=NOBODY, by="clock", at=at)
    elif held.table.paused_at is not None:
        held.note(TableResumed(), by="clock", at=at)
    elif held.state is None:
        held.deal_first(Deal(), by="clock", at=at)
    elif must_end_match(held, at):
        held.do(CallTime(), by="clock", at=at)
    else:
        _end_turn(held, at)
    return True


def must_end_match(held: LockedTable, at: dt.datetime) -> bool:
    """Whether the clock ends the match: its time is up, or bots alone cannot end a deal."""
    moves = held.rows[-1].step - held.rows[0].step
    is_endless = held.state is not None and deadlines.is_endless(held.seats, held.state, moves)
    return is_endless or deadlines.is_time_up(held.table, at)


def is_due(held: LockedTable, at: dt.datetime) -> bool:
    """Whether the table waits for the clock or a bot, and the wait is over."""
    return held.table.due_at is not None and held.table.due_at <= at


def _end_turn(held: LockedTable, at: dt.datetime) -> None:
    state = held.state
    assert state is not None
    awaited, seat = deadlines.awaited(held.table, held.seats), state.to_act
    held.do(_overdue(held), by="clock", at=at)
    if state.phase == AFTER_DRAW and state.to_act == seat:
        held.do(_overdue(held), by="clock", at=at)
    is_running = held.table.status == Table.Status.RUNNING
    if awaited is not None and is_running and awaited.missed >= held.table.away_after:
        held.note(SeatLeft(awaited.index), by="clock", at=at)


def _overdue(held: LockedTable) -> Command:
    """Return the command of the clock: rules.md 3.18, or the end of a match that nobody else could end."""
    state = held.state
    assert state is not None
    if state.phase == OVER and _ends_by_itself(held, state):
        return EndMatch()
    command = default_command(state)
    assert command is not None, state.phase  # only these phases have a time
    return command


def _ends_by_itself(held: LockedTable, state: State) -> bool:
    if state.options.match_end != "manual" or state.round < MANUAL_DEALS:
        return False
    return held.table.host_id is None or all(seat.is_bot for seat in held.seats)
