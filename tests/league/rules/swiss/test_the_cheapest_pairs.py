"""Putting everybody into pairs at the least cost, proved against all ways and against the bare algorithm."""

from collections.abc import Iterator, Sequence
from random import Random

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.rules.swiss.minimum_cost_matching import Pair, cheapest

seeds = st.integers(0, 2**32)


@given(seeds, st.sampled_from([2, 4, 6, 8]), st.sampled_from([1, 3, 10**40]))
def test_no_way_is_cheaper(seed: int, count: int, dearest: int) -> None:
    dice = Random(seed)
    costs = _costs(count, dice, dearest)
    guesses = [{k: dice.randint(0, dearest) for k in range(1, count, 2)} for _guess in range(2)]
    best = min(_total(costs, pairs) for pairs in _ways(list(range(count))))
    assert _total(costs, cheapest(costs)) == best
    assert _total(costs, cheapest(costs, guesses)) == best


@settings(max_examples=8)
@given(seeds, st.sampled_from([32, 44, 60]), st.sampled_from([1, 2, 10**6]))
def test_leaving_pairs_out_loses_nothing(seed: int, count: int, dearest: int) -> None:
    costs = _costs(count, Random(seed), dearest)
    pairs = cheapest(costs)
    assert sorted(number for pair in pairs for number in pair) == list(range(count))
    assert _total(costs, pairs) == _total(costs, _by_the_bare_algorithm(costs))


@pytest.mark.parametrize(("number", "size", "is_told"), [(4, 7, True), (6, 9, False), (2, 23, False)])
def test_odd_groups_that_are_far_apart_are_still_paired_best(number: int, size: int, is_told: bool) -> None:
    """The likeliest pairs are all within the groups, and everywhere one is left over."""
    count = number * size
    costs = _costs(count, Random(5), 1000)
    for a in range(count):
        for b in range(count):
            costs[a][b] += (a // size - b // size) ** 2 * 10**6
    cuts = {k * size: 10**6 for k in range(1, number, 2)} if is_told else {}
    assert _total(costs, cheapest(costs, [cuts])) == _total(costs, _by_the_bare_algorithm(costs))


@pytest.mark.parametrize(("costs", "pairs"), [([], []), ([[0, 7], [7, 0]], [(0, 1)])])
def test_nobody_makes_no_pair_and_two_make_one(costs: list[list[int]], pairs: list[Pair]) -> None:
    assert cheapest(costs) == pairs


def _costs(count: int, dice: Random, dearest: int) -> list[list[int]]:
    costs = [[0] * count for _ in range(count)]
    for a in range(count):
        for b in range(a):
            costs[a][b] = costs[b][a] = dice.randint(0, dearest)
    return costs


def _total(costs: Sequence[Sequence[int]], pairs: Sequence[Pair]) -> int:
    return sum(costs[a][b] for a, b in pairs)


def _ways(left: list[int]) -> Iterator[list[Pair]]:
    if not left:
        yield []
        return
    for other in left[1:]:
        for rest in _ways([entrant for entrant in left[1:] if entrant != other]):
            yield [(left[0], other), *rest]


def _by_the_bare_algorithm(costs: Sequence[Sequence[int]]) -> list[Pair]:
    graph = nx.Graph()
    graph.add_weighted_edges_from((a, b, -costs[a][b]) for a in range(len(costs)) for b in range(a))
    return list(nx.max_weight_matching(graph, maxcardinality=True))
