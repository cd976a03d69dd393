"""What matches are like by a rulebook, measured with bots: `python -m games.bots.figures --write`.

`figures.json` holds the figures of each preset and number of seats. Challenges are those of bots: people
bluff more often.
"""

import json
import statistics
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from games.bots.dice import Dice
from games.bots.self_play import BOTS, Bot, play_on
from games.bots.simulate import may_stop
from games.rules.base.chance import Chance
from games.rules.decisions.decide import new_match, step
from games.rules.match.commands import Challenge, Command, Deal, EndMatch
from games.rules.match.state import MATCH_OVER, State
from games.rules.options.combinations import fitting_seats
from games.rules.options.options import Options, build
from games.rules.options.rulebooks import names

FILE: Final = Path(__file__).with_name("figures.json")
DEALS: Final = 2_000
MOST_TURNS: Final = 1_000_000
"""After so many turns no more matches are played."""
BINS: Final = 12
_WIDTHS: Final = (1, 2, 3, 5, 10, 15, 20, 25, 50, 100, 200, 500, 1000)
SECONDS_OF_A_TURN: Final[Mapping[bool, int]] = {True: 6, False: 5}
"""Online, and with real cards."""
SECONDS_OF_A_DEAL: Final[Mapping[bool, int]] = {True: 15, False: 75}
"""Online or with real cards, where people shuffle, deal and count."""


class Spread(NamedTuple):
    """The mean of a quantity, and between which values 80 of 100 lie."""

    mean: float
    low: float
    high: float


class Bins(NamedTuple):
    """How many values lie in each bin of a width, from 0 on; the last bin holds all larger values, too."""

    width: int
    counts: list[int]


class Figures(NamedTuple):
    """What matches with so many seats are like.

    `first` is the share of deals that the first player or a partner wins, `even` what it would be if the
    first turn were worth nothing. `deviation` is the standard deviation of the turns of a match.
    """

    played: int
    deal_turns: Spread
    deal_points: Spread
    match_deals: Spread
    match_turns: Spread
    deviation: float
    first: float
    even: float
    challenges: int
    right: int
    turns: Bins
    points: Bins


def figures(preset: str, seats: int) -> Figures | None:
    """Return the figures of a preset, None where it cannot be played with so many."""
    of_preset = _measured().get(preset, {})
    stored = of_preset.get(str(seats))
    return from_stored(stored) if stored else None


def from_stored(stored: Sequence[Any]) -> Figures:
    """Return figures as they were stored as JSON."""
    played, deal_turns, deal_points, match_deals, match_turns, *numbers, turns, points = stored
    spreads = [Spread(*spread) for spread in (deal_turns, deal_points, match_deals, match_turns)]
    return Figures._make([played, *spreads, *numbers, Bins(*turns), Bins(*points)])


def minutes(of: Figures, *, is_online: bool) -> tuple[float, float]:
    """Return the mean minutes of a deal and of a match."""
    turn, deal = SECONDS_OF_A_TURN[is_online], SECONDS_OF_A_DEAL[is_online]
    return (
        (of.deal_turns.mean * turn + deal) / 60,
        (of.match_turns.mean * turn + of.match_deals.mean * deal) / 60,
    )


def measure(
    preset: str, options: Options, seats: int, *, deals: int = DEALS, turns: int = MOST_TURNS
) -> Figures:
    """Play matches between bots, for so many deals or turns and at least two matches.

    Refusal where so many cannot play.
    """
    tally, chance = _Tally(), Dice(seats)
    while len(tally.match_deals) < 2 or (len(tally.deal_turns) < deals and sum(tally.match_turns) < turns):
        _play(new_match(preset, options, seats), chance, tally)
    sides = seats if options.teams == "off" else 2
    return Figures(
        len(tally.deal_turns),
        _spread(tally.deal_turns),
        _spread(tally.deal_points),
        _spread(tally.match_deals),
        _spread(tally.match_turns),
        round(statistics.stdev(tally.match_turns)),
        round(tally.first / max(1, tally.won), 3),
        round(1 / sides, 3),
        tally.challenges[False] + tally.challenges[True],
        tally.challenges[True],
        _bins(tally.deal_turns),
        _bins(tally.deal_points),
    )


