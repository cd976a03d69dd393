"""The next round of a design that covers the rounds ahead, where they are many for few entrants."""

from collections.abc import Hashable, Iterator, Sequence
from itertools import combinations, cycle, islice, permutations
from typing import Final

from games.rules.base.chance import Chance
from league.rules.played_rounds import History
from league.rules.table_draws.design_fit import Drawn, Fit, Names, Way
from league.rules.table_draws.designs import Tables, rounds_apart
from league.rules.table_draws.earlier_rounds import Past
from league.rules.table_draws.search import Weights

FEW_ROUNDS: Final = (3, 5)
"""Up to this fraction of the rounds in which all could meet once, drawing round by round avoids rematches."""

_MOST: Final = 64
_MOST_UNASKED: Final = 32
_LOOKS: Final = 60_000
_WAYS: Final = 200
_STARTS: Final = 4
_NOBODY: Final = -1
_ROUNDS_TRIED: Final = 8


def is_tight(entrants: int, size: int, rounds: int | None) -> bool:
    """Whether so many rounds are planned that drawing round by round runs out of new opponents.

    Where the number is unknown, the maximum is assumed for few entrants.
    """
    part, whole = FEW_ROUNDS
    if rounds is None:
        return entrants <= _MOST_UNASKED
    return entrants <= _MOST and whole * rounds * (size - 1) > part * (entrants - 1)


def from_design(
    history: History, facts: Past, sizes: Sequence[int], prices: Weights, chances: Chance
) -> Tables:
    """Return the cheapest remaining round of a design, none if the rounds so far fit no design.

    Entrants who have left keep a point of the design, and late entrants get points that nobody present has.
    There are no rematches, in this round and in the remaining rounds.
    """
    drawn = [[match.entrants for match in played_round.matches] for played_round in history.rounds]
    design = list(rounds_apart([max(sizes)] * len(sizes)))
    if not drawn or len(design) <= len(drawn):
        return []
    return _cheapest(design, drawn, facts.entrants, _Prices(sizes, prices), chances)


class _Prices:
    """The cost of tables, `never` where their sizes are wrong."""

    def __init__(self, sizes: Sequence[int], weights: Weights) -> None:
        self._sizes, self._weights, self.never = sorted(sizes), weights, weights.never

    def of(self, tables: Tables) -> int:
        """Return the cost of all tables together."""
        if sorted(map(len, tables)) != self._sizes:
            return self.never
        pairs, small, largest = self._weights.pairs, self._weights.small, self._sizes[-1]
        apart = sum(pairs[entrant][other] for table in tables for entrant, other in combinations(table, 2))
        return apart + sum(small[entrant] for table in tables if len(table) < largest for entrant in table)


def _cheapest(
    design: Sequence[Tables], drawn: Drawn, entrants: Sequence[Hashable], prices: _Prices, chances: Chance
) -> Tables:
    """Return the cheapest round over the ways to name the points, none if no round has the right sizes."""
    best, total = [], prices.never
    ways = Fit(design, drawn, {*entrants}).names(_LOOKS)
    rounds = (
        _after_one(design, ways, entrants, prices, chances)
        if len(drawn) == 1
        else _left(design, ways, entrants)
    )
    for tables in rounds:
        cost = prices.of(tables)
        if cost < total:
            best, total = tables, cost
    return best


def _left(design: Sequence[Tables], ways: Iterator[Way], entrants: Sequence[Hashable]) -> Iterator[Tables]:
    """Yield the remaining rounds of a design, for each way to name its points."""
    for names, taken in islice(ways, _WAYS):
        for people in _peopled(design, names, entrants):
            for number, tables in enumerate(design):
                if number not in taken:
                    yield _seated(tables, people)


def _after_one(
    design: Sequence[Tables],
    ways: Iterator[Way],
    entrants: Sequence[Hashable],
    prices: _Prices,
    chances: Chance,
) -> Iterator[Tables]:
    """Yield rounds that can follow the first: within its tables the points are interchangeable."""
    for names, taken in islice(ways, 1):
        left = [number for number in range(len(design)) if number not in taken]
        for people in _peopled(design, names, entrants):
            swaps = list(_swaps(design[taken[0]]))
            for number in chances.shuffled(left)[:_ROUNDS_TRIED]:
                yield _swapped(design[number], people, swaps, prices)


def _peopled(design: Sequence[Tables], names: Names, entrants: Sequence[Hashable]) -> Iterator[list[int]]:
    """Yield the entrant of each point (-1 for none); late entrants get points that nobody present has."""
    people = [_NOBODY] * sum(map(len, design[0]))
    late = [number for number, entrant in enumerate(entrants) if entrant not in names]
    for number, entrant in enumerate(entrants):
        if entrant in names:
            people[names[entrant]] = number
    free = [point for point, person in enumerate(people) if person == _NOBODY]
    for points in islice(permutations(free, len(late)), _STARTS):
        result = list(people)
        for point, entrant in zip(points, late, strict=True):
            result[point] = entrant
        yield result


def _seated(tables: Tables, people: Sequence[int]) -> Tables:
    """Replace the points of tables by their entrants; empty tables are left out."""
    seated = [[people[point] for point in table if people[point] != _NOBODY] for table in tables]
    return [table for table in seated if table]


def _swaps(tables: Tables) -> Iterator[list[tuple[int, int]]]:
    """Yield the swaps of points that keep a round the same: of two at a table, and of two tables."""
    for table in tables:
        yield from ([pair] for pair in combinations(table, 2))
    for first, other in combinations(tables, 2):
        yield list(zip(first, other, strict=True))


def _swapped(
    tables: Tables, people: list[int], swaps: Sequence[Sequence[tuple[int, int]]], prices: _Prices
) -> Tables:
    """Return tables after swaps, as long as a swap makes them cheaper."""
    people = list(people)
    cost, idle, tried = prices.of(_seated(tables, people)), 0, cycle(swaps)
    while idle < len(swaps):
        swap = next(tried)
        _swap(people, swap)
        price = prices.of(_seated(tables, people))
        if price < cost:
            cost, idle = price, 0
        else:
            _swap(people, swap)
            idle += 1
    return _seated(tables, people)


def _swap(people: list[int], swap: Sequence[tuple[int, int]]) -> None:
    for first, other in swap:
        people[first], people[other] = people[other], people[first]
