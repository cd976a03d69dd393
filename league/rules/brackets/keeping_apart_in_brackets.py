"""Separation in a bracket: entrants move within the blocks of seeds, so that mates meet late or never."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from games.rules.base.chance import Chance
from league.rules.brackets import seeding
from league.rules.brackets.parties import words

_RESTARTS: Final = 20
_MOST_TRIED: Final = 100_000
"""The number of swaps tried before no restart begins: under two seconds for a thousand entrants."""
_HEAVIER: Final = 2**40
"""The weight of a criterion over the next: more than the cost of all pairs of a thousand entrants."""

Apart = tuple[Mapping[int, str | tuple[str, ...]], int]
"""The label of entrants to keep apart (empty for none) or their labels, and in how many first rounds."""
Label = tuple[int, str]
"""A shared name, with the number of its criterion."""
Crowd = Counter[tuple[int, int, Label]]
"""The number of entrants with the same label in a section: by level, section and label."""


class Separated(msgspec.Struct, frozen=True):
    """The order with separated labels, its cost, and a lower bound of the cost of any order.

    `tried` is how many swaps were tried.
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
    """Return an order in which party members meet late, and club-mates not in the first `rounds`.

    The party comes first, and nobody is moved without need.
    """
    return separated(order, [(_of_parties(parties), len(order)), (clubs, rounds)], seed, byes=byes).order


def kept_apart_next(order: Sequence[int], clubs: Mapping[int, str], parties: Mapping[int, str]) -> list[int]:
    """Return an order in which as few as possible of a party, and then of a club, meet in the next round.

    Nobody is moved without need.
    """
    return separated(order, [(_of_parties(parties), 1), (clubs, 1)]).order


def separated(order: Sequence[int], apart: Sequence[Apart], seed: int = 0, *, byes: int = 0) -> Separated:
    """Move entrants within the blocks 1, 2, 3-4, 5-8 … so that entrants with the same label meet late.

    Two with the same label who can meet in round r at the earliest, of the first R rounds, cost 2**(R-r); a
    criterion of `apart` outweighs all that follow it. An order whose cost is `bound` is optimal. The bracket
    is that of `byes` for the best seeds (see `seeding.bracket`).
    """
    bracket = _Bracket(order, apart, byes)
    cost, separated_order = _searched(bracket, order, Chance(str(seed).encode(), b"separation"))
    return Separated(separated_order, cost, bracket.bound, bracket.tried)


def meetings(
    order: Sequence[int], clubs: Mapping[int, str], rounds: int, *, byes: int = 0
) -> list[tuple[int, int, int]]:
    """Return the club-mates who can meet in the first rounds, and in which: (entrant, entrant, round)."""
    return _Bracket(order, [(clubs, rounds)], byes).meetings(order)


