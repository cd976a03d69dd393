"""The moves of bots at a table, in their turn and out of it."""

import datetime as dt
import secrets
from functools import partial
from typing import Final

from games.bots import strengths
from games.bots.memory import Memory
from games.bots.strong_bot import Effort
from games.rules.base.chance import Chance
from games.rules.decisions.timeouts import default_command
from games.rules.match.commands import Command
from games.rules.match.events import Event
from games.rules.match.state import AWARD, CENTRE, FORFEIT, State
from games.tables import deadlines
from games.tables.aggregate import LockedTable, if_waiting
from games.tables.autoplay.overdue_turns import is_due, must_end_match

_EFFORT: Final = Effort(playouts=6000, milliseconds=60)
"""How long a strong bot may think in a worker: so that no other bot waits for it."""


def play_for_bot(table_id: int, *, version: int, at: dt.datetime) -> bool:
    """Let a bot act at a table that is still at `version`; return whether a bot acted.

    Before its move a bot may catch another player. Nothing happens before people had their time.
    """
    return if_waiting(table_id, version, lambda held: act_for_bot(held, at))


def act_for_bot(held: LockedTable, at: dt.datetime) -> bool:
    """Let a bot act at a locked table; return whether a bot did."""
    if held.state is None or held.table.paused_at is not None or must_end_match(held, at):
        return False
    return _react(held, at) or _move(held, at)


def _react(held: LockedTable, at: dt.datetime) -> bool:
    """Let a bot call late, jump in, put a hand on the centre or catch a player, after people had time."""
    state = held.state
    assert state is not None
    wake_at = deadlines.bots_wake_at(held.table, held.seats, state, held.rows[-1].at)
    bots = deadlines.attentive_bots(held.seats, state)
    if not bots or wake_at is None or at < wake_at:
        return False
    chance = _chance()
    for seat in _reacting_bots(bots, state, chance):
        command = strengths.react(
            held.table.bot_strength, state, seat, chance, partial(_memory, held, seat), _EFFORT
        )
        if command is not None:
            held.do(command, by="bot", at=at)
            return True
    return False


def _reacting_bots(bots: list[int], state: State, chance: Chance) -> list[int]:
    """Return the bots to ask: all that are missing on the centre, else the bot on turn, else any bot."""
    order = chance.shuffled(bots)
    if state.phase == CENTRE:
        return order
    return [state.to_act] if state.to_act in bots else order[:1]


def _move(held: LockedTable, at: dt.datetime) -> bool:
    state = held.state
    assert state is not None
    seat = state.to_act
    if seat < 0 or state.phase == CENTRE or not held.seats[seat].is_bot or not is_due(held, at):
        return False
    held.do(_choice(held, state, seat), by="bot", at=at)
    return True


def _choice(held: LockedTable, state: State, seat: int) -> Command:
    """Return the bot's move. A bot cannot perform a forfeit or a charade: it answers as the clock does."""
    if state.phase in (FORFEIT, AWARD) and (command := default_command(state)):
        return command
    return strengths.choose(
        held.table.bot_strength, state, seat, _chance(), partial(_memory, held, seat), _EFFORT
    )


def _memory(held: LockedTable, seat: int) -> Memory:
    """Return the memory of the seat in the running deal."""
    events = [row.event for row in held.rows if isinstance(row.event, Event)]
    return Memory.of(events, seat, held.table.seat_count)


def _chance() -> Chance:
    return Chance(secrets.token_bytes(32))
