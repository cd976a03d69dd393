"""`python -m tests.bench.draws`: how long the longest draws take, round after round.

The yardstick is the bare loop of a random round of cards, run before each: what a draw takes is said in its
turns too, so that machines can be compared.
"""

import random
import time
from collections.abc import Callable
from functools import partial

import tests.environment
from league.rules.played_rounds import Bye, Entrant, History, PlayedMatch, PlayedRound
from league.rules.swiss.pairing import pair
from league.rules.table_draws.tables import draw_tables
from tests.bench.yardstick import play_round

# What is printed here is the command's answer.
# ruff: noqa: T201

YARDSTICK_SECONDS = 0.5


def main() -> None:
    """Measure the draws the rules promise a time for."""
    print("Seconds of one processor; in brackets thousands of turns of the yardstick.")
    measure("Swiss, 200 in pairs", 200, 9, draw_pairs, goal=5)
    measure("Swiss, 2,000 in pairs", 2000, 9, draw_pairs, goal=90)
    measure("Swiss, 1,000 in fours", 1000, 3, draw_fours, goal=20)


def measure(
    what: str, entrants: int, rounds: int, draw: Callable[[History], PlayedRound], *, goal: float
) -> None:
    """Draw and play rounds; print the mean and the longest draw."""
    dice = random.Random(1)
    history = History(list(range(1, entrants + 1)))
    took, turns = [], []
    for _round in range(rounds):
        speed = yardstick(dice)
        began = time.process_time()
        drawn = draw(history)
        took.append(time.process_time() - began)
        turns.append(took[-1] * speed / 1000)
        history.rounds.append(played(drawn, dice))
    verdict = "in time" if max(took) <= goal else f"longer than {goal:.0f} s"
    print(
        f"{what:22} mean {sum(took) / rounds:5.2f} ({sum(turns) / rounds:5,.0f}),"
        f" longest of {rounds} {max(took):5.2f} ({max(turns):5,.0f}): {verdict}",
        flush=True,
    )


def draw_pairs(history: History) -> PlayedRound:
    """Draw a round of two a match; nobody has any points yet."""
    drawn = pair(history)
    return _round([list(match) for match in drawn.matches], drawn.byes)


def draw_fours(history: History) -> PlayedRound:
    """Draw a round at tables of four; nobody has any points yet."""
    drawn = draw_tables(history, size=4)
    return _round(drawn.tables, drawn.byes)


def played(drawn: PlayedRound, dice: random.Random) -> PlayedRound:
    """Return the round with points by place; the better seed has a better chance."""
    matches = []
    for match in drawn.matches:
        strength = {entrant: dice.random() * 2 - int(entrant) / 500 for entrant in match.entrants}
        weakest_first = sorted(match.entrants, key=lambda entrant: strength[entrant])
        matches.append(
            PlayedMatch(match.entrants, [weakest_first.index(entrant) for entrant in match.entrants])
        )
    return PlayedRound(matches, drawn.byes)


def yardstick(dice: random.Random) -> float:
    """Return turns a second of the bare loop."""
    turns, began = 0, time.process_time()
    while time.process_time() - began < YARDSTICK_SECONDS:
        turns += play_round(dice)
    return turns / (time.process_time() - began)


def _round(tables: list[list[Entrant]], byes: list[Entrant]) -> PlayedRound:
    matches = [PlayedMatch(table, [0] * len(table)) for table in tables]
    return PlayedRound(matches, list(map(partial(Bye, points=1), byes)))


if __name__ == "__main__":
    print(f"Folder {tests.environment.folder}.", flush=True)
    main()
