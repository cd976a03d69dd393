"""`python -m tests.bench.draws [WORD …]`: time and memory of the longest draws, round after round.

The yardstick is the bare loop of a random round of cards, run before each: what a draw takes is said in its
turns too, so that machines can be compared. With words only those whose names hold one of them are measured.
The exit code is 1 if a round took longer, or the process more memory, than the rules promise.
"""

import random
import resource
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from itertools import combinations
from typing import Any, Final, NamedTuple

import tests.environment
from league.rules.brackets.parties import pairs_apart
from league.rules.played_rounds import Bye, Entrant, History, PlayedMatch, PlayedRound
from league.rules.swiss.pairing import pair
from league.rules.swiss.usual_opponents import Way
from league.rules.table_draws.tables import draw_tables
from tests.bench.yardstick import play_round

# What is printed here is the command's answer.
# ruff: noqa: T201

YARDSTICK_SECONDS = 0.5
_FIRST_ROUNDS: Final = 3
MEGABYTES = 300
"""What a process may take at most, with all that it holds beside the draw."""


class Field(NamedTuple):
    """Whose rounds are drawn: how many play how often, how, and the seconds that a draw may take.

    `late` enter after the third round. Where all are `level`, every match ends in a tie.
    """

    name: str
    entrants: int
    rounds: int
    draw: Callable[[History], PlayedRound]
    goal: float
    late: int = 0
    is_level: bool = False


def main(words: Sequence[str]) -> int:
    """Measure the draws the rules promise a time for; return 1 if a promise is broken."""
    print("Seconds of one processor; in brackets thousands of turns of the yardstick.")
    is_kept = True
    for field in (
        Field("Swiss, 200 in pairs", 200, 9, draw_pairs, 5),
        Field("Swiss, 1,000 in pairs", 1000, 9, draw_pairs, 20),
        Field("Swiss, 999 in pairs, late entries", 999, 9, draw_pairs, 20, late=50),
        Field("Swiss, 1,000 in pairs, all level", 1000, 6, draw_pairs, 20, is_level=True),
        Field("Swiss, 1,000 in pairs, fold", 1000, 9, draw_folded, 20),
        Field("Swiss, 1,000 in pairs, families", 1000, 9, draw_families, 20),
        Field("Swiss, 1,000 in pairs, families, late", 950, 9, draw_families_and_cars, 20, late=50),
        Field("Swiss, 2,000 in pairs", 2000, 9, draw_pairs, 90),
        Field("Swiss, 1,999 in pairs, late entries", 1949, 9, draw_pairs, 90, late=50),
        Field("Swiss, 1,999 in pairs, families, late", 1949, 9, draw_families_and_cars, 90, late=50),
        Field("Swiss, 1,000 in fours", 1000, 3, draw_fours, 20),
    ):
        if not words or any(word in field.name for word in words):
            is_kept &= measure(field)
    return int(not is_kept)


def measure(field: Field) -> bool:
    """Draw and play rounds; print the mean and the longest draw; return whether all is as promised."""
    dice = random.Random(1)
    history = History(list(range(1, field.entrants + 1)))
    took, turns = [], []
    for number in range(field.rounds):
        if number == _FIRST_ROUNDS:
            history.entrants.extend(range(field.entrants + 1, field.entrants + field.late + 1))
        speed = yardstick(dice)
        began = time.process_time()
        drawn = field.draw(history)
        took.append(time.process_time() - began)
        turns.append(took[-1] * speed / 1000)
        history.rounds.append(played(drawn, dice, is_level=field.is_level))
    rounds = field.rounds
    verdict = "in time" if max(took) <= field.goal else f"LONGER than {field.goal:.0f} s"
    room = "" if _peak() <= MEGABYTES else f", MORE than {MEGABYTES}"
    print(
        f"{field.name:37} mean {sum(took) / rounds:5.2f} ({sum(turns) / rounds:5,.0f}),"
        f" longest of {rounds} {max(took):5.2f} ({max(turns):5,.0f}): {verdict},"
        f" process at most {_peak():.0f} MB{room}",
        flush=True,
    )
    return max(took) <= field.goal and not room


def draw_pairs(history: History, **how: Any) -> PlayedRound:
    """Draw a round of two a match; nobody has any points yet."""
    drawn = pair(history, **how)
    return _round([list(match) for match in drawn.matches], drawn.byes)


def draw_folded(history: History) -> PlayedRound:
    """Draw the first of a group of points against its last."""
    return draw_pairs(history, way=Way(fold=True))


def draw_families(history: History) -> PlayedRound:
    """Draw pairs of whom four at a time, neighbours in the list, must not meet."""
    number = len(history.entrants)
    fours = [range(first, min(first + 4, number + 1)) for first in range(1, number + 1, 4)]
    return draw_pairs(history, forbidden=[frozenset(two) for four in fours for two in combinations(four, 2)])


def draw_families_and_cars(history: History) -> PlayedRound:
    """Draw pairs of whom four of a family, neighbours in the list, must not meet, nor four of a car.

    Somebody's family and car have nobody else in common.
    """
    cars = len(history.entrants) // 4
    parties = {
        int(entrant): f"Family {int(entrant) // 4}; Car {int(entrant) % cars}" for entrant in history.entrants
    }
    return draw_pairs(history, forbidden=pairs_apart(parties))


def draw_fours(history: History) -> PlayedRound:
    """Draw a round at tables of four; nobody has any points yet."""
    drawn = draw_tables(history, size=4)
    return _round(drawn.tables, drawn.byes)


def played(drawn: PlayedRound, dice: random.Random, *, is_level: bool = False) -> PlayedRound:
    """Return the round with points by place; the better seed has a better chance, or all have the same."""
    if is_level:
        return PlayedRound(
            [PlayedMatch(match.entrants, [0.5] * len(match.entrants)) for match in drawn.matches],
            [Bye(bye.entrant, points=0.5) for bye in drawn.byes],
        )
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
    sys.exit(main(sys.argv[1:]))
