"""`python -m tests.games.analysis alarms|chances|agreement|times`: figures about the analysis, compiled.

`alarms` counts the marks of bots (`--bots strong`). `chances` adds chances at random steps of matches to a
file (`--samples`). `agreement` compares those of some files with ends; with `--write` it keeps the figure of
the documentation. `times` measures the analysis of whole matches in processor time. `--first` and `--count`
are seeds of matches: parts of a long measurement are added up.
"""

# What is printed here is the command's answer.
# ruff: noqa: T201

import argparse
import os
import random
import time
from pathlib import Path

import django

from tests.bench.yardstick import play_round


def main() -> None:
    """Measure what the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m tests.games.analysis", description=__doc__)
    parser.add_argument("what", choices=("alarms", "chances", "agreement", "times"))
    parser.add_argument("--bots", choices=("strong", "sensible", "club"), default="strong")
    parser.add_argument("--playouts", type=int, default=20_000, help="of a strong bot for each choice")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--count", type=int, default=10)
    parser.add_argument("--samples", nargs="*", type=Path, default=[])
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    from games.bots.playouts import compiling

    if asked.what == "agreement":
        _agreement(asked.seats, asked.samples, is_kept=asked.write)
        return
    print(f"compiled: {compiling.compile_now()}")
    seeds = range(asked.first, asked.first + asked.count)
    if asked.what == "alarms":
        _alarms(asked.bots, asked.playouts, asked.seats, seeds)
    elif asked.what == "times":
        _times(asked.seats, seeds)
    else:
        _chances(asked.seats, seeds, asked.samples[0])


def _alarms(bots: str, playouts: int, seats: int, seeds: range) -> None:
    from games.analysis.deal import usual_worlds
    from tests.games.analysis.bot_matches import Club, Sensible, Strong
    from tests.games.analysis.false_alarms import Alarms, alarms

    bot = {"strong": Strong(playouts), "sensible": Sensible(), "club": Club()}[bots]
    total = Alarms()
    for seed in seeds:
        total += alarms([bot] * seats, [seed], usual_worlds())
        print(f"classic, {seats} seats, {bots}: {total}", flush=True)


def _chances(seats: int, seeds: range, file: Path) -> None:
    from games.analysis.deal import usual_worlds
    from tests.games.analysis.agreement import keep, samples

    for seed in seeds:
        keep(samples(seats, [seed], usual_worlds()), file)


def _agreement(seats: int, files: list[Path], *, is_kept: bool) -> None:
    from games.analysis.reliability import agreement, report
    from tests.games.analysis import agreement as taken
    from tests.games.analysis.reliability_figure import kept

    samples = taken.kept(files)
    reliabilities = {kind: agreement(taken.compared(samples, kind)) for kind in taken.KINDS}
    about = f"{len({sample.match for sample in samples})} matches of club bots, classic, {seats} seats"
    print(about)
    for kind, reliability in reliabilities.items():
        print(report(kind, seats, reliability))
    if is_kept:
        kept(seats, about, reliabilities)


def _times(seats: int, seeds: range) -> None:
    from games.analysis.deal import first_picture, second_picture, usual_worlds
    from tests.games.analysis.bot_matches import Club, match_of

    print(f"yardstick: {_yardstick():,.0f} turns a second of the bare loop of `make bench`", flush=True)
    for seed in seeds:
        match = match_of([Club()] * seats, seed)
        worlds = usual_worlds().of_match(sum(map(len, match.deals)), match.seats)
        begun = time.process_time()
        pictures = [first_picture(match.deal(number + 1), worlds) for number in range(len(match.deals))]
        first = time.process_time() - begun
        for deal in pictures:
            second_picture(match.deal(deal.number), worlds, deal, is_proved=True)
        steps = sum(map(len, match.deals))
        whole = time.process_time() - begun
        deals = len(match.deals)
        print(
            f"{seats} seats: {deals} deals, {steps} steps: {first / deals:.2f} s a deal, {whole:.1f} s",
            flush=True,
        )


def _yardstick() -> float:
    """Return the turns a second of the bare loop, the best of some slices of processor time."""
    best, dice = 0.0, random.Random(1)
    for _slice in range(5):
        begun, turns = time.process_time(), 0
        while time.process_time() - begun < 0.3:
            turns += play_round(dice)
        best = max(best, turns / (time.process_time() - begun))
    return best


if __name__ == "__main__":
    main()
