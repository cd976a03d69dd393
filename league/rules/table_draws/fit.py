"""Names the points of a design so that its rounds are what was drawn so far: the rest of it can follow."""

from collections.abc import Collection, Hashable, Iterator, Sequence
from itertools import combinations
from typing import Final, TypeVar

from league.rules.table_draws.designs import Tables

Drawn = Sequence[Sequence[Sequence[Hashable]]]
"""Tables of entrants, round by round."""
Names = dict[Hashable, int]
"""Which point of a design each entrant is."""
Way = tuple[Names, list[int]]
"""Names, and the rounds of the design that were drawn with them."""

_NOWHERE: Final = -1
_Who = TypeVar("_Who", bound=Hashable)


class Fit:
    """Rounds drawn so far, looked for in a design in which no two points meet twice.

    A pair that shared a table of round r has to be a pair of points that meet in the round of the design
    taken for r; one that was there and did not, must not meet there. So two pairs or three settle the rest.
    Who came when somebody else had gone may have the same point; those `present` have one each.
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
            one: {} for tables in drawn for table in tables for one in table
        }
        seated = [{one for table in tables for one in table} for tables in drawn]
        self._there = {
            one: {number for number, those in enumerate([*seated, present]) if one in those}
            for one in self._met
        }
        for number, played in enumerate(drawn):
            for one, other in _pairs(played):
                self._met[one][other] = self._met[other][one] = number
        self._order = self._one_by_one()
        self._left = 0

    def names(self, looks: int) -> Iterator[Way]:
        """Give ways to name the points; looks so often at most."""
        self._left = looks
        for names, taken in self._grown({}, {}):
            yield dict(names), sorted(taken)

    def _one_by_one(self) -> list[Hashable]:
        """Return the entrants so that each has met as many as can be of those before."""
        left, order = dict(self._met), []
        known: dict[Hashable, int] = dict.fromkeys(left, 0)
        while left:
            one = max(left, key=lambda each: known[each])
            del left[one]
            order.append(one)
            for other in self._met[one]:
                known[other] += 1
        return order

    def _grown(self, names: Names, taken: dict[int, int]) -> Iterator[tuple[Names, dict[int, int]]]:
        """Give all ways to go on from some names; `taken` are the rounds of the design by what they are."""
        if len(names) == len(self._order):
            yield names, taken
            return
        one = self._order[len(names)]
        for point in self._points(names, taken, one):
            if self._left <= 0:
                return
            self._left -= 1
            grown = self._taken(names, taken, one, point)
            if grown is not None:
                names[one] = point
                if len(grown) == len(taken) or self._agrees(names, grown):
                    yield from self._grown(names, grown)
                del names[one]

    def _points(self, names: Names, taken: dict[int, int], one: Hashable) -> list[int]:
        """Return the free points that meet one whom `one` has met, in that same round if it is known."""
        met, there = self._met[one], self._there[one]
        used = {point for other, point in names.items() if not there.isdisjoint(self._there[other])}
        where = {wanted: number for number, wanted in taken.items()}
        beside = ((names[other], where[met[other]]) for other in names if met.get(other) in where)
        mate, number = next(beside, (_NOWHERE, _NOWHERE))
        rows = enumerate(self._meet[mate])
        return [point for point, meets in rows if point not in used and (mate < 0 or meets == number)]

    def _taken(self, names: Names, taken: dict[int, int], one: Hashable, point: int) -> dict[int, int] | None:
        """Return the rounds taken once `one` is a point, None where that contradicts what was drawn."""
        met, meet, grown = self._met[one], self._meet[point], taken
        for other, there in names.items():
            number, wanted = meet[there], met.get(other)
            if wanted is None:
                if self._are_strangers(one, other, grown.get(number)):
                    continue
                return None
            if grown.get(number) == wanted:
                continue
            if number == _NOWHERE or number in grown or wanted in grown.values():
                return None
            grown = {**grown, number: wanted}
        return grown

    def _agrees(self, names: Names, taken: dict[int, int]) -> bool:
        """Whether no two points meet in a round taken whose entrants were there and have not."""
        return all(
            self._met[one].get(other) == met or self._are_strangers(one, other, met)
            for one, other in combinations(names, 2)
            for met in [taken.get(self._meet[names[one]][names[other]])]
        )

    def _are_strangers(self, one: Hashable, other: Hashable, number: int | None) -> bool:
        """Whether two can have points that meet in a round, though they have not: not both were there."""
        return number is None or not (number in self._there[one] and number in self._there[other])


def _pairs(tables: Sequence[Sequence[_Who]]) -> Iterator[tuple[_Who, _Who]]:
    for table in tables:
        yield from combinations(table, 2)
