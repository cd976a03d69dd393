"""Who sits with whom: table sizes, the snake, and keeping apart those who have met."""

from collections.abc import Mapping, Sequence
from itertools import combinations

Meetings = Mapping[frozenset[int], int]
"""How often two entrants have sat at one table."""


def table_count(entrants: int, size: int) -> int:
    """Return how many tables of about `size` to set, never one with a single seat.

    Only tables of two can come out with a single seat over: then one table takes a third.
    """
    count = -(-entrants // size)
    return count if entrants // count >= 2 or count == 1 else count - 1


def snake(order: Sequence[int], count: int) -> list[list[int]]:
    """Deal an order over `count` tables: 1, 2, … n, then n, … 2, 1, and so on.

    The sizes differ by one at most; each table lists its entrants best first.
    """
    tables: list[list[int]] = [[] for _ in range(count)]
    for index, entrant in enumerate(order):
        row, column = divmod(index, count)
        tables[column if row % 2 == 0 else count - 1 - column].append(entrant)
    return tables


def kept_apart(tables: Sequence[Sequence[int]], met: Meetings) -> list[list[int]]:
    """Swap entrants of the same row of a snake while that lessens repeated meetings.

    Staying in the row keeps every table as strong as the snake made it. Each repeat costs the
    square of its count, so that one third meeting is dearer than two second ones. Deterministic.
    """
    result = [list(table) for table in tables]
    rows = range(max((len(table) for table in result), default=0))
    while any(_swap_in_row(result, row, met) for row in rows):
        pass
    return result


def repeats(table: Sequence[int], met: Meetings) -> int:
    """Return the cost of one table: each pair's next meeting squared, less the first meeting's 1."""
    return sum((met.get(frozenset(pair), 0) + 1) ** 2 - 1 for pair in combinations(table, 2))


def _swap_in_row(tables: list[list[int]], row: int, met: Meetings) -> bool:
    """Carry out the first swap of this row that lowers the cost, and say whether there was one."""
    for one, other in combinations([table for table in tables if len(table) > row], 2):
        before = repeats(one, met) + repeats(other, met)
        one[row], other[row] = other[row], one[row]
        if repeats(one, met) + repeats(other, met) < before:
            return True
        one[row], other[row] = other[row], one[row]
    return False
