"""Plays matches between bots as fast as it can: `python -m games.bots.simulate --seats 4 --bots random`."""

import argparse
import json
import statistics
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from games.bots.dice import Dice
from games.bots.engine_playout import play_out
from games.bots.self_play import BOTS, Bot, play_on
from games.rules.base.chance import Chance
from games.rules.base.refusal import Refusal
from games.rules.decisions.decide import new_match, step
from games.rules.match.commands import Deal, EndMatch
from games.rules.match.state import MATCH_OVER, OVER, State
from games.rules.notation.notation import seat_letter
from games.rules.options.options import Options, build

_ROUNDS_BY_HAND: Final = 3
MODES: Final = ("events", "playout")


@dataclass
class Tally:
    """Statistics of matches: turns and points of each deal, deals of each match, wins by seat."""

    deal_turns: list[int] = field(default_factory=list)
    deal_points: list[int] = field(default_factory=list)
    match_deals: list[int] = field(default_factory=list)
    wins: Counter[int] = field(default_factory=Counter)
    wall: float = 0.0
    cpu: float = 0.0

    @property
    def moves(self) -> int:
        """The number of turns; drawing a card and playing it is a single turn."""
        return sum(self.deal_turns)

    def numbers(self) -> dict[str, float]:
        """Return the totals for programs."""
        played = {"rounds": len(self.deal_turns), "moves": self.moves}
        return {**played, "wall": round(self.wall, 3), "cpu": round(self.cpu, 3)}


def play_match(state: State, chance: Chance, bot: Bot, mode: str = "events") -> Tally:
    """Play a match to its end and return its statistics."""
    tally = Tally()
    play = play_out if mode == "playout" else partial(play_on, bot=bot)
    while state.phase != MATCH_OVER:
        if may_stop(state):
            step(state, EndMatch(), chance)
            continue
        step(state, Deal(), chance)
        before = state.totals
        tally.deal_turns.append(play(state, chance))
        tally.deal_points.append(sum(state.totals) - sum(before))
    tally.match_deals.append(state.round)
    tally.wins.update(state.winners)
    return tally


def run(
    rulebook: str, options: Options, seats: int, bots: str, seconds: float, mode: str = "events"
) -> Tally:
    """Play whole matches for about `seconds` of processor time and return the statistics."""
    chance = Dice(1)
    total = Tally()
    wall, cpu = time.perf_counter(), time.process_time()
    while not total.match_deals or time.process_time() - cpu < seconds:
        tally = play_match(new_match(rulebook, options, seats), chance, BOTS[bots], mode)
        total.deal_turns += tally.deal_turns
        total.deal_points += tally.deal_points
        total.match_deals += tally.match_deals
        total.wins += tally.wins
    total.wall = time.perf_counter() - wall
    total.cpu = time.process_time() - cpu
    return total


def report(tally: Tally, seats: int) -> str:
    """Return the statistics that help an organizer to plan an event, in words."""
    matches = len(tally.match_deals)
    speed = f"{tally.cpu:.1f} s of processor time ({tally.moves / tally.cpu:,.0f} turns a second)"
    wins = [f"{seat_letter(seat)} {tally.wins[seat] / matches:.1%}" for seat in range(seats)]
    lines = [
        f"{matches} matches, {len(tally.deal_turns)} deals, {tally.moves} turns in {speed}",
        "turns in a deal:   " + _spread(tally.deal_turns),
        "points in a deal:  " + _spread(tally.deal_points),
        "deals in a match:  " + _spread(tally.match_deals),
        "matches won:       " + ", ".join(wins),
    ]
    return "\n".join(lines)


def main(arguments: list[str]) -> int:
    """Run the simulation of the command line and print its numbers."""
    parser = argparse.ArgumentParser(prog="python -m games.bots.simulate", description=__doc__)
    parser.add_argument("--rulebook", default="classic")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--bots", choices=sorted(BOTS), default="random")
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--mode", choices=MODES, default="events", help="playout: no events kept")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args(arguments)
    if options.mode == "playout" and options.bots != "random":
        parser.error("Play-outs are played by random bots.")
    try:
        tally = run(
            options.rulebook,
            build(options.rulebook),
            options.seats,
            options.bots,
            options.seconds,
            options.mode,
        )
    except Refusal as refusal:
        parser.error(refusal.sentence)
    output = json.dumps(tally.numbers()) if options.json else report(tally, options.seats)
    sys.stdout.write(output + "\n")
    return 0


def may_stop(state: State) -> bool:
    """Whether a match that the host ends has had enough rounds."""
    return state.options.match_end == "manual" and state.phase == OVER and state.round >= _ROUNDS_BY_HAND


def _spread(numbers: Sequence[int]) -> str:
    ordered = sorted(numbers)
    most = ordered[min(len(ordered) - 1, len(ordered) * 95 // 100)]
    return (
        f"mean {statistics.fmean(ordered):.1f}, median {statistics.median(ordered):g},"
        f" 95 % at most {most}, longest {ordered[-1]}"
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
