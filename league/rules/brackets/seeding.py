"""From an order of strength to places in a draw: bracket slots, blocks, fold and slide, rating, lot."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final, NamedTuple, TypeVar

from games.rules.base.chance import Chance

T = TypeVar("T")

NOBODY: Final = 0
"""Stands for an empty place in a bracket, a bye."""


def slots(size: int) -> list[int]:
    """Return the seeds of a bracket from top to bottom; neighbours meet first. `size` is a power of two.

    S(1) = [1]; S(2m) puts p, 2m+1-p for every p of S(m). So better seeds meet as late as they can: seeds 1 …
    2**j sit in different 2**j-ths, and while better seeds win, the seeds of each match of a round have the
    same sum.
    """
    seeds = [1]
    while len(seeds) < size:
        total = 2 * len(seeds) + 1
        seeds = [seed for earlier in seeds for seed in (earlier, total - earlier)]
    return seeds


def bracket(entrants: int, byes: int = 0) -> list[int]:
    """Return the seeds of a bracket for `entrants` from top to bottom, NOBODY for an empty place.

    Its length is a power of two. The best seeds have byes in the first round: as many as are missing to the
    next power of two. With more `byes`, that many have a bye, and another entrant where the number playing
    would be odd; a later round with an odd number left then has a bye, for a place that no entrant with a bye
    can reach. Where there is no such place, it goes to a place that no entrant with more byes than others
    reaches if the better seeds win. In each round the best seed who plays meets the last. Byes that leave
    nobody to play are not given.
    """
    size = bracket_size(entrants)
    free = byes + (entrants - byes) % 2
    if byes <= size - entrants or free > entrants - 2:
        return [seed if seed <= entrants else NOBODY for seed in slots(size)]
    return _with_byes(entrants, free)


def bracket_size(entrants: int) -> int:
    """Return the next power of two; the top seeds have byes for the missing entrants."""
    return 1 << max(0, entrants - 1).bit_length()


def blocks(entrants: int, byes: int = 0) -> list[range]:
    """Return the seeds in blocks 1, 2, 3-4, 5-8 … as positions from 0.

    Each block from the second on has a seed in every equal part of the bracket, so that all seeds of a block
    have equal chances; tennis draws large brackets this way. With `byes`, a block also ends at the last
    entrant with a bye.
    """
    edges = [0, 1]
    while edges[-1] < entrants:
        edges.append(min(entrants, 2 * edges[-1]))
    edges = sorted({*edges, min(byes, entrants)})
    return [range(start, end) for start, end in pairwise(edges)]


def drawn_in_blocks(order: Sequence[int], seed: int) -> list[int]:
    """Return the order with every block shuffled by a stored seed."""
    chance = _chance(seed)
    return [entrant for block in blocks(len(order)) for entrant in chance.shuffled([order[n] for n in block])]


def shuffled(order: Sequence[int], seed: int) -> list[int]:
    """Return a random order from a stored seed. Sort first if the original order should not matter."""
    return _chance(seed).shuffled(order)


def by_rating(ratings: Mapping[int, float | None]) -> list[int]:
    """Return the entrants by rating, the highest first; ties in the given order, unrated entrants last."""
    return sorted(ratings, key=lambda entrant: (ratings[entrant] is None, -(ratings[entrant] or 0)))


def folded(order: Sequence[T]) -> list[tuple[T, T]]:
    """Return pairs of best and last, second and last but one …; the middle of an odd count is left out."""
    half = len(order) // 2
    return list(zip(order[:half], reversed(order[half:]), strict=False))


class _Section(NamedTuple):
    """A part of a bracket: its best seed, its seeds from top to bottom, and byes so far.

    `had` is the number of byes of its best seed, `most` the largest number of byes of any possible winner.
    """

    best: int
    seeds: list[int]
    had: int = 0
    most: int = 0


def _with_byes(entrants: int, free: int) -> list[int]:
    """Return a bracket whose first round has `free` byes, and whose later rounds have as few as possible."""
    left = [_Section(seed, [seed]) for seed in range(1, entrants + 1)]
    while len(left) > 1:
        fewest_first = sorted(
            left, key=lambda section: (section.most > 0, section.had, section.most, section.best)
        )
        playing = sorted(fewest_first[free:])
        left = [_sitting_out(section) for section in fewest_first[:free]]
        left = sorted(left + [_met(better, other) for better, other in folded(playing)])
        free = len(left) % 2
    return left[0].seeds


def _sitting_out(section: _Section) -> _Section:
    return _Section(
        section.best, section.seeds + [NOBODY] * len(section.seeds), section.had + 1, section.most + 1
    )


def _met(better: _Section, other: _Section) -> _Section:
    return _Section(better.best, better.seeds + other.seeds, better.had, max(better.most, other.most))


def _chance(seed: int) -> Chance:
    return Chance(str(seed).encode(), b"seeding")
