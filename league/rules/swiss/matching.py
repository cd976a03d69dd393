"""The cheapest way to put everybody into pairs, exact for costs of any size."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate, combinations
from operator import attrgetter

import msgspec

Pair = tuple[int, int]
Costs = Sequence[Sequence[int]]
"""`costs[a][b]` = `costs[b][a]` >= 0 of pairing a with b; the diagonal is not read."""

Cuts = Mapping[int, int]
"""An odd k to what it costs, >= 0, to pair one of the first k with one of the others."""

TRIED = (20, 80, 160)
"""How many partners an entrant has on average when only the likely pairs are tried."""


def cheapest(costs: Costs, guesses: Sequence[Cuts] = ({},)) -> list[Pair]:
    """Return the pairs of the least total cost, an even number of 0 … n-1 all in one; a < b, sorted.

    The answer is the optimum over all pairs. What networkx (maximum-weight matching after Galil 1986)
    takes is spent on pairs that cannot be in it, so they are left out where that is proved: potentials
    of the assignment problem give a lower bound of the total and of what each pair adds to it; the best
    matching of the pairs that add least gives an upper bound; and a pair that adds more than the two
    bounds are apart is in no cheaper matching.

    `guesses` may raise the lower bound: one pair at least crosses each of the cuts, so what crossing costs
    may be counted beforehand. The best guess is used; the answer does not depend on it.
    """
    count = len(costs)
    found = max((_bound(costs, cuts) for cuts in guesses), key=attrgetter("total"))
    added = {(a, b): found.added(costs, a, b) for a, b in combinations(range(count), 2)}
    pairs: list[Pair] = []
    apart = max(added.values(), default=0)
    for limit in _limits(added, count):
        tried = [pair for pair, more in added.items() if more <= min(limit, apart)]
        pairs = _matched(costs, tried, found.potentials)
        if 2 * len(pairs) == count:
            apart = min(apart, 2 * sum(costs[a][b] for a, b in pairs) - found.total)
            if apart <= limit:
                break
    return pairs


class _Bound(msgspec.Struct, frozen=True):
    """No way to pair everybody costs less than half of `total`; `paid` is what the cuts before each cost."""

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
    """Return what pairs may add to be tried: few at first, at last all."""
    ordered = sorted(added.values())
    ranks = [count * partners // 2 for partners in TRIED]
    return [*(ordered[rank] for rank in ranks if rank < len(ordered)), *ordered[-1:]]


def _matched(costs: Costs, pairs: Iterable[Pair], potentials: Sequence[int]) -> list[Pair]:
    """Return the cheapest of the largest matchings of some pairs.

    Potentials change the cost of all matchings of everybody by the same; with good ones most of the
    pairs wanted cost nothing from the start, which is quicker.
    """
    # Imported late: it takes a third of a second, and few of those who import the formats draw a Swiss.
    from networkx import Graph, max_weight_matching

    reduced = [(a, b, 2 * costs[a][b] - potentials[a] - potentials[b]) for a, b in pairs]
    dearest = max((cost for _a, _b, cost in reduced), default=0)
    graph = Graph()
    graph.add_weighted_edges_from((a, b, dearest - cost) for a, b, cost in reduced)
    graph.adj = dict(graph.adjacency())  # plain dictionaries are read in half the time
    found = max_weight_matching(graph, maxcardinality=True)
    return sorted((min(pair), max(pair)) for pair in found)


def _potentials(costs: Costs) -> list[int]:
    """Return one number each, so that the two of a pair sum up to twice its cost at most, and all to much.

    They are the dual of the assignment problem (shortest augmenting paths, after Jonker and Volgenant
    1987) that gives everybody a partner, not necessarily the other way round.
    """
    count = len(costs)
    never = 1 + 2 * count * max((abs(cost) for line in costs for cost in line), default=0)
    table = [[never if a == b else cost for b, cost in enumerate(line)] for a, line in enumerate(costs)]
    assignment = _Assignment(table)
    for row in range(count):
        assignment.add(row)
    return [row + column for row, column in zip(assignment.rows, assignment.columns, strict=True)]


class _Assignment:
    """Rows each holding a column of their own, at the least sum; rows[a] + columns[b] <= table[a][b]."""

    def __init__(self, table: Costs) -> None:
        self.table = table
        self.rows = [0] * len(table)
        self.columns = [0] * len(table)
        self._holder = [-1] * len(table)
        self._held = [-1] * len(table)

    def add(self, row: int) -> None:
        """Give a row a column too, others changing theirs along the shortest path."""
        columns, holder = self.columns, self._holder
        distance = [
            cost - self.rows[row] - given for cost, given in zip(self.table[row], columns, strict=True)
        ]
        source = [row] * len(columns)
        ahead, done = list(range(len(columns))), []
        while True:
            nearest = min(ahead, key=distance.__getitem__)
            ahead.remove(nearest)
            if holder[nearest] < 0:
                break
            done.append(nearest)
            self._look_on(nearest, ahead, distance, source)
        self._raise(row, done, distance, distance[nearest])
        self._hand_over(row, nearest, source)

    def _look_on(self, nearest: int, ahead: list[int], distance: list[int], source: list[int]) -> None:
        row = self._holder[nearest]
        line, columns = self.table[row], self.columns
        so_far = distance[nearest] - self.rows[row]
        for column in ahead:
            found = so_far + line[column] - columns[column]
            if found < distance[column]:
                distance[column] = found
                source[column] = row

    def _raise(self, row: int, done: list[int], distance: list[int], farthest: int) -> None:
        self.rows[row] += farthest
        for column in done:
            self.rows[self._holder[column]] += farthest - distance[column]
            self.columns[column] -= farthest - distance[column]

    def _hand_over(self, row: int, column: int, source: list[int]) -> None:
        giver = -1
        while giver != row:
            giver = source[column]
            self._holder[column] = giver
            column, self._held[giver] = self._held[giver], column
