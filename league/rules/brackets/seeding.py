"""From an order of strength to places in a draw: bracket slots, blocks, fold and slide, rating, lot."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final, NamedTuple, TypeVar

from games.rules.base.chance import Chance

T = TypeVar("T")

NOBODY: Final = 0
"""In the place of a seed where nobody sits."""


def slots(size: int) -> list[int]:
    """Return the seeds of a bracket from top to bottom; neighbours meet first. `size` is a power of two.

    S(1) = [1]; S(2m) puts p, 2m+1-p for every p of S(m). So better seeds meet as late as they can: seeds
    1 … 2**j sit in different 2**j-ths, and while better seeds win the seeds of a match add up alike.
    """
    found = [1]
    while len(found) < size:
        total = 2 * len(found) + 1
        found = [seed for one in found for seed in (one, total - one)]
    return found


def bracket(entrants: int, byes: int = 0) -> list[int]:
    """Return the seeds of a bracket for so many entrants from top to bottom, NOBODY where nobody sits.

    Its length is a power of two. The best seeds have byes in the first round: as many as are missing to the
    next power of two. With more `byes` so many have one, and another one where somebody would be left over;
    a later round then has one bye where an odd number is left, for a place that nobody can reach who had one.
    Where there is no such place, it goes to one that nobody with more byes than others reaches if the better
    seeds win. In each round the best who plays meets the last. Byes that leave nobody to play are not given.
    """
    size = bracket_size(entrants)
    free = byes + (entrants - byes) % 2
    if byes <= size - entrants or free > entrants - 2:
        return [seed if seed <= entrants else NOBODY for seed in slots(size)]
    return _with_byes(entrants, free)


def bracket_size(entrants: int) -> int:
    """Return the next power of two; the top seeds have byes against what is missing."""
    return 1 << max(0, entrants - 1).bit_length()


def blocks(entrants: int, byes: int = 0) -> list[range]:
    """Return the seeds in blocks 1, 2, 3-4, 5-8 … as positions from 0.

    Each block from the second on has one seed in every equal part of the bracket, so that within a block
    everybody is as well off; tennis draws large brackets so. None holds both the last of so many `byes` that
    are asked for and the first who has none.
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
    """Return a random order from a stored seed. Sort first if the order they came in shall not matter."""
    return _chance(seed).shuffled(order)


def by_rating(ratings: Mapping[int, float | None]) -> list[int]:
    """Return the entrants by rating, the highest first; level ones as they came in, those without last."""
    return sorted(ratings, key=lambda one: (ratings[one] is None, -(ratings[one] or 0)))


def folded(order: Sequence[T]) -> list[tuple[T, T]]:
    """Return pairs of best and last, second and last but one …; the middle of an odd count is in none."""
    half = len(order) // 2
    return list(zip(order[:half], reversed(order[half:]), strict=False))


class _Section(NamedTuple):
    """A part of a bracket: the best seed in it, its seeds from top to bottom, and who of it sat out.

    `had` is how many byes its best seed had, `most` how many somebody who comes out of it can have had.
    """

    best: int
    seeds: list[int]
    had: int = 0
    most: int = 0


def _with_byes(entrants: int, free: int) -> list[int]:
    """Return a bracket in whose first round so many have byes, and in later ones as few as can be."""
    left = [_Section(seed, [seed]) for seed in range(1, entrants + 1)]
    while len(left) > 1:
        fewest_first = sorted(left, key=lambda one: (one.most > 0, one.had, one.most, one.best))
        playing = sorted(fewest_first[free:])
        left = [_sitting_out(one) for one in fewest_first[:free]]
        left = sorted(left + [_met(one, other) for one, other in folded(playing)])
        free = len(left) % 2
    return left[0].seeds


def _sitting_out(one: _Section) -> _Section:
    return _Section(one.best, one.seeds + [NOBODY] * len(one.seeds), one.had + 1, one.most + 1)


def _met(one: _Section, other: _Section) -> _Section:
    return _Section(one.best, one.seeds + other.seeds, one.had, max(one.most, other.most))


def _chance(seed: int) -> Chance:
    return Chance(str(seed).encode(), b"seeding")
