"""Compares bots fairly: `python -m games.bots.tournament strong --against club --seats 4 --decks 500`.

Every deck is played once with the bot in each seat; the dealer is the same, and each seat has dice of its
own. Intervals come from a bootstrap by deck: deals of one deck are not independent.
"""

import argparse
import json
import random
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec

from games.bots.dice import Dice
from games.bots.memory import Memory
from games.bots.playouts import compiling
from games.bots.strengths import CLUB, STRENGTHS, STRONG, choose, react
from games.bots.strong_bot import Effort
from games.rules.base.refusal import Refusal
from games.rules.decisions.decide import new_match, step
from games.rules.decisions.timeouts import default_command
from games.rules.match.commands import Command, Deal, EndMatch
from games.rules.match.phases import AWARD, CENTRE, FORFEIT, OPEN, RUNNING
from games.rules.match.state import MATCH_OVER, OVER, State
from games.rules.options import rulebooks
from games.rules.options.options import Options, build

_SAMPLES: Final = 2000
_ROUNDS_BY_HAND: Final = 3
_LONGEST: Final = 5000  # moves after which a deal is broken off


@dataclass
class Score:
    """The result of the bot: for each deck its wins and its points by seat, and the time of its moves."""

    wins: list[list[float]] = field(default_factory=list)
    points: list[list[float]] = field(default_factory=list)
    moves: list[float] = field(default_factory=list)

    def interval(self, rows: Sequence[Sequence[float]]) -> tuple[float, float, float]:
        """Return the mean, and the interval of 95 % by a bootstrap by deck."""
        means = [statistics.fmean(row) for row in rows]
        dice = random.Random(1)  # noqa: S311 - statistics
        drawn = sorted(statistics.fmean(dice.choices(means, k=len(means))) for _sample in range(_SAMPLES))
        return statistics.fmean(means), drawn[len(drawn) // 40], drawn[-1 - len(drawn) // 40]

    def numbers(self) -> dict[str, Any]:
        """Return the result for programs."""
        ordered = sorted(self.moves) or [0.0]
        return {
            "deals": sum(map(len, self.wins)),
            "decks": len(self.wins),
            "wins": [round(number, 4) for number in self.interval(self.wins)],
            "points": [round(number, 2) for number in self.interval(self.points)],
            "choices": len(self.moves),
            "milliseconds_median": round(1000 * statistics.median(ordered), 2),
            "milliseconds_95": round(1000 * ordered[len(ordered) * 95 // 100 - 1], 2),
        }


class Table:
    """A match between bots of different strengths, each with dice and a memory of its own."""

    def __init__(self, state: State, strengths: Sequence[str], seed: int, effort: Effort) -> None:
        self.state, self._strengths, self._effort = state, strengths, effort
        self._chance = Dice(seed)
        self._dice = [Dice(seed * 100 + seat + 1) for seat in range(state.seats)]
        self._memories = [Memory(seat, state.seats) for seat in range(state.seats)]
        self.moves: list[float] = []

    def deal(self) -> None:
        """Play the next deal to its end."""
        self._do(Deal())
        moves = 0
        while self.state.phase in RUNNING and moves < _LONGEST:
            if self.state.phase != CENTRE:
                self._do(self._choice())
                moves += 1
            if self.state.phase in RUNNING and self._may_react():
                self._let_all_react()

    def end(self) -> None:
        """End a match that only its host ends."""
        self._do(EndMatch())

    def _may_react(self) -> bool:
        return OPEN in self.state.uno or self.state.options.jump_in or self.state.phase == CENTRE

    def _choice(self) -> Command:
        state, seat = self.state, self.state.to_act
        default = default_command(state) if state.phase in (FORFEIT, AWARD) else None
        return default or self._timed(choose, seat)

    def _let_all_react(self) -> None:
        seats = self.state.active_seats()
        first = self._chance.below(len(seats))
        for seat in seats[first:] + seats[:first]:
            if self.state.phase not in RUNNING or not self._may_react():
                return
            command = self._timed(react, seat)
            if command is not None:
                self._do(command)

    def _timed(self, act: Callable[..., Any], seat: int) -> Any:
        begun = time.thread_time()
        command = act(
            *(self._strengths[seat], self.state, seat, self._dice[seat]),
            *(lambda: self._memories[seat], self._effort),
        )
        if self._strengths[seat] == STRONG:
            self.moves.append(time.thread_time() - begun)
        return command

    def _do(self, command: Command) -> None:
        events = step(self.state, command, self._chance)
        for memory in self._memories:
            memory.see(events, self.state.hands[memory.seat])


def compare(
    rulebook: str,
    options: Options,
    seats: int,
    bots: tuple[str, str],
    decks: int,
    effort: Effort,
    *,
    first: int = 0,
    whole_matches: bool = False,
) -> Score:
    """Play each deck, or a match that begins with it, once with the bot in each seat."""
    score = Score()
    play = _play_match if whole_matches else _play_deal
    if not whole_matches:
        options = _of_one_deal(options)
    for deck in range(first, first + decks):
        wins, points = [], []
        for seat in range(seats):
            strengths = [bots[0] if _is_of(options, seat, other) else bots[1] for other in range(seats)]
            table = Table(new_match(rulebook, options, seats), strengths, deck, effort)
            table.state.dealer = 0
            won, scored = play(table, seat)
            wins.append(won)
            points.append(scored)
            score.moves += table.moves
        score.wins.append(wins)
        score.points.append(points)
    return score


def report(score: Score) -> str:
    """Return the result in words."""
    wins, points = score.interval(score.wins), score.interval(score.points)
    numbers = score.numbers()
    return (
        f"{numbers['deals']} deals or matches of {numbers['decks']} decks\n"
        f"won:     {wins[0]:.2%} (95 %: {wins[1]:.2%} to {wins[2]:.2%})\n"
        f"points:  {points[0]:.2f} (95 %: {points[1]:.2f} to {points[2]:.2f})\n"
        f"choices: {numbers['choices']}, half within {numbers['milliseconds_median']} ms,"
        f" 95 % within {numbers['milliseconds_95']} ms of processor time"
    )


def main(arguments: list[str]) -> int:
    """Play the tournament of the command line and print its result."""
    parser = argparse.ArgumentParser(prog="python -m games.bots.tournament", description=__doc__)
    parser.add_argument("bot", choices=STRENGTHS)
    parser.add_argument("--against", choices=STRENGTHS, default=CLUB)
    parser.add_argument("--rulebook", default="classic", choices=rulebooks.names())
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--decks", type=int, default=100)
    parser.add_argument("--first", type=int, default=0, help="the number of the first deck")
    parser.add_argument("--matches", action="store_true", help="play whole matches instead of single deals")
    parser.add_argument("--playouts", type=int, default=Effort().playouts, help="of the strong bot, a choice")
    parser.add_argument("--milliseconds", type=int, default=60_000, help="its longest time for a choice")
    parser.add_argument("--plain", action="store_true", help="do not compile")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args(arguments)
    if not options.plain:
        compiling.compile_now()
    effort = Effort(options.playouts, options.milliseconds)
    try:
        score = compare(
            *(options.rulebook, build(options.rulebook), options.seats, (options.bot, options.against)),
            *(options.decks, effort),
            first=options.first,
            whole_matches=options.matches,
        )
    except Refusal as refusal:
        parser.error(refusal.sentence)
    sys.stdout.write((json.dumps(score.numbers()) if options.json else report(score)) + "\n")
    return 0


def _is_of(options: Options, seat: int, other: int) -> bool:
    return other == seat or (options.teams == "partners" and (other - seat) % 2 == 0)


def _of_one_deal(options: Options) -> Options:
    """Return rules under which the deal is the match: bots then play for the deal."""
    is_alike = options.scoring == "winner_takes_all" and options.match_end in ("target", "rounds")
    return msgspec.structs.replace(options, match_end="rounds", round_limit=1) if is_alike else options


def _play_deal(table: Table, seat: int) -> tuple[float, float]:
    table.deal()
    state = table.state
    winner = state.winner
    return float(winner >= 0 and _is_of(state.options, winner, seat)), float(state.points[seat])


def _play_match(table: Table, seat: int) -> tuple[float, float]:
    state = table.state
    while state.phase != MATCH_OVER:
        if state.options.match_end == "manual" and state.phase == OVER and state.round >= _ROUNDS_BY_HAND:
            table.end()
        else:
            table.deal()
    return float(seat in state.winners) / len(state.winners), float(state.totals[seat])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
