"""How long matches last, measured with bots: `python -m games.bots.lengths --write`.

`lengths.json` holds for each preset and number of seats the mean deals and turns of a match, and how far the
turns of matches spread (their standard deviation).
"""

import json
import statistics
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from games.bots.dice import Dice
from games.bots.self_play import BOTS
from games.bots.simulate import play_match
from games.rules.base.refusal import Refusal
from games.rules.decisions.decide import new_match
from games.rules.options.options import build
from games.rules.options.rulebooks import names

FILE: Final = Path(__file__).with_name("lengths.json")
MATCHES: Final = 4
SEATS: Final = range(2, 11)
MOST_TURNS: Final = 2_000
"""After so many turns no more matches of a kind are played: their mean is known well enough."""


class Length(NamedTuple):
    """The mean deals and turns of a match, and the standard deviation of its turns."""

    deals: float
    turns: float
    spread: float


def length(preset: str, seats: int) -> Length | None:
    """Return how long a match of a preset is with so many seats, None where that cannot be played."""
    of_preset = _measured().get(preset, {})
    measured = of_preset.get(str(seats))
    return Length(*measured) if measured else None


def measure(preset: str, seats: int) -> Length:
    """Play matches of a preset between bots. Refusal where the rulebook has no table of that size."""
    options, chance = build(preset), Dice(seats)
    deals: list[int] = []
    turns: list[int] = []
    while len(turns) < MATCHES and (len(turns) < 2 or sum(turns) < MOST_TURNS):
        tally = play_match(new_match(preset, options, seats), chance, BOTS["simple"])
        deals += tally.match_deals
        turns.append(tally.moves)
    return Length(
        round(statistics.fmean(deals), 1), round(statistics.fmean(turns)), round(statistics.stdev(turns))
    )


def main(arguments: list[str]) -> int:
    """Measure every preset at every size of table; print the figures, or write them to the file."""
    lengths: dict[str, dict[str, Length]] = {}
    for preset in names():
        for seats in SEATS:
            try:
                lengths.setdefault(preset, {})[str(seats)] = measure(preset, seats)
            except Refusal:
                continue
    text = "\n".join(_lines(lengths))
    if "--write" in arguments:
        FILE.write_text(text + "\n")
    else:
        sys.stdout.write(text + "\n")
    return 0


def _lines(lengths: Mapping[str, Mapping[str, Length]]) -> list[str]:
    rows = [f"  {json.dumps(preset)}: {json.dumps(sizes)}" for preset, sizes in lengths.items()]
    return ["{", ",\n".join(rows), "}"]


@cache
def _measured() -> dict[str, dict[str, list[float]]]:
    measured: dict[str, dict[str, list[float]]] = json.loads(FILE.read_text())
    return measured


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
