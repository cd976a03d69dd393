"""The seats at a table: nobody gets the same seat twice while that can be avoided."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from games.rules.base.chance import Chance
from league.rules.table_draws.search import Seating, Tables

_LOOKED_AT: Final = 24
_WORK: Final = 2_000_000


def seated(table: Sequence[int], times: Sequence[Sequence[int]], chance: Chance) -> list[int]:
    """Return the entrants of a table in seat order, with the fewest repeated seats.

    `times[i][s]` says how often i sat in seat s. Another sitting after t adds 2t+1 to the squares of lessons
    8.5, so fewest sittings before is the same as least squares after. Ties are decided by lot.
    """
    mixed = chance.shuffled(table)
    return [mixed[place] for place in _assignment([times[entrant][: len(table)] for entrant in mixed])]


def in_turn(seating: Seating, times: Sequence[Sequence[int]], tick: Callable[[], None]) -> Tables:
    """Return the tables after swaps that avoid a repeated seat and cost nothing more important.

    Looks at the first swaps that cost nothing else, as most of them serve as well, and only for tables where
    not everybody has their best seat; at larger tables at fewer, as an order takes longer to find. Calls
    `tick` after each table.
    """
    largest = max(map(len, seating.tables))
    looks = iter(range(_WORK // (largest << largest)))
    least = [_least(table, times) for table in seating.tables]
    for number, table in enumerate(seating.tables):
        for entrant in list(table):
            if least[number] > sum(min(times[mate][: len(table)]) for mate in table):
                _swap_for_seats(seating, entrant, least, times, looks)
        tick()
    return seating.tables


def _swap_for_seats(
    seating: Seating, entrant: int, least: list[int], times: Sequence[Sequence[int]], looks: Iterator[int]
) -> None:
    """Make the first swap of an entrant that lowers seat costs (smaller tables count for less than seats)."""
    unit = 1 << seating.weights.small_bits
    here = seating.where[entrant]
    changes = seating.changes(entrant)
    free = [other for other, change in enumerate(changes) if (change + unit // 2) // unit <= 0]
    for other, _ in zip(free[:_LOOKED_AT], looks, strict=False):
        there = seating.where[other]
        here_after = [other if member == entrant else member for member in seating.tables[here]]
        there_after = [entrant if member == other else member for member in seating.tables[there]]
        now = _least(here_after, times), _least(there_after, times)
        if sum(now) < least[here] + least[there]:
            seating.swap(entrant, other, changes[other])
            least[here], least[there] = now
            return


def _least(table: Sequence[int], times: Sequence[Sequence[int]]) -> int:
    """Return the seat cost of the best order of a table: how often its entrants sat in their seats before."""
    rows = [times[entrant][: len(table)] for entrant in table]
    return sum(rows[row][seat] for seat, row in enumerate(_assignment(rows)))


def _assignment(rows: Sequence[Sequence[int]]) -> list[int]:
    """Return the row for each seat at the least sum (exact: seat by seat over all sets of rows)."""
    best: dict[int, tuple[int, list[int]]] = {0: (0, [])}
    for seat in range(len(rows)):
        grown: dict[int, tuple[int, list[int]]] = {}
        for taken, (cost, order) in best.items():
            for number, row in enumerate(rows):
                if not taken >> number & 1:
                    now, price = taken | 1 << number, cost + row[seat]
                    if now not in grown or price < grown[now][0]:
                        grown[now] = (price, [*order, number])
        best = grown
    return best[(1 << len(rows)) - 1][1]