class _Bracket:
    """The places of the seeds, and the cost of an order of entrants."""

    def __init__(self, order: Sequence[int], apart: Sequence[Apart], byes: int) -> None:
        seeds = seeding.bracket(len(order), byes)
        size = len(seeds)
        place = {seed: place for place, seed in enumerate(seeds)}
        self.blocks = seeding.blocks(len(order), byes)
        self._places = [place[seed] for seed in range(1, len(order) + 1)]
        self._labels: dict[int, list[Label]] = {
            entrant: [
                (n, label) for n, (names, _) in enumerate(apart) for label in _labels(names.get(entrant))
            ]
            for entrant in order
        }
        self.tried = 0
        heavier = [_HEAVIER ** (len(apart) - 1 - number) for number in range(len(apart))]
        self._weights = [
            _weights(min(rounds, size.bit_length() - 1), worth)
            for (_, rounds), worth in zip(apart, heavier, strict=True)
        ]
        # All entrants with a label share the whole bracket, whatever is swapped.
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
        """Return the crowd of an order."""
        return Counter(
            (level, self._places[n] >> level, label)
            for n, entrant in enumerate(order)
            for label in self._labels[entrant]
            for level in self._weights[label[0]]
        )

    def cost(self, crowd: Crowd) -> int:
        """Return the cost of an order with this crowd."""
        return sum(
            self._weights[label[0]][level] * n * (n - 1) // 2 for (level, _, label), n in crowd.items()
        )

    def gain(self, crowd: Crowd, order: Sequence[int], here: int, other: int) -> int:
        """Return by how much the cost falls when two places of the order are swapped."""
        self.tried += 1
        labels_here, labels_there = self._labels[order[here]], self._labels[order[other]]
        gain = sum(
            self._relief(crowd, label, here, other) for label in labels_here if label not in labels_there
        )
        return gain + sum(
            self._relief(crowd, label, other, here) for label in labels_there if label not in labels_here
        )

    def _relief(self, crowd: Crowd, label: Label, here: int, there: int) -> int:
        """Return by how much the cost falls when an entrant with a label moves to another place."""
        gain = 0
        for level, weight in self._parted[label[0]]:
            left, joined = self._places[here] >> level, self._places[there] >> level
            if left != joined:
                gain += weight * (crowd[level, left, label] - 1 - crowd[level, joined, label])
        return gain

    def is_crowded(self, crowd: Crowd, order: Sequence[int], n: int) -> bool:
        """Return whether a mate is near enough to the n-th entrant to cost anything."""
        return any(
            crowd[level, self._places[n] >> level, label] > 1
            for label in self._labels[order[n]]
            for level, _weight in self._parted[label[0]]
        )

    def exchange(self, crowd: Crowd, order: list[int], first: int, other: int) -> None:
        """Swap two places of the order, and update its crowd."""
        for here, there in (first, other), (other, first):
            for label in self._labels[order[here]]:
                for level, _weight in self._parted[label[0]]:
                    crowd[level, self._places[here] >> level, label] -= 1
                    crowd[level, self._places[there] >> level, label] += 1
        order[first], order[other] = order[other], order[first]

    def meetings(self, order: Sequence[int]) -> list[tuple[int, int, int]]:
        """Return pairs with a shared label who can meet in the first rounds, by round and then by seed."""
        last = max((len(weights) for weights in self._weights), default=0)
        pairs = [
            (entrant, other, (self._places[n] ^ self._places[m]).bit_length())
            for m, other in enumerate(order)
            for n, entrant in enumerate(order[:m])
            if not {*self._labels[entrant]}.isdisjoint(self._labels[other])
        ]
        return sorted((each for each in pairs if each[2] <= last), key=lambda each: each[2])


def _of_parties(parties: Mapping[int, str]) -> dict[int, str | tuple[str, ...]]:
    return {entrant: words(party) for entrant, party in parties.items()}


def _labels(names: str | tuple[str, ...] | None) -> tuple[str, ...]:
    """Return the labels of an entrant, which may be one, several or none."""
    return (names,) if isinstance(names, str) and names else tuple(names or ())


def _weights(last: int, worth: int) -> dict[int, int]:
    """Return by level the cost of a pair that shares a section of 2**level slots.

    A pair that meets in round r shares a section of 2**r slots and every larger section.
    """
    return {level: worth * 2 ** max(0, last - level - 1) for level in range(1, last + 1)}


def _searched(bracket: _Bracket, order: Sequence[int], chance: Chance) -> tuple[int, list[int]]:
    """Return the cheapest order found, after its cost.

    Swaps within blocks lower the cost until none does, first from the given order (so that few move without
    need), then from random orders, until too many swaps were tried.
    """
    best = _improved(bracket, list(order))
    for _ in range(_RESTARTS):
        if best[0] == bracket.bound or bracket.tried >= _MOST_TRIED:
            break
        drawn = [
            entrant for block in bracket.blocks for entrant in chance.shuffled([order[n] for n in block])
        ]
        best = min(best, _improved(bracket, drawn), key=lambda candidate: candidate[0])
    return best


def _improved(bracket: _Bracket, order: list[int]) -> tuple[int, list[int]]:
    """Swap places within blocks as long as that lowers the cost; return cost and order."""
    crowd = bracket.crowd(order)
    while any(_swap(bracket, crowd, order, block) for block in reversed(bracket.blocks)):
        if bracket.tried >= _MOST_TRIED:
            break
    return bracket.cost(crowd), order


def _swap(bracket: _Bracket, crowd: Crowd, order: list[int], block: range) -> bool:
    """Swap each crowded entrant of a block with the entrant that helps most."""
    is_changed = False
    for place in block:
        if bracket.is_crowded(crowd, order, place):
            gain, other = max((bracket.gain(crowd, order, place, other), -other) for other in block)
            if gain > 0:
                bracket.exchange(crowd, order, place, -other)
                is_changed = True
    return is_changed


def pairs_when_spread(count: int, sections: int) -> int:
    """Return how many pairs share a section when `count` are spread over sections as evenly as possible."""
    each, over = divmod(count, sections)
    return sections * each * (each - 1) // 2 + over * each
