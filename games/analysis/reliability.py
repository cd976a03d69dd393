"""Compares chances with how deals of bots ended: `python -m games.analysis.reliability --write`.

Club bots, who play unlike the play-outs, play deals that nothing was fitted to. At some steps of each the
chances of all seats are computed as in an analysis. Where a chance is 30 %, the seat has to win about 30 of
a hundred. Rulebooks and numbers of seats that pass are written to `calibration.json`: only they get marks.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from math import sqrt
from typing import Final, NamedTuple

from games.analysis import calibration
from games.analysis.evaluation import Judge, is_over, winners_of_deal
from games.analysis.findings import WHOLE
from games.bots.dice import Dice
from games.bots.playouts import boards, compiling
from games.bots.self_play import BOTS, play_on
from games.rules.base.refusal import Refusal
from games.rules.decisions.decide import new_match, step
from games.rules.match.commands import Deal
from games.rules.match.phases import RUNNING, TURN
from games.rules.options.options import build
from games.rules.options.rulebooks import names

_BINS: Final = 10
_STEPS: Final = (3, 15, 30)
"""The turns of a deal after which chances are compared."""
_LARGEST_ERROR: Final = 0.07
_SURE: Final = 3.0
"""A bin fails if it is off by more than this error, and by so many standard errors."""


class Compared(NamedTuple):
    """A chance, whether the seat won, and the match or deal it comes from."""

    chance: float
    is_won: bool
    source: int = 0


class Bin(NamedTuple):
    """A tenth of the chances: how many, their mean, the share that was won, and its standard error.

    Chances of the same source depend on each other: the error counts sources.
    """

    size: int
    expected: float
    won: float
    error: float


class Reliability(NamedTuple):
    """The agreement of chances and ends: Brier score, that of the mean, and each bin with what was won."""

    brier: float
    without: float
    bins: list[Bin]

    @property
    def is_reliable(self) -> bool:
        """Whether no bin is surely off by much, and the chances say more than the mean."""
        off = [
            abs(expected - won)
            - max(_LARGEST_ERROR, _SURE * sqrt(max(expected * (1 - expected), 0.01) / count))
            for count, expected, won, _error in self.bins
        ]
        return bool(self.bins) and max(off) <= 0 and self.brier < self.without


def measure(preset: str, seats: int, deals: int, worlds: int) -> Reliability:
    """Compare the chances in some deals. Refusal where the rulebook has no table of that size."""
    return agreement(
        [comparison for deal in range(deals) for comparison in _of_a_deal(preset, seats, deal, worlds)]
    )


def agreement(compared: Sequence[Compared]) -> Reliability:
    """Return how far chances and ends agree."""
    mean = sum(comparison.is_won for comparison in compared) / len(compared)
    members: list[list[Compared]] = [[] for _bin in range(_BINS)]
    for comparison in compared:
        members[min(int(comparison.chance * _BINS), _BINS - 1)].append(comparison)
    return Reliability(
        sum((comparison.chance - comparison.is_won) ** 2 for comparison in compared) / len(compared),
        mean * (1 - mean),
        [_bin(some) for some in members if some],
    )


def report(preset: str, seats: int, reliability: Reliability) -> str:
    """Return the figures as lines of text."""
    failed = "" if reliability.is_reliable else " FAILS"
    brier = f"Brier score {reliability.brier:.3f} (the mean alone: {reliability.without:.3f})"
    lines = [f"{preset}, {seats} seats: {brier}{failed}"]
    lines += [
        f"  expected {row.expected:4.0%}  won {row.won:4.0%} ± {1.96 * row.error:4.1%}  of {row.size}"
        for row in reliability.bins
    ]
    return "\n".join(lines)


def main(arguments: list[str]) -> int:
    """Measure presets and numbers of seats; with `--write` keep those that pass."""
    parser = argparse.ArgumentParser(prog="python -m games.analysis.reliability", description=__doc__)
    parser.add_argument("--rulebooks", nargs="*", choices=names(), default=names())
    parser.add_argument("--seats", nargs="*", type=int, default=list(range(2, 11)))
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--worlds", type=int, default=200)
    parser.add_argument("--write", action="store_true", help="keep those that pass in calibration.json")
    options = parser.parse_args(arguments)
    compiling.compile_now()
    proved: dict[str, list[int]] = json.loads(calibration.FILE.read_text("utf-8"))
    for preset in options.rulebooks:
        for seats in options.seats if boards.knows(build(preset)) else ():
            try:
                reliability = measure(preset, seats, options.deals, options.worlds)
            except Refusal:
                continue
            sys.stdout.write(report(preset, seats, reliability) + "\n")
            others = [size for size in proved.get(preset, []) if size != seats]
            proved[preset] = sorted([*others, seats]) if reliability.is_reliable else others
    if options.write:
        kept = [f"  {json.dumps(preset)}: {json.dumps(sizes)}" for preset, sizes in proved.items() if sizes]
        calibration.FILE.write_text("{\n" + ",\n".join(kept) + "\n}\n", "utf-8")
    return 0


def _bin(members: Sequence[Compared]) -> Bin:
    count = len(members)
    won = sum(comparison.is_won for comparison in members) / count
    surplus: dict[int, float] = {}
    for comparison in members:
        surplus[comparison.source] = surplus.get(comparison.source, 0.0) + comparison.is_won - won
    error = sqrt(sum(of_source**2 for of_source in surplus.values())) / count
    guess = (won * count + 1) / (count + 2)  # so that a bin in which all were won is not sure
    least = sqrt(guess * (1 - guess) / count)
    return Bin(count, sum(comparison.chance for comparison in members) / count, won, max(error, least))


def _of_a_deal(preset: str, seats: int, number: int, worlds: int) -> Iterator[Compared]:
    chance = Dice(number + 1)
    state = new_match(preset, build(preset), seats)
    step(state, Deal(), chance)
    judge = Judge(state.options, seats, [], seed=number)
    chances: list[list[int]] = []
    turns = 0
    while state.phase in RUNNING:
        if len(chances) < len(_STEPS) and turns >= _STEPS[len(chances)] and boards.can_show(state):
            chances.append(judge.open(state, worlds).deal)
        turns += play_on(state, chance, BOTS["simple"], until=TURN)
    if is_over(state):
        won = winners_of_deal(state)
        for of_step in chances:
            for seat in range(seats):
                yield Compared(of_step[seat] / WHOLE, won[seat] == WHOLE, number)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
