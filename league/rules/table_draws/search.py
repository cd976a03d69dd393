"""Finds the cheapest tables: tabu search by swaps, and all ways where there are few."""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import Final

import msgspec

from games.rules.base.chance import Chance

Tables = list[list[int]]

_MEMORY: Final = 12


class Weights(msgspec.Struct):
    """The costs of tables. `pairs[i][j]` for i and j at a table, `small[i]` for i at a smaller table.

    Several criteria are packed into each number, the most important in the highest bits (lessons 8.3). An
    entrant who pays anything within `mask` should move; `never` is more than all tables together.
    """

    pairs: list[list[int]]
    small: list[int]
    mask: int
    never: int
    small_bits: int


class Seating:
    """Tables with the change of cost by every swap.

    `gain[t][i]` is what i pays (or would pay) at table t and `own[i]` what i pays now, so that the change of
    any swap is a sum of five numbers, and a swap changes two rows of `gain`.
    """

    def __init__(self, tables: Sequence[Sequence[int]], weights: Weights) -> None:
        self.tables: Tables = [list(table) for table in tables]
        self.weights = weights
        self.where = [0] * len(weights.pairs)
        largest = max(map(len, self.tables), default=0)
        self.gain: list[list[int]] = []
        for number, table in enumerate(self.tables):
            rows = [weights.pairs[entrant] for entrant in table]
            if len(table) < largest:
                rows.append(weights.small)
            self.gain.append([sum(column) for column in zip(*rows, strict=True)])
            for entrant in table:
                self.where[entrant] = number
        self.own = [self.gain[table][entrant] for entrant, table in enumerate(self.where)]
        alone = sum(
            weights.small[entrant] for table in self.tables if len(table) < largest for entrant in table
        )
        self.total = (sum(self.own) + alone) // 2

    def changes(self, entrant: int) -> list[int]:
        """Return, for every other, what a swap with it adds to the total; `never` for those at the table."""
        here = self.where[entrant]
        paid = self.own[entrant]
        there = [row[entrant] - paid for row in self.gain]
        result = [
            there[table] + come - leave - 2 * pair
            for table, come, leave, pair in zip(
                self.where, self.gain[here], self.own, self.weights.pairs[entrant], strict=True
            )
        ]
        for mate in self.tables[here]:
            result[mate] = self.weights.never
        return result

    def swap(self, first: int, other: int, change: int) -> None:
        """Swap two entrants between their tables; `change` is the result of `changes`."""
        here, there = self.where[first], self.where[other]
        differences = [
            b - a for a, b in zip(self.weights.pairs[first], self.weights.pairs[other], strict=True)
        ]
        self.gain[here] = [old + new for old, new in zip(self.gain[here], differences, strict=True)]
        self.gain[there] = [old - new for old, new in zip(self.gain[there], differences, strict=True)]
        for table, goes, comes in ((here, first, other), (there, other, first)):
            members = self.tables[table]
            members[members.index(goes)] = comes
            self.where[comes] = table
            for member in members:
                self.own[member] = self.gain[table][member]
        self.total += change

    def reprice(self, first: int, other: int, change: int) -> None:
        """Raise the price of a pair at a table by `change`."""
        self.weights.pairs[first][other] += change
        self.weights.pairs[other][first] += change
        here, there = self.where[first], self.where[other]
        self.gain[here][other] += change
        self.gain[there][first] += change
        if here == there:
            self.own[first] += change
            self.own[other] += change
            self.total += change

    def crowd(self) -> list[int]:
        """Return the entrants whose cost a move might lower."""
        mask = self.weights.mask
        return [entrant for entrant, paid in enumerate(self.own) if paid & mask]


def descend(seating: Seating) -> None:
    """Swap while any swap of two lowers the total."""
    is_lower = True
    while is_lower:
        is_lower = False
        for entrant in range(len(seating.where)):
            changes = seating.changes(entrant)
            change = min(changes)
            if change < 0:
                seating.swap(entrant, changes.index(change), change)
                is_lower = True


