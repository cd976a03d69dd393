"""Club-mates in a bracket: moved within their blocks of seeds so that they meet late or never."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from games.rules.chance import Chance
from league.rules.seeding import blocks, bracket_size, slots

_RESTARTS: Final = 20
_MOST_TRIED: Final = 100_000
"""Exchanges looked at before nothing more is begun: less than two seconds for a thousand entrants."""

Crowd = Counter[tuple[int, int, str]]
"""How many of a club lie in a section: by level, section and club."""


class Separated(msgspec.Struct, frozen=True):
    """The order with club-mates moved apart, what it costs, and a bound below which no order costs.

    `tried` is how many exchanges were looked at.
    """

    order: list[int]
    cost: int
    bound: int
    tried: int


def separated(order: Sequence[int], clubs: Mapping[int, str], rounds: int, seed: int = 0) -> Separated:
    """Move entrants within the blocks 1, 2, 3-4, 5-8 … so that club-mates meet late.

    Two club-mates who can meet in round r at the earliest, of the first R `rounds`, cost 2**(R-r). Swaps
    within blocks lower the cost until none does, first from the order as it is (so that few move without
    need), then from orders drawn from the seed, as long as not too many were looked at. At `bound` it is
    certain that nothing costs less.
    """
    bracket = _Bracket(order, clubs, rounds)
    chance = Chance(str(seed).encode(), b"separation")
    best = _improved(bracket, list(order))
    for _ in range(_RESTARTS):
        if best[0] == bracket.bound or bracket.tried >= _MOST_TRIED:
            break
        drawn = [one for block in blocks(len(order)) for one in chance.shuffled([order[n] for n in block])]
        best = min(best, _improved(bracket, drawn), key=lambda one: one[0])
    return Separated(best[1], best[0], bracket.bound, bracket.tried)


def kept_apart(
    order: Sequence[int], clubs: Mapping[int, str], rounds: int, parties: Mapping[int, str], seed: int = 0
) -> list[int]:
    """Return an order in which club-mates meet late in so many rounds, and those of one party in any.

    Nobody is moved without need. Parties are moved last, so that nothing comes before them.
    """
    kept = separated(order, clubs, rounds, seed).order if rounds else list(order)
    return separated(kept, parties, len(order), seed).order if parties else kept


def kept_apart_next(order: Sequence[int], clubs: Mapping[int, str], parties: Mapping[int, str]) -> list[int]:
    """Return an order in which neither club-mates nor those of one party meet in the next round.

    Of the others, and as far as that is possible, as `kept_apart` does.
    """
    kept = separated(order, clubs, 1).order if clubs else list(order)
    return separated(kept, parties, 1).order if parties else kept


def meetings(order: Sequence[int], clubs: Mapping[int, str], rounds: int) -> list[tuple[int, int, int]]:
    """Return the club-mates who can meet in the first rounds, and in which: (entrant, entrant, round)."""
    return _Bracket(order, clubs, rounds).meetings(order)


class _Bracket:
    """Where the seeds stand, and what an order of entrants costs there."""

    def __init__(self, order: Sequence[int], clubs: Mapping[int, str], rounds: int) -> None:
        size = bracket_size(len(order))
        place = {seed: place for place, seed in enumerate(slots(size))}
        self._places = [place[seed] for seed in range(1, len(order) + 1)]
        self._clubs = {entrant: club for entrant, club in clubs.items() if club}
        self.tried = 0
        last = min(rounds, size.bit_length() - 1)
        # A pair that meets in round r lies in one section of 2**r slots and of every larger size.
        self._weights = {level: 2 ** max(0, last - level - 1) for level in range(1, last + 1)}
        # All of a club share the whole bracket, whatever is exchanged.
        self._parted = [level for level in self._weights if size >> level > 1]
        counts = Counter(self._clubs[entrant] for entrant in order if entrant in self._clubs)
        self.bound = sum(
            weight * pairs_when_spread(count, size >> level)
            for level, weight in self._weights.items()
            for count in counts.values()
        )

    def crowd(self, order: Sequence[int]) -> Crowd:
        """Return how crowded an order is."""
        return Counter(
            (level, self._places[n] >> level, club)
            for n, entrant in enumerate(order)
            if (club := self._clubs.get(entrant))
            for level in self._weights
        )

    def cost(self, crowd: Crowd) -> int:
        """Return what an order with such crowds costs."""
        return sum(self._weights[level] * n * (n - 1) // 2 for (level, _, _), n in crowd.items())

    def gain(self, crowd: Crowd, order: Sequence[int], one: int, other: int) -> int:
        """Return by how much the cost falls when two places of the order are exchanged."""
        self.tried += 1
        clubs = self._clubs.get(order[one]), self._clubs.get(order[other])
        if clubs[0] == clubs[1]:
            return 0
        gain = 0
        for level in self._parted:
            sections = self._places[one] >> level, self._places[other] >> level
            if sections[0] != sections[1]:
                for club, here, there in zip(clubs, sections, sections[::-1], strict=True):
                    if club:
                        gain += self._weights[level] * (
                            crowd[level, here, club] - 1 - crowd[level, there, club]
                        )
        return gain

    def is_crowded(self, crowd: Crowd, order: Sequence[int], n: int) -> bool:
        """Return whether a club-mate of the n-th is near enough to cost anything."""
        club = self._clubs.get(order[n], "")
        return any(crowd[level, self._places[n] >> level, club] > 1 for level in self._parted)

    def exchange(self, crowd: Crowd, order: list[int], one: int, other: int) -> None:
        """Exchange two places of the order, and what they do to its crowds."""
        for here, there in (one, other), (other, one):
            if club := self._clubs.get(order[here]):
                for level in self._parted:
                    crowd[level, self._places[here] >> level, club] -= 1
                    crowd[level, self._places[there] >> level, club] += 1
        order[one], order[other] = order[other], order[one]

    def meetings(self, order: Sequence[int]) -> list[tuple[int, int, int]]:
        """Return the club-mates who can still meet in the first rounds, by round and then by seed."""
        last = len(self._weights)
        found = [
            (one, other, (self._places[n] ^ self._places[m]).bit_length())
            for m, other in enumerate(order)
            for n, one in enumerate(order[:m])
            if self._clubs.get(one) and self._clubs.get(one) == self._clubs.get(other)
        ]
        return sorted((each for each in found if each[2] <= last), key=lambda each: each[2])


def _improved(bracket: _Bracket, order: list[int]) -> tuple[int, list[int]]:
    """Exchange places of a block as long as that lowers the cost; return cost and order."""
    crowd = bracket.crowd(order)
    while any(_swap(bracket, crowd, order, block) for block in reversed(blocks(len(order)))):
        if bracket.tried >= _MOST_TRIED:
            break
    return bracket.cost(crowd), order


def _swap(bracket: _Bracket, crowd: Crowd, order: list[int], block: range) -> bool:
    """Let everybody of a block who has a club-mate near change places with whom that helps most."""
    is_changed = False
    for one in block:
        if bracket.is_crowded(crowd, order, one):
            gain, other = max((bracket.gain(crowd, order, one, other), -other) for other in block)
            if gain > 0:
                bracket.exchange(crowd, order, one, -other)
                is_changed = True
    return is_changed


def pairs_when_spread(count: int, sections: int) -> int:
    """Return how many pairs share a section when `count` are spread over sections as evenly as can be."""
    each, over = divmod(count, sections)
    return sections * each * (each - 1) // 2 + over * each
