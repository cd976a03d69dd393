"""Let bots play a round without a clock: the seat to act moves, then every seat may react."""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from games.bots import random_bot, simple_bot
from games.rules.base.chance import Chance
from games.rules.decisions.decide import step
from games.rules.decisions.legal import legal_commands
from games.rules.decisions.reactions import reactions_of_bot
from games.rules.match.commands import Command, DrawCard, JumpIn, LayPair, Pass, PlayCard
from games.rules.match.phases import AFTER_DRAW, CENTRE, OPEN, RUNNING
from games.rules.match.state import State
from games.rules.match.visibility import seen_by


class Bot(NamedTuple):
    """The functions of a bot for its turn and out of turn, and whether it needs to see the table."""

    choose: Callable[[Any, list[Command], Chance], Command]
    react: Callable[[Any, list[Command], Chance], Command | None]
    looks: bool
    """A bot that does not look gets None instead of its sight."""


RANDOM: Final = Bot(random_bot.choose, random_bot.react, looks=False)
BOTS: Final = {"random": RANDOM, "simple": Bot(simple_bot.choose, simple_bot.react, looks=True)}
_OTHER_TURNS: Final = frozenset({JumpIn, LayPair, Pass})  # besides the most common


def play_on(state: State, chance: Chance, bot: Bot, until: str = "") -> int:
    """Play a running round in place to its end, or to the phase `until`; return the number of turns."""
    turns = 0
    choose, looks, jumps = bot.choose, bot.looks, state.options.jump_in
    name = state.phase
    while name in RUNNING:
        seat = state.to_act
        sight = seen_by(state, seat) if looks else None
        command = choose(sight, legal_commands(state, seat), chance)
        step(state, command, chance)
        kind, name = type(command), state.phase
        if kind is PlayCard or kind in _OTHER_TURNS or (kind is DrawCard and name != AFTER_DRAW):
            turns += 1
        if jumps or OPEN in state.uno or name == CENTRE:
            turns += _let_all_react(state, chance, bot)
            name = state.phase
        if name == until:
            break
    return turns


def _needs_attention(state: State) -> bool:
    """Whether a seat out of turn could call, catch, jump in or put a hand on the centre."""
    return OPEN in state.uno or state.options.jump_in or state.phase == CENTRE


def _let_all_react(state: State, chance: Chance, bot: Bot) -> int:
    turns = 0
    seats = state.active_seats()
    first = chance.below(len(seats))  # the seat that is asked first is the quickest
    for seat in seats[first:] + seats[:first]:
        if state.phase not in RUNNING or not _needs_attention(state):
            break
        sight = seen_by(state, seat) if bot.looks else None
        command = bot.react(sight, reactions_of_bot(state, seat), chance)
        if command:
            step(state, command, chance)
            turns += type(command) in _OTHER_TURNS
    return turns