def searched(seating: Seating, chance: Chance, patience: int, tick: Callable[[], None]) -> Tables:
    """Return the cheapest tables found by tabu search; gives up after `patience` swaps without success.

    A random entrant who pays makes the best swap, even a bad one; nobody goes back to a table that was left a
    few swaps ago, unless it gives the cheapest tables so far (Dotú and Van Hentenryck, "Scheduling social
    golfers locally", 2005).
    """
    best, tables = seating.total, [list(table) for table in seating.tables]
    left: deque[tuple[int, int]] = deque(maxlen=_MEMORY)
    idle = 0
    everyone = range(len(seating.where))
    while idle < patience:
        crowd = seating.crowd()
        if not crowd and seating.total == best:
            break
        tick()
        idle += 1
        movable = crowd or everyone
        entrant = movable[chance.below(len(movable))]
        changes = seating.changes(entrant)
        swap = best_swap(seating, entrant, changes, left, chance, to_beat=best - seating.total)
        if swap is None:
            continue
        seating.swap(entrant, *swap)
        if seating.total < best:
            best, tables, idle = seating.total, [list(table) for table in seating.tables], 0
    return tables


def best_swap(
    seating: Seating,
    entrant: int,
    changes: list[int],
    left: deque[tuple[int, int]],
    chance: Chance,
    *,
    to_beat: int,
) -> tuple[int, int] | None:
    """Choose with whom an entrant swaps: the other, and the change of the total; None if all is forbidden.

    `changes` are those of `Seating.changes`. Nobody goes back to a table `left` recently, unless a change is
    below `to_beat`. What is left now is added, or all of it forgotten where no swap is allowed.
    """
    if min(changes) >= to_beat:
        _forbid(changes, entrant, seating, left)
    change = min(changes)
    if change == seating.weights.never:
        left.clear()
        return None
    equal = [other for other, value in enumerate(changes) if value == change]
    other = equal[chance.below(len(equal))]
    left += [(entrant, seating.where[entrant]), (other, seating.where[other])]
    return other, change


def _forbid(changes: list[int], entrant: int, seating: Seating, left: deque[tuple[int, int]]) -> None:
    """Rule out swaps that would take an entrant back to a table `left` recently."""
    here = seating.where[entrant]
    for mover, table in left:
        if mover == entrant:
            for other in seating.tables[table]:
                changes[other] = seating.weights.never
        elif table == here:
            changes[mover] = seating.weights.never


def cheapest(weights: Weights, sizes: Sequence[int], known: Tables) -> Tables:
    """Return the cheapest of all ways to fill tables of these sizes, `known` if nothing is cheaper.

    Complete, so for about a dozen entrants only (at most 15,400 ways for twelve at tables of three or more).
    """
    best, tables = Seating(known, weights).total, known
    largest = max(sizes)

    def fill(free: list[int], left: tuple[int, ...], cost: int, filled: Tables) -> None:
        nonlocal best, tables
        if not free:
            best, tables = cost, filled
            return
        for size in sorted(set(left), reverse=True):
            rest = list(left)
            rest.remove(size)
            for table, price in _first_tables(free, size, weights, is_small=size < largest):
                if cost + price < best:
                    others = [entrant for entrant in free if entrant not in table]
                    fill(others, tuple(rest), cost + price, [*filled, table])

    fill(list(range(len(weights.pairs))), tuple(sizes), 0, [])
    return tables


def _first_tables(
    free: list[int], size: int, weights: Weights, *, is_small: bool
) -> Iterator[tuple[list[int], int]]:
    """Yield every table of this size for the first free entrant, with its price."""
    for mates in combinations(free[1:], size - 1):
        table = [free[0], *mates]
        price = sum(weights.pairs[a][b] for a, b in combinations(table, 2))
        yield table, price + (sum(weights.small[entrant] for entrant in table) if is_small else 0)
