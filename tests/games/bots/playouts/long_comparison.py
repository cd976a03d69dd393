"""`python -m tests.games.bots.playouts.long_comparison`: play-outs and engine over many deals.

First every action of some deals of each rulebook is done by both, as in the tests. Then whole deals are
played by the plain and by the compiled play-outs, which must end alike, and their turns, points and winners
are put beside those of the engine's random bots.
"""

# What is printed here is the command's answer.
# ruff: noqa: T201

import argparse
import math
import statistics
from collections.abc import Sequence

from games.bots.dice import Dice
from games.bots.engine_playout import play_out
from games.bots.playouts import boards, compiling
from games.bots.playouts import layout as at
from games.bots.playouts.compiling import Kernel
from games.bots.self_play import RANDOM, play_on
from games.rules.decisions.decide import new_match, step
from games.rules.match.commands import Deal
from games.rules.options.combinations import fitting_seats
from games.rules.options.options import build
from tests.games.bots.playouts.test_the_same_action_in_the_engine import KNOWN, play_both

SEATS = (2, 3, 4, 6, 10)
Ends = list[tuple[int, int, int]]
"""Turns, points and winner of each deal."""


def by_arrays(kernel: Kernel, name: str, seats: int, deals: int, policy: int = at.AT_RANDOM) -> Ends:
    rules = kernel.array(boards.rules_of(build(name)))
    fresh = boards.fresh(seats)
    fresh[at.POLICY : at.POLICY + seats] = [policy] * seats
    ends = []
    for number in range(deals):
        fresh[at.CHANCE] = (number + 1) * 2_654_435_761_987
        board = kernel.array(fresh)
        kernel.deal(board, rules)
        kernel.play_out(board, rules)
        points = sum(int(board[at.POINTS + seat]) for seat in range(seats))
        ends.append((int(board[at.TURNS]), points, int(board[at.WINNER])))
    return ends


def by_the_engine(name: str, seats: int, deals: int) -> Ends:
    options, ends = build(name), []
    for number in range(deals):
        state, dice = new_match(name, options, seats), Dice(number)
        state.dealer = 0
        step(state, Deal(), dice)
        # The quick play-outs of the engine never ask who would jump in.
        turns = play_on(state, dice, RANDOM) if options.jump_in else play_out(state, dice)
        ends.append((turns, sum(state.points), state.winner))
    return ends


def beside(ours: Ends, theirs: Ends, seats: int) -> str:
    """Return both distributions in a line, and how many standard errors apart they are at most."""
    apart = [_apart([end[n] for end in ours], [end[n] for end in theirs]) for n in (0, 1)]
    for seat in range(seats):
        wins = [[float(end[2] == seat) for end in ends] for ends in (ours, theirs)]
        apart.append(_apart(*wins))
    means = [f"{statistics.fmean(end[n] for end in ends):.2f}" for n in (0, 1) for ends in (ours, theirs)]
    turns, points = " and ".join(means[:2]), " and ".join(means[2:])
    return f"turns {turns}, points {points}; at most {max(apart):.1f} standard errors apart"


def _apart(ours: Sequence[float], theirs: Sequence[float]) -> float:
    error = math.sqrt(sum(statistics.pvariance(row) / len(row) for row in (ours, theirs)))
    difference = abs(statistics.fmean(ours) - statistics.fmean(theirs))
    return difference / error if error else float(difference > 0)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=4, help="deals of each rulebook, action by action")
    parser.add_argument("--many", type=int, default=100_000, help="deals of the distributions")
    parser.add_argument("--engine", type=int, default=20_000, help="as many by the engine")
    parser.add_argument("--rulebooks", nargs="*", default=KNOWN)
    options = parser.parse_args()
    for name in options.rulebooks if options.deals else ():
        for seats in set(SEATS) & set(fitting_seats(name, build(name))):
            actions = sum(play_both(name, seats, seed, seed % 2) for seed in range(options.deals))
            print(f"{name}, {seats} seats: {actions} actions done alike", flush=True)
    compiling.compile_now()
    for name in options.rulebooks:
        seats = 4 if 4 in fitting_seats(name, build(name)) else 2
        for policy in (at.AT_RANDOM, at.SENSIBLE):
            some = [
                by_arrays(kernel, name, seats, 200, policy)
                for kernel in (compiling.plain(), compiling.kernel())
            ]
            assert some[0] == some[1], f"{name}: compiled play-outs end otherwise than plain ones"
        ours = by_arrays(compiling.kernel(), name, seats, options.many)
        theirs = by_the_engine(name, seats, options.engine)
        print(f"{name}, {seats} seats: {beside(ours, theirs, seats)}", flush=True)


if __name__ == "__main__":
    main()
