"""Chances at some positions of matches of club bots, beside how the deals and matches ended.

Chances of deals and matches, open and as seen, come from the same steps. Samples are kept in files, so that
parts of a long measurement can be added up.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from games.analysis.deal import Worlds, as_seen
from games.analysis.evaluation import is_over, winners_of_deal
from games.analysis.findings import WHOLE
from games.analysis.match import MatchToJudge
from games.analysis.positions import walk
from games.analysis.reliability import Compared
from games.bots.dice import Dice
from games.bots.playouts import boards
from tests.games.analysis.bot_matches import Club, match_of

KINDS: Final = ("deal, open hands", "deal, as seen", "match, open hands", "match, as seen")
_STEPS: Final = 1000
_OTHER_DICE: Final = 7_368_787
"""Positions are chosen by other dice than those that shuffle."""


class Sample(NamedTuple):
    """A chance of a seat in a match, and whether it won the deal or the match."""

    kind: str
    match: int
    chance: int
    is_won: bool


def samples(seats: int, seeds: Iterable[int], worlds: Worlds, *, positions: int = 2) -> Iterator[Sample]:
    """Yield the chances before random steps of the first thousand of each match.

    A step after the end of the match is left out. A step chosen from those of a deal or match that has ended
    would depend on how soon it ended, and so on who won.
    """
    for seed in seeds:
        match = match_of([Club()] * seats, seed, effort=worlds.equity)
        dice = Dice(_OTHER_DICE + seed)
        for _position in range(positions):
            chosen = 1 + dice.below(_STEPS)
            if chosen <= match.deals[-1][-1][0]:
                yield from _at_step(match, chosen, seed, worlds)


def compared(taken: Iterable[Sample], kind: str) -> list[Compared]:
    """Return the chances of a kind as `reliability` compares them."""
    return [
        Compared(sample.chance / WHOLE, sample.is_won, sample.match)
        for sample in taken
        if sample.kind == kind
    ]


def keep(taken: Iterable[Sample], file: Path) -> None:
    """Add samples to a file."""
    with file.open("a", encoding="utf-8") as lines:
        lines.writelines(json.dumps(sample) + "\n" for sample in taken)


def kept(files: Sequence[Path]) -> list[Sample]:
    """Return the samples of some files."""
    return [Sample(*json.loads(line)) for file in files for line in file.read_text("utf-8").splitlines()]


def _at_step(match: MatchToJudge, chosen: int, seed: int, worlds: Worlds) -> Iterator[Sample]:
    number = sum(steps[0][0] <= chosen for steps in match.deals)
    deal = match.deal(number)
    won = winners_of_deal(match.state_after(number))
    for position in walk(deal.steps, deal.before, deal.seats):
        state = position.before
        if position.step != chosen or state is None or is_over(state) or not boards.can_show(state):
            continue
        judge = deal.judge
        opened, seen = judge.open(state, worlds.open), as_seen(judge, state, position.memories, worlds.seen)
        for seat in state.active_seats():
            is_won, wins_match = won[seat] == WHOLE, seat in match.end.winners
            yield Sample(KINDS[0], seed, opened.deal[seat], is_won)
            yield Sample(KINDS[1], seed, seen.deal[seat], is_won)
            yield Sample(KINDS[2], seed, opened.match[seat], wins_match)
            yield Sample(KINDS[3], seed, seen.match[seat], wins_match)
        return
