"""Improves all rounds of a schedule at tables together: a swap in a round changes the costs of the others."""

from collections import deque
from collections.abc import Callable, Sequence
from itertools import combinations
from operator import add
from typing import Final

from games.rules.base.chance import Chance
from league.rules.brackets.parties import are_apart
from league.rules.table_draws.search import Seating, Tables, Weights, best_swap

_MEMORY: Final = 10


class Rounds:
    """Rounds of tables of 0 … n-1. An entrant alone at a table has a bye and keeps it.

    `total` is how often members of a party share a table, in lower bits the cost of all meetings, (meetings
    so far + 1)² - 1 each, and in still lower bits how often club-mates share a table.
    """

    def __init__(self, rounds: Sequence[Tables], clubs: Sequence[str], parties: Sequence[str]) -> None:
        count = len(clubs)
        bits = (len(rounds) * count * 40).bit_length()
        self._unit = 1 << bits
        of_party = self._unit << (len(rounds) ** 3 * count * 40).bit_length() if any(parties) else 0
        self._most = max(of_party, self._unit)
        self._met = [[0] * count for _ in clubs]
        of_clubs = [[int(name == other != "") for other in clubs] for name in clubs]
        of_parties = [[of_party * are_apart(party, other) for other in parties] for party in parties]
        self._mates = [list(map(add, *rows)) for rows in zip(of_clubs, of_parties, strict=True)]
        self.total = 0
        for pair in _pairs(rounds):
            first, other = pair
            self.total += self._price(self._met[first][other]) + self._mates[first][other]
            self._count_meeting(first, other, 1)
        self._seatings = [self._seating(tables) for tables in rounds]

    @property
    def tables(self) -> list[Tables]:
        """The tables of each round, with tables of one for byes."""
        return [[list(table) for table in seating.tables] for seating in self._seatings]

    def improved(self, chance: Chance, swaps: int, tick: Callable[[], None]) -> list[Tables]:
        """Return the cheapest rounds found in at most `swaps` swaps, fewer if the optimum is reached.

        As in `search.searched`, in a random round and with a random entrant who pays there.
        """
        best, result = self.total, self.tables
        least = self._least()
        left: list[deque[tuple[int, int]]] = [deque(maxlen=_MEMORY) for _ in self._seatings]
        for _ in range(swaps):
            if best <= least:
                break
            tick()
            paying = [number for number, seating in enumerate(self._seatings) if seating.total]
            number = paying[chance.below(len(paying))]
            self._swap_best(number, chance, left[number], best)
            if self.total < best:
                best, result = self.total, self.tables
        self.total = best
        return result

    def _least(self) -> int:
        """Return the cost if all pairs met equally often, and nobody met whom they should not."""
        count = len(self._met)
        times = sum(map(sum, self._met)) // 2
        pairs = max(1, count * (count - 1) // 2)
        every, more = divmod(times, pairs)
        return pairs * sum(map(self._price, range(every))) + more * self._price(every)

    def _swap_best(self, number: int, chance: Chance, left: deque[tuple[int, int]], best: int) -> None:
        seating = self._seatings[number]
        crowd = seating.crowd()
        entrant = crowd[chance.below(len(crowd))]
        changes = seating.changes(entrant)
        for table in seating.tables:
            if len(table) == 1:
                changes[table[0]] = seating.weights.never
        swap = best_swap(seating, entrant, changes, left, chance, to_beat=best - self.total)
        if swap is not None:
            self._swap(number, entrant, *swap)

    def _swap(self, number: int, entrant: int, other: int, change: int) -> None:
        seating = self._seatings[number]
        here, there = seating.tables[seating.where[entrant]], seating.tables[seating.where[other]]
        parted = [(entrant, mate) for mate in here if mate != entrant] + [
            (other, mate) for mate in there if mate != other
        ]
        joined = [(other, mate) for mate in here if mate != entrant] + [
            (entrant, mate) for mate in there if mate != other
        ]
        seating.swap(entrant, other, change)
        self.total += change
        for pairs, step in ((parted, -1), (joined, 1)):
            for first, second in pairs:
                self._reprice(number, first, second, step)

    def _reprice(self, number: int, first: int, other: int, step: int) -> None:
        """Count a meeting more or less in a round, and update the price in all others."""
        before = self._met[first][other]
        self._count_meeting(first, other, step)
        for index, seating in enumerate(self._seatings):
            if index != number:
                elsewhere = before - (seating.where[first] == seating.where[other])
                seating.reprice(first, other, self._price(elsewhere + step) - self._price(elsewhere))

    def _price(self, met: int) -> int:
        return ((met + 1) ** 2 - 1) * self._unit

    def _count_meeting(self, first: int, other: int, step: int) -> None:
        self._met[first][other] += step
        self._met[other][first] += step

    def _seating(self, tables: Tables) -> Seating:
        """Return a round in which a pair has the price that follows from its meetings in the other rounds."""
        pairs = [
            [self._price(met) + mate for met, mate in zip(row, mates, strict=True)]
            for row, mates in zip(self._met, self._mates, strict=True)
        ]
        for first, other in _pairs([tables]):
            pairs[first][other] = pairs[other][first] = (
                self._price(self._met[first][other] - 1) + self._mates[first][other]
            )
        for first, row in enumerate(pairs):
            row[first] = 0
        everything = self._most * self._most * len(pairs) ** 2
        return Seating(tables, Weights(pairs, [0] * len(pairs), everything - 1, everything, 0))


def _pairs(rounds: Sequence[Tables]) -> list[tuple[int, int]]:
    return [pair for tables in rounds for table in tables for pair in combinations(table, 2)]
