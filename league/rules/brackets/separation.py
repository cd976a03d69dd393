"""Who is kept apart in a bracket: moved within the blocks of seeds, so that these meet late or never."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from games.rules.base.chance import Chance
from league.rules.brackets import seeding

_RESTARTS: Final = 20
_MOST_TRIED: Final = 100_000
"""Exchanges looked at before nothing more is begun: less than two seconds for a thousand entrants."""
_HEAVIER: Final = 2**40
"""So many times dearer is a criterion than the next one: more than all pairs of a thousand cost by that."""

Apart = tuple[Mapping[int, str], int]
"""What those who are kept apart share, by entrant (empty for nobody), and in how many first rounds."""
Label = tuple[int, str]
"""A name that some share, with the number of its criterion."""
Crowd = Counter[tuple[int, int, Label]]
"""How many with the same label lie in a section: by level, section and label."""


class Separated(msgspec.Struct, frozen=True):
    """The order with those of one label moved apart, what it costs, and a bound below which no order costs.

    `tried` is how many exchanges were looked at.
    """

    order: list[int]
    cost: int
    bound: int
    tried: int


def kept_apart(
    order: Sequence[int],
    clubs: Mapping[int, str],
    rounds: int,
    parties: Mapping[int, str],
    seed: int = 0,
    *,
    byes: int = 0,
) -> list[int]:
    """Return an order in which those of one party meet late, and then club-mates in so many first rounds.

    Nobody is moved without need.
    """
    return separated(order, [(parties, len(order)), (clubs, rounds)], seed, byes=byes).order


def kept_apart_next(order: Sequence[int], clubs: Mapping[int, str], parties: Mapping[int, str]) -> list[int]:
    """Return an order in which as few as can be of one party, and then of one club, meet in the next round.

    Nobody is moved without need.
    """
    return separated(order, [(parties, 1), (clubs, 1)]).order


def separated(order: Sequence[int], apart: Sequence[Apart], seed: int = 0, *, byes: int = 0) -> Separated:
    """Move entrants within the blocks 1, 2, 3-4, 5-8 … so that those who are to be kept apart meet late.

    Two with the same label who can meet in round r at the earliest, of the first R rounds, cost 2**(R-r); no
    cost by one of `apart` outweighs one by those before it. At `bound` it is certain that nothing costs less.
    The bracket is that of so many `byes` for the best (see `seeding.bracket`).
    """
    bracket = _Bracket(order, apart, byes)
    cost, found = _searched(bracket, order, Chance(str(seed).encode(), b"separation"))
    return Separated(found, cost, bracket.bound, bracket.tried)


def meetings(
    order: Sequence[int], clubs: Mapping[int, str], rounds: int, *, byes: int = 0
) -> list[tuple[int, int, int]]:
    """Return the club-mates who can meet in the first rounds, and in which: (entrant, entrant, round)."""
    return _Bracket(order, [(clubs, rounds)], byes).meetings(order)


class _Bracket:
    """Where the seeds stand, and what an order of entrants costs there."""

    def __init__(self, order: Sequence[int], apart: Sequence[Apart], byes: int) -> None:
        seeds = seeding.bracket(len(order), byes)
        size = len(seeds)
        place = {seed: place for place, seed in enumerate(seeds)}
        self.blocks = seeding.blocks(len(order), byes)
        self._places = [place[seed] for seed in range(1, len(order) + 1)]
        self._labels: dict[int, list[Label]] = {
            entrant: [(n, names[entrant]) for n, (names, _) in enumerate(apart) if names.get(entrant)]
            for entrant in order
        }
        self.tried = 0
        heavier = [_HEAVIER ** (len(apart) - 1 - number) for number in range(len(apart))]
        self._weights = [
            _weights(min(rounds, size.bit_length() - 1), worth)
            for (_, rounds), worth in zip(apart, heavier, strict=True)
        ]
        # All with a label share the whole bracket, whatever is exchanged.
        self._parted = [
            [(level, weight) for level, weight in weights.items() if size >> level > 1]
            for weights in self._weights
        ]
        counts = Counter(label for labels in self._labels.values() for label in labels)
        self.bound = sum(
            weight * pairs_when_spread(count, size >> level)
            for label, count in counts.items()
            for level, weight in self._weights[label[0]].items()
        )

    def crowd(self, order: Sequence[int]) -> Crowd:
        """Return how crowded an order is."""
        return Counter(
            (level, self._places[n] >> level, label)
            for n, entrant in enumerate(order)
            for label in self._labels[entrant]
            for level in self._weights[label[0]]
        )

    def cost(self, crowd: Crowd) -> int:
        """Return what an order with such crowds costs."""
        return sum(
            self._weights[label[0]][level] * n * (n - 1) // 2 for (level, _, label), n in crowd.items()
        )

    def gain(self, crowd: Crowd, order: Sequence[int], one: int, other: int) -> int:
        """Return by how much the cost falls when two places of the order are exchanged."""
        self.tried += 1
        mine, theirs = self._labels[order[one]], self._labels[order[other]]
        gain = sum(self._relief(crowd, label, one, other) for label in mine if label not in theirs)
        return gain + sum(self._relief(crowd, label, other, one) for label in theirs if label not in mine)

    def _relief(self, crowd: Crowd, label: Label, here: int, there: int) -> int:
        """Return by how much the cost falls when somebody with a label goes from one place to another."""
        gain = 0
        for level, weight in self._parted[label[0]]:
            left, joined = self._places[here] >> level, self._places[there] >> level
            if left != joined:
                gain += weight * (crowd[level, left, label] - 1 - crowd[level, joined, label])
        return gain

    def is_crowded(self, crowd: Crowd, order: Sequence[int], n: int) -> bool:
        """Return whether somebody is near enough to the n-th to cost anything."""
        return any(
            crowd[level, self._places[n] >> level, label] > 1
            for label in self._labels[order[n]]
            for level, _weight in self._parted[label[0]]
        )

    def exchange(self, crowd: Crowd, order: list[int], one: int, other: int) -> None:
        """Exchange two places of the order, and what they do to its crowds."""
        for here, there in (one, other), (other, one):
            for label in self._labels[order[here]]:
                for level, _weight in self._parted[label[0]]:
                    crowd[level, self._places[here] >> level, label] -= 1
                    crowd[level, self._places[there] >> level, label] += 1
        order[one], order[other] = order[other], order[one]

    def meetings(self, order: Sequence[int]) -> list[tuple[int, int, int]]:
        """Return those of one label who can still meet in the first rounds, by round and then by seed."""
        last = max((len(weights) for weights in self._weights), default=0)
        found = [
            (one, other, (self._places[n] ^ self._places[m]).bit_length())
            for m, other in enumerate(order)
            for n, one in enumerate(order[:m])
            if not {*self._labels[one]}.isdisjoint(self._labels[other])
        ]
        return sorted((each for each in found if each[2] <= last), key=lambda each: each[2])


def _weights(last: int, worth: int) -> dict[int, int]:
    """Return by level what a pair costs that shares a section of 2**level slots.

    A pair that meets in round r lies in one section of 2**r slots and of every larger size.
    """
    return {level: worth * 2 ** max(0, last - level - 1) for level in range(1, last + 1)}


def _searched(bracket: _Bracket, order: Sequence[int], chance: Chance) -> tuple[int, list[int]]:
    """Return the cheapest order found, after its cost.

    Swaps within blocks lower the cost until none does, first from the order as it is (so that few move
    without need), then from orders drawn by lot, as long as not too many were looked at.
    """
    best = _improved(bracket, list(order))
    for _ in range(_RESTARTS):
        if best[0] == bracket.bound or bracket.tried >= _MOST_TRIED:
            break
        drawn = [one for block in bracket.blocks for one in chance.shuffled([order[n] for n in block])]
        best = min(best, _improved(bracket, drawn), key=lambda one: one[0])
    return best


def _improved(bracket: _Bracket, order: list[int]) -> tuple[int, list[int]]:
    """Exchange places of a block as long as that lowers the cost; return cost and order."""
    crowd = bracket.crowd(order)
    while any(_swap(bracket, crowd, order, block) for block in reversed(bracket.blocks)):
        if bracket.tried >= _MOST_TRIED:
            break
    return bracket.cost(crowd), order


def _swap(bracket: _Bracket, crowd: Crowd, order: list[int], block: range) -> bool:
    """Let everybody of a block who has somebody near change places with whom that helps most."""
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
