"""Fits the rounds drawn so far into a design, so that the rest of the design can follow."""

from collections.abc import Collection, Hashable, Iterator, Sequence
from itertools import combinations
from typing import Final, TypeVar

from league.rules.table_draws.designs import Tables

Drawn = Sequence[Sequence[Sequence[Hashable]]]
"""Tables of entrants, round by round."""
Names = dict[Hashable, int]
"""The point of each entrant in a design."""
Way = tuple[Names, list[int]]
"""Names of the points, and the rounds of the design that were drawn with them."""

_NOWHERE: Final = -1
_Who = TypeVar("_Who", bound=Hashable)


class Fit:
    """Rounds drawn so far, matched with a design in which no two points meet twice.

    A pair that shared a table of round r has to be a pair of points that meet in the design's round for r; a
    pair that was present and did not must not meet there. So two or three pairs determine the rest. An
    entrant who came after another had left may have the same point; those `present` have different points.
    """

    def __init__(
        self, design: Sequence[Tables], drawn: Drawn, present: Collection[Hashable] = frozenset()
    ) -> None:
        count = 1 + max(point for table in design[0] for point in table)
        self._meet = [[_NOWHERE] * count for _ in range(count)]
        for number, tables in enumerate(design):
            for point, mate in _pairs(tables):
                self._meet[point][mate] = self._meet[mate][point] = number
        self._met: dict[Hashable, dict[Hashable, int]] = {
            entrant: {} for tables in drawn for table in tables for entrant in table
        }
        seated = [{entrant for table in tables for entrant in table} for tables in drawn]
        self._there = {
            entrant: {number for number, those in enumerate([*seated, present]) if entrant in those}
            for entrant in self._met
        }
        for number, played in enumerate(drawn):
            for entrant, other in _pairs(played):
                self._met[entrant][other] = self._met[other][entrant] = number
        self._order = self._one_by_one()
        self._left = 0

    def names(self, looks: int) -> Iterator[Way]:
        """Yield ways to name the points; look at most `looks` times."""
        self._left = looks
        for names, taken in self._grown({}, {}):
            yield dict(names), sorted(taken)

    def _one_by_one(self) -> list[Hashable]:
        """Return the entrants so that each has met as many as possible of those before."""
        left, order = dict(self._met), []
        known: dict[Hashable, int] = dict.fromkeys(left, 0)
        while left:
            entrant = max(left, key=lambda each: known[each])
            del left[entrant]
            order.append(entrant)
            for other in self._met[entrant]:
                known[other] += 1
        return order

    def _grown(self, names: Names, taken: dict[int, int]) -> Iterator[tuple[Names, dict[int, int]]]:
        """Yield all ways to extend some names; `taken` maps rounds of the design to the rounds drawn."""
        if len(names) == len(self._order):
            yield names, taken
            return
        entrant = self._order[len(names)]
        for point in self._points(names, taken, entrant):
            if self._left <= 0:
                return
            self._left -= 1
            grown = self._taken(names, taken, entrant, point)
            if grown is not None:
                names[entrant] = point
                if len(grown) == len(taken) or self._agrees(names, grown):
                    yield from self._grown(names, grown)
                del names[entrant]

    def _points(self, names: Names, taken: dict[int, int], entrant: Hashable) -> list[int]:
        """Return the free points that meet the point of a table-mate, if any, in the right round."""
        met, there = self._met[entrant], self._there[entrant]
        used = {point for other, point in names.items() if not there.isdisjoint(self._there[other])}
        where = {wanted: number for number, wanted in taken.items()}
        beside = ((names[other], where[met[other]]) for other in names if met.get(other) in where)
        mate, number = next(beside, (_NOWHERE, _NOWHERE))
        rows = enumerate(self._meet[mate])
        return [point for point, meets in rows if point not in used and (mate < 0 or meets == number)]

    def _taken(
        self, names: Names, taken: dict[int, int], entrant: Hashable, point: int
    ) -> dict[int, int] | None:
        """Return the rounds taken once `entrant` is a point, None where that contradicts the rounds drawn."""
        met, meet, grown = self._met[entrant], self._meet[point], taken
        for other, there in names.items():
            number, wanted = meet[there], met.get(other)
            if wanted is None:
                if self._are_strangers(entrant, other, grown.get(number)):
                    continue
                return None
            if grown.get(number) == wanted:
                continue
            if number == _NOWHERE or number in grown or wanted in grown.values():
                return None
            grown = {**grown, number: wanted}
        return grown

    def _agrees(self, names: Names, taken: dict[int, int]) -> bool:
        """Whether no two points meet in a round taken where both entrants were present and did not meet."""
        return all(
            self._met[first].get(other) == met or self._are_strangers(first, other, met)
            for first, other in combinations(names, 2)
            for met in [taken.get(self._meet[names[first]][names[other]])]
        )

    def _are_strangers(self, first: Hashable, other: Hashable, number: int | None) -> bool:
        """Whether two points may meet in a round although the entrants did not: not both were present."""
        return number is None or not (number in self._there[first] and number in self._there[other])


def _pairs(tables: Sequence[Sequence[_Who]]) -> Iterator[tuple[_Who, _Who]]:
    for table in tables:
        yield from combinations(table, 2)
