"""Lower bounds for the repeats of the next draw, proven by counting in three ways."""

from collections.abc import Mapping, Sequence
from itertools import combinations


def least_repeats(
    met: Sequence[Mapping[int, int]], circles: Sequence[Sequence[int]], sizes: Sequence[int]
) -> int:
    """Return a proven lower bound for pairs at a table who sat together before, 0 at least.

    `met[i][j]` is how often i sat with j, `circles` are the former tables; the `sizes` of the next tables add
    up to all of them.
    """
    if not sizes:
        return 0
    strangers = [len(met) - 1 - sum(times > 0 for times in mates.values()) for mates in met]
    return max(
        _by_partners(strangers, sizes), _by_pairs(strangers, sizes), _by_circles(circles, len(sizes)), 0
    )


def _by_partners(strangers: Sequence[int], sizes: Sequence[int]) -> int:
    """An entrant with fewer strangers left than table-mates must meet somebody again.

    The entrants with the fewest strangers get the smallest tables, which can only lower the bound.
    """
    beside = sorted(size - 1 for size in sizes for _ in range(size))
    few = zip(beside, sorted(strangers), strict=True)
    return -(-sum(max(0, places - left) for places, left in few) // 2)


def _by_pairs(strangers: Sequence[int], sizes: Sequence[int]) -> int:
    """The tables need this many pairs, and there are only so many pairs of strangers."""
    return sum(size * (size - 1) // 2 for size in sizes) - sum(strangers) // 2


def _by_circles(circles: Sequence[Sequence[int]], count: int) -> int:
    """A former table is spread over all `count` next tables at most (lessons 8.5).

    Of c entrants who have all met, spread over g tables, c = qg+r, r tables get q+1 and the others q of them.
    Former tables that share no pair add up, so an entrant of a pair already counted is left out.
    """
    total = 0
    counted: set[frozenset[int]] = set()
    for circle in sorted(circles, key=len, reverse=True):
        fresh: list[int] = []
        for entrant in circle:
            if not any(frozenset({entrant, other}) in counted for other in fresh):
                fresh.append(entrant)
        counted |= {frozenset(pair) for pair in combinations(fresh, 2)}
        quotient, rest = divmod(len(fresh), count)
        total += rest * (quotient + 1) * quotient // 2 + (count - rest) * quotient * (quotient - 1) // 2
    return total
