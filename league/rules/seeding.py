"""From an order of strength to places in a draw: bracket slots, blocks, fold and slide, rating, lot."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TypeVar

from games.rules.chance import Chance

T = TypeVar("T")


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


def bracket_size(entrants: int) -> int:
    """Return the next power of two; the top seeds have byes against what is missing."""
    return 1 << max(0, entrants - 1).bit_length()


def blocks(entrants: int) -> list[range]:
    """Return the seeds in blocks 1, 2, 3-4, 5-8 … as positions from 0.

    Each block from the second on has one seed in every equal part of the bracket, so that within a block
    everybody is as well off; tennis draws large brackets so.
    """
    edges = [0, 1]
    while edges[-1] < entrants:
        edges.append(min(entrants, 2 * edges[-1]))
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


def _chance(seed: int) -> Chance:
    return Chance(str(seed).encode(), b"seeding")
