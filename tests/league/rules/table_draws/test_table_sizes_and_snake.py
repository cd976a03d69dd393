"""How entrants are dealt over tables."""

from itertools import chain, combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.rules.table_draws.tables import kept_apart, snake, table_count

Met = dict[frozenset[int], int]


def repeats(table: list[int], met: Met) -> int:
    return sum((met.get(frozenset(pair), 0) + 1) ** 2 - 1 for pair in combinations(table, 2))


def swapped_slowly(tables: list[list[int]], met: Met) -> list[list[int]]:
    """The first swap inside a row that makes two tables cheaper, and again from the first row."""
    for row in range(max(map(len, tables))):
        for first, other in combinations([table for table in tables if len(table) > row], 2):
            before = repeats(first, met) + repeats(other, met)
            first[row], other[row] = other[row], first[row]
            if repeats(first, met) + repeats(other, met) < before:
                return swapped_slowly(tables, met)
            first[row], other[row] = other[row], first[row]
    return tables


@given(st.integers(2, 120), st.integers(2, 10))
def test_sizes_differ_by_one_at_most_and_nobody_sits_alone(entrants: int, size: int) -> None:
    tables = snake(range(entrants), table_count(entrants, size))
    sizes = {len(table) for table in tables}
    assert max(sizes) - min(sizes) <= 1
    assert min(sizes) >= 2
    assert max(sizes) <= max(size, 3)
    assert sorted(chain.from_iterable(tables)) == list(range(entrants))


@pytest.mark.parametrize(
    ("entrants", "size", "sizes"),
    [(12, 4, [4, 4, 4]), (13, 4, [4, 3, 3, 3]), (5, 4, [3, 2]), (3, 2, [3]), (7, 2, [3, 2, 2]), (4, 10, [4])],
)
def test_tables_are_as_equal_as_possible(entrants: int, size: int, sizes: list[int]) -> None:
    tables = snake(range(entrants), table_count(entrants, size))
    assert sorted((len(table) for table in tables), reverse=True) == sizes


def test_a_snake_turns_round_at_each_end() -> None:
    assert snake(range(1, 9), 2) == [[1, 4, 5, 8], [2, 3, 6, 7]]
    assert snake(range(1, 13), 3) == [[1, 6, 7, 12], [2, 5, 8, 11], [3, 4, 9, 10]]


def test_those_who_have_met_are_kept_apart_without_leaving_their_row() -> None:
    met = {frozenset({1, 4}): 1, frozenset({2, 3}): 1}
    tables = kept_apart([[1, 4], [2, 3]], met)
    assert tables == [[2, 4], [1, 3]]
    assert sum(repeats(table, met) for table in tables) == 0


def test_two_second_meetings_are_better_than_a_third_one() -> None:
    met = {frozenset({1, 4}): 2, frozenset({2, 4}): 1, frozenset({1, 3}): 1}
    assert kept_apart([[1, 4], [2, 3]], met) == [[2, 4], [1, 3]]


@given(st.dictionaries(st.frozensets(st.integers(0, 11), min_size=2, max_size=2), st.integers(0, 3)))
def test_swapping_never_makes_it_worse_and_keeps_everyone(met: Met) -> None:
    before = snake(range(12), 3)
    after = kept_apart(before, met)
    assert after == swapped_slowly([list(table) for table in before], met)
    assert sum(repeats(table, met) for table in after) <= sum(repeats(table, met) for table in before)
    for row in range(4):
        assert {table[row] for table in after} == {table[row] for table in before}
