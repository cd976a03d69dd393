"""`python -m tests.bench.draws [WORD …]`: time and memory of the longest draws, round after round.

The yardstick is the bare loop of a random round of cards, run before each: what a draw takes is said in its
turns too, so that machines can be compared. With words only those whose names hold one of them are measured.
"""

import random
import resource
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial

import tests.environment
from league.rules.played_rounds import Bye, Entrant, History, PlayedMatch, PlayedRound
from league.rules.swiss.pairing import pair
from league.rules.table_draws.tables import draw_tables
from tests.bench.yardstick import play_round

# What is printed here is the command's answer.
# ruff: noqa: T201

YARDSTICK_SECONDS = 0.5


def main(words: Sequence[str]) -> None:
    """Measure the draws the rules promise a time for."""
    print("Seconds of one processor; in brackets thousands of turns of the yardstick.")
    for name, entrants, rounds, draw, goal in (
        ("Swiss, 200 in pairs", 200, 9, draw_pairs, 5),
        ("Swiss, 1,000 in pairs", 1000, 9, draw_pairs, 20),
        ("Swiss, 2,000 in pairs", 2000, 9, draw_pairs, 90),
        ("Swiss, 1,000 in fours", 1000, 3, draw_fours, 20),
    ):
        if not words or any(word in name for word in words):
            measure(name, entrants, rounds, draw, goal=goal)


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
        f" longest of {rounds} {max(took):5.2f} ({max(turns):5,.0f}): {verdict},"
        f" process at most {_peak():.0f} MB",
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


def _peak() -> float:
    """Return the megabytes that this process has taken at most, in all draws so far."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _round(tables: list[list[Entrant]], byes: list[Entrant]) -> PlayedRound:
    matches = [PlayedMatch(table, [0] * len(table)) for table in tables]
    return PlayedRound(matches, list(map(partial(Bye, points=1), byes)))


if __name__ == "__main__":
    print(f"Folder {tests.environment.folder}.", flush=True)
    main(sys.argv[1:])
