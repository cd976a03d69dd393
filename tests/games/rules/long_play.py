"""`python -m tests.games.rules.long_play`: very many commands at random tables, judged by a second reading.

Every table has any options, seats and commands; half of them begin near the end of a deal, a match or the
draw pile. After each command the engine's state is held against rules.md read a second time (`outcomes`) and
against the invariants, after each table against its log. Every twentieth match is played to its end by bots;
where they go on for very long all seats help one to go out, and a match that cannot even so be ended is a
fault.
A table that went wrong is told with its number: `--first NUMBER --commands 1` plays it again. The last line
says how many commands there were, and how many exceptions, broken invariants and stuck matches. Several
machines share the work if each begins far behind the one before, such as `--first 1000000`.
"""

import argparse
import os
import signal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import count
from multiprocessing import Pool
from typing import NamedTuple

from games.bots import random_bot, simple_bot
from games.rules.base.chance import Chance
from games.rules.decisions.decide import step
from games.rules.decisions.legal import legal_commands
from games.rules.match import commands as c
from games.rules.match.state import MATCH_OVER, OVER, RUNNING, State
from games.rules.match.visibility import seen_by
from tests.games.rules.any_match import RichChance
from tests.games.rules.comparison import Match, random_table
from tests.games.rules.cooperation import StuckMatch, moves_to_the_end

# What is printed here is the command's answer.
# ruff: noqa: T201

MOVES = 250
PATIENCE = 20_000
"""After so many moves of bots that play for themselves all play together."""
TOGETHER = 20_000
ENDED_ONE_IN = 20
TABLES_AT_ONCE = 50
TOLD_EVERY = 2000

EXCEPTION, INVARIANT, STUCK = "exceptions", "broken invariants", "stuck matches"


class Played(NamedTuple):
    """What became of one table: how many commands and of how many kinds, and what went wrong, of which sort.

    `together` says that the bots had not ended its match for very long.
    """

    commands: int
    kinds: frozenset[str]
    fault: str
    together: bool = False
    sort: str = ""


def main(arguments: Sequence[str] | None = None) -> int:
    """Play until there were enough commands; return 1 if anything went wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.games.rules.long_play", description=__doc__)
    parser.add_argument("--commands", type=int, default=1_000_000)
    parser.add_argument("--first", type=int, default=0, help="the number of the first table")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args(arguments)
    played = tables = together = 0
    kinds: set[str] = set()
    faults = Counter(dict.fromkeys((EXCEPTION, INVARIANT, STUCK), 0))
    began = time.monotonic()
    at_once = max(1, min(TABLES_AT_ONCE, asked.commands // MOVES // asked.processes))
    with Pool(asked.processes, signal.signal, (signal.SIGTERM, signal.SIG_DFL)) as pool:
        for report in pool.imap(play_table, count(asked.first), at_once):
            played, tables = played + report.commands, tables + 1
            kinds |= report.kinds
            together += report.together
            if report.fault:
                faults[report.sort] += 1
                number = asked.first + tables - 1
                print(f"Table {number}: {report.fault}\n", file=sys.stderr, flush=True)
            if tables % TOLD_EVERY == 0:
                print(f"  {_so_far(played, asked.commands, began)}: {_told(faults)}", flush=True)
            if played >= asked.commands:
                break
        pool.terminate()
    print(f"{len(kinds)} kinds of commands; {together} matches were ended by all seats together")
    print(f"{_so_far(played, asked.commands, began)}; tables: {tables:,}; {_told(faults)}")
    return 1 if faults.total() else 0


def play_table(number: int, *, ends: bool = True) -> Played:
    """Play the table of a number, the same table every time; `ends` says to play some to the end."""
    seed = number.to_bytes(8, "big")
    options, seats = random_table(RichChance(b"options" + seed))
    kinds: list[str] = []
    fault, sort, together = "", "", False
    try:
        match = Match(options, seats, seed, near_the_end=number % 2 == 0)
        # One by one, so that those before a fault are counted, too.
        kinds.extend(type(move).__name__ for move in match.play(MOVES))
        if not match.agrees_with_its_log():
            fault, sort = "the log does not give the state", INVARIANT
        elif ends and number % ENDED_ONE_IN == 1:  # an odd table has all its cards
            kinds.extend(type(move).__name__ for move in _play_for_long(match.state, match.chance))
            together = match.state.phase != MATCH_OVER
            kinds.extend(
                type(move).__name__ for move in moves_to_the_end(match.state, match.chance, TOGETHER)
            )
    except Exception as error:  # noqa: BLE001 - whatever it is, it is told and the others are played
        fault, sort = traceback.format_exc(), _sort_of(error)
    return Played(max(1, len(kinds)), frozenset(kinds), fault, together, sort)


def _sort_of(error: Exception) -> str:
    if isinstance(error, StuckMatch):
        return STUCK
    return INVARIANT if isinstance(error, AssertionError) else EXCEPTION


def _so_far(played: int, wanted: int, began: float) -> str:
    """Return how many commands of how many were played in how long, in words."""
    seconds = time.monotonic() - began
    return f"{played:,} of {wanted:,} commands in {seconds:,.0f} s ({played / seconds:,.0f} a second)"


def _told(faults: Counter[str]) -> str:
    return ", ".join(f"{number or 'no'} {sort}" for sort, number in faults.items())


def _play_for_long(state: State, chance: Chance) -> Iterator[c.Command]:
    """Let bots play until the match is over or that takes too long."""
    for _move in range(PATIENCE):
        if state.phase == MATCH_OVER:
            return
        move = _next_of_bots(state, chance)
        step(state, move, chance)
        yield move


def _next_of_bots(state: State, chance: Chance) -> c.Command:
    if state.phase == OVER:
        by_hand = state.options.match_end == "manual" and chance.below(4) == 0
        return c.EndMatch() if by_hand else c.Deal()
    for seat in state.active_seats() if state.phase in RUNNING else ():
        reaction = simple_bot.react(seen_by(state, seat), legal_commands(state, seat), chance)
        if reaction is not None:
            return reaction
    if state.phase == "centre":
        return c.EndCentre()
    # With few cards left players of one kind may go round in circles.
    bot = random_bot if chance.below(4) == 0 else simple_bot
    return bot.choose(seen_by(state, state.to_act), legal_commands(state, state.to_act), chance)


if __name__ == "__main__":
    sys.exit(main())