def main(arguments: list[str]) -> int:
    """Measure every preset at every size of table; print the figures, or write them to the file."""
    kinds = [(preset, seats) for preset in names() for seats in fitting_seats(preset, build(preset))]
    measured: dict[str, dict[int, Figures]] = {}
    with ProcessPoolExecutor() as processes:
        for (preset, seats), of in zip(kinds, processes.map(_measure_preset, kinds), strict=True):
            measured.setdefault(preset, {})[seats] = of
    text = "{\n" + ",\n".join(_lines(measured)) + "\n}\n"
    if "--write" in arguments:
        FILE.write_text(text)
    else:
        sys.stdout.write(text)
    return 0


class _Tally:
    """What was counted while matches were played."""

    def __init__(self) -> None:
        self.deal_turns: list[int] = []
        self.deal_points: list[int] = []
        self.match_deals: list[int] = []
        self.match_turns: list[int] = []
        self.won = self.first = 0
        self.challenges: Counter[bool] = Counter()


def _play(state: State, chance: Chance, tally: _Tally) -> None:
    bot, turns = BOTS["simple"], 0
    watched = Bot(_counting(bot.choose, state, tally), bot.react, bot.looks)
    while state.phase != MATCH_OVER:
        if may_stop(state):
            step(state, EndMatch(), chance)
            continue
        step(state, Deal(), chance)
        first, before = state.to_act, sum(state.totals)
        tally.deal_turns.append(play_on(state, chance, watched))
        tally.deal_points.append(sum(state.totals) - before)
        turns += tally.deal_turns[-1]
        if state.winner >= 0:
            tally.won += 1
            tally.first += _side(state, state.winner) == _side(state, first)
    tally.match_deals.append(state.round)
    tally.match_turns.append(turns)


def _counting(
    choose: Callable[[Any, list[Command], Chance], Command], state: State, tally: _Tally
) -> Callable[[Any, list[Command], Chance], Command]:
    """Return a choice that counts challenges, and whether the Wild Draw Four was a bluff."""

    def chosen(sight: Any, commands: list[Command], chance: Chance) -> Command:
        command = choose(sight, commands, chance)
        if type(command) is Challenge:
            tally.challenges[not state.pending_legal] += 1
        return command

    return chosen


def _side(state: State, seat: int) -> int:
    return seat % 2 if state.options.teams == "partners" else seat


def _spread(values: Sequence[int]) -> Spread:
    tenths = statistics.quantiles(values, n=10, method="inclusive")
    return Spread(round(statistics.fmean(values), 1), round(tenths[0]), round(tenths[-1]))


def _bins(values: Sequence[int]) -> Bins:
    # The few longest would make the bins of all others too wide.
    wanted = statistics.quantiles(values, n=50, method="inclusive")[-1] / BINS
    width = next(width for width in _WIDTHS if width >= wanted or width == _WIDTHS[-1])
    counts = Counter(min(max(0, value) // width, BINS - 1) for value in values)
    return Bins(width, [counts[number] for number in range(BINS)])


def _measure_preset(kind: tuple[str, int]) -> Figures:
    preset, seats = kind
    return measure(preset, build(preset), seats)


def _lines(measured: Mapping[str, Mapping[int, Figures]]) -> list[str]:
    rows = []
    for preset, sizes in measured.items():
        of_sizes = [f'    "{seats}": {json.dumps(of)}' for seats, of in sizes.items()]
        rows.append(f"  {json.dumps(preset)}: {{\n" + ",\n".join(of_sizes) + "\n  }")
    return rows


@cache
def _measured() -> dict[str, dict[str, list[Any]]]:
    measured: dict[str, dict[str, list[Any]]] = json.loads(FILE.read_text())
    return measured


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
