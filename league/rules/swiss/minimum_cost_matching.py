"""Minimum-cost perfect matching, exact for costs of any size."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate, combinations
from operator import attrgetter

import msgspec

Pair = tuple[int, int]
Costs = Sequence[Sequence[int]]
"""`costs[a][b]` = `costs[b][a]` >= 0 of pairing a with b; the diagonal is not read."""

Cuts = Mapping[int, int]
"""An odd k mapped to the cost, >= 0, of pairing one of the first k with one of the others."""

TRIED = (20, 80, 160)
"""The average number of partners of an entrant when only the likely pairs are tried."""


def cheapest(costs: Costs, guesses: Sequence[Cuts] = ({},)) -> list[Pair]:
    """Return the pairs of the least total cost, for an even count of numbers 0 … n-1; a < b, sorted.

    The answer is the optimum over all pairs. networkx (maximum-weight matching after Galil 1986) spends most
    time on pairs that cannot be in it, so these are left out where that is proved: potentials of the
    assignment problem give a lower bound of the total and of what each pair adds to it; the best matching of
    the pairs that add least gives an upper bound; and a pair that adds more than the difference of the two
    bounds is in no cheaper matching.

    `guesses` may raise the lower bound: at least one pair crosses each of the cuts, so the cost of crossing
    may be counted beforehand. The best guess is used; the answer does not depend on it.
    """
    count = len(costs)
    bound = max((_bound(costs, cuts) for cuts in guesses), key=attrgetter("total"))
    added = {(a, b): bound.added(costs, a, b) for a, b in combinations(range(count), 2)}
    pairs: list[Pair] = []
    apart = max(added.values(), default=0)
    for limit in _limits(added, count):
        tried = [pair for pair, more in added.items() if more <= min(limit, apart)]
        pairs = _matched(costs, tried, bound.potentials)
        if 2 * len(pairs) == count:
            apart = min(apart, 2 * sum(costs[a][b] for a, b in pairs) - bound.total)
            if apart <= limit:
                break
    return pairs


class _Bound(msgspec.Struct, frozen=True):
    """A lower bound: every matching costs at least half of `total`; `paid` sums the cuts so far."""

    potentials: list[int]
    paid: list[int]
    total: int

    def added(self, costs: Costs, a: int, b: int) -> int:
        """Return by how much the total is exceeded at least if a and b are paired."""
        crossed = abs(self.paid[a] - self.paid[b])
        return 2 * (costs[a][b] - crossed) - self.potentials[a] - self.potentials[b]


def _bound(costs: Costs, cuts: Cuts) -> _Bound:
    paid = [0, *accumulate(cuts.get(k, 0) for k in range(1, len(costs)))]
    eased = [[cost - abs(paid[a] - paid[b]) for b, cost in enumerate(line)] for a, line in enumerate(costs)]
    potentials = _potentials(eased)
    return _Bound(potentials, paid, sum(potentials) + 2 * paid[-1])


def _limits(added: Mapping[Pair, int], count: int) -> list[int]:
    """Return the increasing limits of what a pair may add in order to be tried; the last admits all."""
    ordered = sorted(added.values())
    ranks = [count * partners // 2 for partners in TRIED]
    return [*(ordered[rank] for rank in ranks if rank < len(ordered)), *ordered[-1:]]


def _matched(costs: Costs, pairs: Iterable[Pair], potentials: Sequence[int]) -> list[Pair]:
    """Return the cheapest of the largest matchings of some pairs.

    Potentials change the cost of all perfect matchings by the same amount; with good potentials most of the
    pairs in the result cost nothing, which is faster.
    """
    # Imported late: it takes a third of a second, and few of those who import the formats draw a Swiss.
    from networkx import Graph, max_weight_matching

    reduced = [(a, b, 2 * costs[a][b] - potentials[a] - potentials[b]) for a, b in pairs]
    dearest = max((cost for _a, _b, cost in reduced), default=0)
    graph = Graph()
    graph.add_weighted_edges_from((a, b, dearest - cost) for a, b, cost in reduced)
    graph.adj = dict(graph.adjacency())  # plain dictionaries are read in half the time
    matching = max_weight_matching(graph, maxcardinality=True)
    return sorted((min(pair), max(pair)) for pair in matching)


def _potentials(costs: Costs) -> list[int]:
    """Return a number for each index, so that the two of a pair add up to at most twice its cost.

    The sum of all numbers is large. They are the dual of the assignment problem (shortest augmenting paths,
    after Jonker and Volgenant 1987), in which everybody has a partner, not necessarily mutual.
    """
    count = len(costs)
    never = 1 + 2 * count * max((abs(cost) for line in costs for cost in line), default=0)
    table = [[never if a == b else cost for b, cost in enumerate(line)] for a, line in enumerate(costs)]
    assignment = _Assignment(table)
    for row in range(count):
        assignment.add(row)
    return [row + column for row, column in zip(assignment.rows, assignment.columns, strict=True)]


class _Assignment:
    """An assignment of columns to rows of the least sum; rows[a] + columns[b] <= table[a][b]."""

    def __init__(self, table: Costs) -> None:
        self.table = table
        self.rows = [0] * len(table)
        self.columns = [0] * len(table)
        self._holder = [-1] * len(table)
        self._held = [-1] * len(table)

    def add(self, row: int) -> None:
        """Assign a column to a row; other rows change theirs along the shortest path."""
        columns, holder = self.columns, self._holder
        distance = [
            cost - self.rows[row] - potential
            for cost, potential in zip(self.table[row], columns, strict=True)
        ]
        source = [row] * len(columns)
        ahead, done = list(range(len(columns))), []
        while True:
            nearest = min(ahead, key=distance.__getitem__)
            ahead.remove(nearest)
            if holder[nearest] < 0:
                break
            done.append(nearest)
            self._relax(nearest, ahead, distance, source)
        self._update_potentials(row, done, distance, distance[nearest])
        self._augment(row, nearest, source)

    def _relax(self, nearest: int, ahead: list[int], distance: list[int], source: list[int]) -> None:
        row = self._holder[nearest]
        line, columns = self.table[row], self.columns
        so_far = distance[nearest] - self.rows[row]
        for column in ahead:
            longer = so_far + line[column] - columns[column]
            if longer < distance[column]:
                distance[column] = longer
                source[column] = row

    def _update_potentials(self, row: int, done: list[int], distance: list[int], farthest: int) -> None:
        self.rows[row] += farthest
        for column in done:
            self.rows[self._holder[column]] += farthest - distance[column]
            self.columns[column] -= farthest - distance[column]

    def _augment(self, row: int, column: int, source: list[int]) -> None:
        giver = -1
        while giver != row:
            giver = source[column]
            self._holder[column] = giver
            column, self._held[giver] = self._held[giver], column
