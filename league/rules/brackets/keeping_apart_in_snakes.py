"""A snake that keeps entrants of the same group apart: of the same table before, or the same club."""

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Final, TypeVar

import msgspec

from league.rules.brackets.parties import words

_OF_PARTY: Final = 1000
"""The cost of two of a party at a table: as much as more club-mates than a table can seat."""

T = TypeVar("T")


def snake_apart(
    order: Sequence[T],
    count: int,
    group: Callable[[T], Hashable],
    clash: Callable[[T, T], int] | None = None,
) -> list[list[T]]:
    """Deal an order over `count` tables in rows as `tables.snake` does, with the groups spread evenly.

    Every row gives each table one entrant, so that tables are as strong and as large as those of the snake. A
    group of g has floor(g/count) or ceil(g/count) of its members at each table, which is optimal: groups (cut
    into parts of at most `count`) and rows are the two sides of a bipartite graph with no degree above
    `count`, so its edges, the entrants, can be coloured with `count` tables (König). As far as that leaves a
    choice, an entrant sits where the sum of `clash` with the entrants already there is least, then nearest to
    their place in the snake; without groups the result is the snake.
    """
    colours = _Colours(count)
    tables: list[dict[int, T]] = [{} for _ in range(count)]
    seen: Counter[Hashable] = Counter()
    for index, entrant in enumerate(order):
        row, place = divmod(index, count)
        column = place if row % 2 == 0 else count - 1 - place
        source = (group(entrant), seen[group(entrant)] // count)
        seen[group(entrant)] += 1
        costs = [sum(clash(entrant, other) for other in table.values()) if clash else 0 for table in tables]
        wanted = sorted((cost, abs(n - column), n) for n, cost in enumerate(costs))
        for moved, table in colours.place(index, source, row, [n for _cost, _far, n in wanted]).items():
            for each in tables:
                each.pop(moved, None)
            tables[table][moved] = order[moved]
    return [[table[index] for index in sorted(table)] for table in tables]


def dealt_apart(
    order: Sequence[T], count: int, parties: Mapping[T, str], clubs: Mapping[T, str]
) -> list[list[T]]:
    """Deal an order over `count` tables as `snake_apart` does, so that few of a party or club sit together.

    The groups that are spread are the parties, and the clubs of entrants without a party. An entrant in a
    party may still share a table with a club-mate, or with another of a second party: so two of a row swap
    tables as long as that puts fewer of a party together, or as many and fewer club-mates.
    """
    own = {entrant: frozenset(words(parties.get(entrant, ""))) for entrant in order}
    sizes = Counter(word for named in own.values() for word in named)

    def price(first: T, other: T) -> int:
        is_of_party = not own[first].isdisjoint(own[other])
        return _OF_PARTY * is_of_party + _share(clubs, first, other)

    def group(entrant: T) -> Hashable:
        if named := words(parties.get(entrant, "")):
            return "party", max(named, key=sizes.__getitem__)
        return ("club", clubs[entrant]) if clubs.get(entrant) else entrant

    if not any(clubs.get(entrant) or len(words(party)) > 1 for entrant, party in parties.items() if party):
        return snake_apart(order, count, group)
    tables = snake_apart(order, count, group, price)
    while sum(_change_tables(tables, table, row, price) for table in tables for row in range(len(table))):
        pass
    return tables


def _share(labels: Mapping[T, str], first: T, other: T) -> bool:
    return bool(label := labels.get(first)) and label == labels.get(other)


def _change_tables(tables: list[list[T]], here: list[T], row: int, price: Callable[[T, T], int]) -> bool:
    """Swap an entrant of a row to the table where that saves most; return False where nothing is saved."""
    entrant = here[row]
    if not _paid(entrant, here, row, price):
        return False

    def saved(there: list[T]) -> int:
        other = there[row]
        before = _paid(entrant, here, row, price) + _paid(other, there, row, price)
        return before - _paid(other, here, row, price) - _paid(entrant, there, row, price)

    others = [table for table in tables if table is not here and len(table) > row]
    best = max(others, key=saved, default=here)
    if best is here or saved(best) <= 0:
        return False
    here[row], best[row] = best[row], entrant
    return True


def _paid(entrant: T, table: Sequence[T], row: int, price: Callable[[T, T], int]) -> int:
    """Return the cost of an entrant in a row of a table."""
    return sum(price(entrant, other) for number, other in enumerate(table) if number != row)


class KeptApart(msgspec.Struct, frozen=True):
    """The entrants to keep apart: their club and their party, by number."""

    clubs: Mapping[int, str] = {}
    parties: Mapping[int, str] = {}


class _Colours:
    """A proper edge colouring built edge by edge; vertices are groups and rows."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._edges: dict[int, tuple[Hashable, Hashable]] = {}
        self._at: dict[Hashable, dict[int, int]] = {}

    def place(self, edge: int, source: Hashable, row: Hashable, wanted: Sequence[int]) -> dict[int, int]:
        """Colour an edge with the first colour of `wanted` that is free at both ends.

        If there is none, swap the colours along an alternating path. Return all edges whose colour is new.
        """
        ends = ("group", source), ("row", row)
        at_source, at_row = (self._at.setdefault(end, {}) for end in ends)
        free = next((colour for colour in wanted if colour not in at_source and colour not in at_row), None)
        changed: dict[int, int] = {}
        if free is None:
            free = next(colour for colour in wanted if colour not in at_source)
            other = next(colour for colour in wanted if colour not in at_row)
            changed = self._exchange(ends[1], free, other)
        self._edges[edge] = ends
        at_source[free] = at_row[free] = edge
        return {**changed, edge: free}

    def _exchange(self, vertex: Hashable, first: int, second: int) -> dict[int, int]:
        """Swap two colours along the path that leaves a vertex with the first; the second is free there."""
        path: list[tuple[int, int, int]] = []
        old, new = first, second
        while (edge := self._at[vertex].get(old)) is not None:
            path.append((edge, old, new))
            vertex = next(end for end in self._edges[edge] if end != vertex)
            old, new = new, old
        for edge, old, _new in path:
            for end in self._edges[edge]:
                del self._at[end][old]
        for edge, _old, new in path:
            for end in self._edges[edge]:
                self._at[end][new] = edge
        return {edge: new for edge, _old, new in path}
