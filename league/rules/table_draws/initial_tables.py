"""The start of the search for tables: how an order by points is cut into tables."""

from collections.abc import Sequence
from itertools import accumulate, product


def least_gaps(points: Sequence[int], sizes: Sequence[int]) -> list[int]:
    """Return the sizes in the order in which neighbours in `points` have the least squared gaps at tables.

    `sizes` differ by one at most. The least sum of i larger and j smaller tables from the top follows from
    those with a table less. Among ties the order with the larger tables first.
    """
    large, small = max(sizes), min(sizes)
    larger = sizes.count(large)
    sums = list(accumulate(points, initial=0))
    squares = list(accumulate((value * value for value in points), initial=0))

    def price(end: int, size: int) -> int:
        total = sums[end] - sums[end - size]
        return size * (squares[end] - squares[end - size]) - total * total

    best: dict[tuple[int, int], tuple[int, int]] = {(0, 0): (0, 0)}
    for i, j in product(range(larger + 1), range(len(sizes) - larger + 1)):
        end = i * large + j * small
        with_small = [(best[i, j - 1][0] + price(end, small), small)] if j else []
        with_large = [(best[i - 1, j][0] + price(end, large), large)] if i else []
        if end:
            best[i, j] = min(with_small + with_large)
    return _traced(best, larger, len(sizes) - larger, large)


def _traced(best: dict[tuple[int, int], tuple[int, int]], larger: int, smaller: int, large: int) -> list[int]:
    """Walk back from all tables to none; each entry holds the size of its last table."""
    order = []
    while larger or smaller:
        size = best[larger, smaller][1]
        order.append(size)
        if size == large and larger:
            larger -= 1
        else:
            smaller -= 1
    return order[::-1]
