"""Plays matches between bots as fast as it can: `python -m games.bots.simulate --seats 4 --json`."""

import argparse
import json
import sys
import time
from collections.abc import Callable
from typing import Final

from games.bots import random_bot, simple
from games.rules.chance import Chance
from games.rules.commands import Command, Deal, EndMatch
from games.rules.decide import new_match, step
from games.rules.legal import legal_commands
from games.rules.options import Options, build
from games.rules.refusal import Refusal
from games.rules.sight import Sight, seen_by
from games.rules.state import CENTRE, MATCH_OVER, OPEN, OVER, RUNNING, State

_ROUNDS_BY_HAND: Final = 3
Choose = Callable[[Sight, list[Command], Chance], Command]
React = Callable[[Sight, list[Command], Chance], Command | None]
BOTS: Final[dict[str, tuple[Choose, React]]] = {
    "simple": (simple.choose, simple.react),
    "random": (random_bot.choose, random_bot.react),
}


def play_match(state: State, chance: Chance, choose: Choose, react: React) -> int:
    """Play a match to its end and return how many commands it took, deals included."""
    moves = 0
    while state.name != MATCH_OVER:
        moves += 1
        if state.to_act < 0:
            step(state, EndMatch() if _may_stop(state) else Deal(), chance)
            continue
        if OPEN in state.uno or state.options.jump_in or state.name == CENTRE:
            moves += _let_all_react(state, chance, react)
        if state.name not in RUNNING:
            continue
        seat = state.to_act
        step(state, choose(seen_by(state, seat), legal_commands(state, seat), chance), chance)
    return moves


def _may_stop(state: State) -> bool:
    """Whether a match that ends by hand has had a few rounds."""
    return state.options.match_end == "manual" and state.name == OVER and state.round >= _ROUNDS_BY_HAND


def _let_all_react(state: State, chance: Chance, react: React) -> int:
    moves = 0
    for seat in state.active_seats():
        if not (OPEN in state.uno or state.options.jump_in or state.name == CENTRE):
            break
        command = react(seen_by(state, seat), legal_commands(state, seat), chance)
        if command:
            step(state, command, chance)
            moves += 1
    return moves


def run(rulebook: str, options: Options, seats: int, bots: str, seconds: float) -> dict[str, float]:
    """Play whole matches for about `seconds` of processor time; return rounds, moves and the times taken."""
    choose, react = BOTS[bots]
    chance = Chance(b"simulation")
    rounds = moves = 0
    wall, cpu = time.perf_counter(), time.process_time()
    while not rounds or time.process_time() - cpu < seconds:
        state = new_match(rulebook, options, seats)
        moves += play_match(state, chance, choose, react)
        rounds += state.round
    return {
        "rounds": rounds,
        "moves": moves,
        "wall": round(time.perf_counter() - wall, 3),
        "cpu": round(time.process_time() - cpu, 3),
    }


def main(arguments: list[str]) -> int:
    """Run the simulation of the command line and print its numbers."""
    parser = argparse.ArgumentParser(prog="python -m games.bots.simulate", description=__doc__)
    parser.add_argument("--rulebook", default="classic")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--bots", choices=sorted(BOTS), default="random")
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    asked = parser.parse_args(arguments)
    try:
        numbers = run(asked.rulebook, build(asked.rulebook), asked.seats, asked.bots, asked.seconds)
    except Refusal as refusal:
        parser.error(refusal.sentence)
    if asked.json:
        print(json.dumps(numbers))  # noqa: T201 - the command's answer
    else:
        per_second = numbers["rounds"] / numbers["cpu"], numbers["moves"] / numbers["cpu"]
        print("{:.0f} rounds and {:.0f} moves a second".format(*per_second))  # noqa: T201
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
