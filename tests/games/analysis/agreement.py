"""Chances as seen, and chances of the match, beside how deals and matches of club bots ended."""

from collections.abc import Iterable, Iterator
from typing import Final

from games.analysis.evaluation import is_over, winners_of_deal
from games.analysis.findings import WHOLE
from games.analysis.positions import walk
from games.analysis.reliability import Compared
from games.bots.playouts import boards
from tests.games.analysis.bot_matches import Club, match_of

_STEPS: Final = (5, 20, 40)
"""The steps of a deal after which chances are compared."""


def as_seen(seats: int, seeds: Iterable[int], worlds: int) -> Iterator[Compared]:
    """Yield the chances of the seats as they saw them, at some steps of the first deal of each match."""
    for seed in seeds:
        match = match_of([Club()] * seats, seed, deals=1)
        end = match.end
        if not is_over(end):
            continue
        won, deal = winners_of_deal(end), match.deal(1)
        judge = deal.judge
        for number, position in enumerate(walk(deal.steps, None, seats)):
            state = position.before
            if number in _STEPS and state is not None and boards.can_show(state):
                for seat, memory in enumerate(position.memories):
                    chance = judge.seen(state, memory, worlds).deal[seat]
                    yield Compared(chance / WHOLE, won[seat] == WHOLE)


def of_matches(seats: int, seeds: Iterable[int], worlds: int) -> Iterator[Compared]:
    """Yield the chance of each seat to win the match, before and within one deal of each match."""
    for seed in seeds:
        match = match_of([Club()] * seats, seed)
        deal = match.deal(1 + seed % len(match.deals))
        chances = [deal.starts]
        for number, position in enumerate(walk(deal.steps, deal.before, seats)):
            if number == _STEPS[1] and position.before is not None and boards.can_show(position.before):
                chances.append(deal.judge.open(position.before, worlds).match)
        for row in chances:
            for seat in range(seats):
                yield Compared(row[seat] / WHOLE, seat in match.end.winners)
