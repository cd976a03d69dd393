"""The draw of the next stage round at tables, the sizes of tables, and the snake."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from itertools import chain, combinations, groupby, islice
from typing import Final

import msgspec

from games.rules.base.chance import Chance
from league.rules.played_rounds import Entrant, History
from league.rules.table_draws.design_schedule import from_design, is_tight
from league.rules.table_draws.designs import labelled, rounds_apart
from league.rules.table_draws.earlier_rounds import Past, past
from league.rules.table_draws.initial_tables import least_gaps
from league.rules.table_draws.lower_bounds import least_repeats
from league.rules.table_draws.search import Seating, Tables, Weights, cheapest, descend, searched
from league.rules.table_draws.seats import in_turn, seated
from league.rules.table_draws.weights import CRITERIA, breakdown, meetings_alone, weights

Meetings = Mapping[frozenset[int], int]
"""How often two entrants have sat at the same table."""

LEAST_AT_A_TABLE: Final = 3
FEW: Final = 12
"""Up to this number of entrants every possible draw is compared."""

_AT_ONCE: Final = 1_200
_ATTEMPTS: Final = 4


class TableDraw(msgspec.Struct):
    """A stage round at tables. `tables` list entrants in seat order, the best placed first.

    `cost` has a number, 0 at best, per criterion: `weights.CRITERIA` and `repeated_byes`. No draw of these
    entrants has fewer repeats than `bound`. `byes` have no table; `why` and `why_byes` are the costs of each
    table and each bye.
    """

    tables: list[list[Entrant]]
    byes: list[Entrant]
    cost: dict[str, float]
    bound: int
    why: list[dict[str, float]]
    why_byes: list[dict[str, float]]


class _Wish(msgspec.Struct):
    clubs_first: bool
    meetings_first: bool
    is_tight: bool
    is_last: bool


def table_count(entrants: int, size: int) -> int:
    """Return how many tables of about `size` are needed. No table has a single seat.

    Only tables of two can leave an entrant over: then a table has three seats.
    """
    count = -(-entrants // size)
    return count if entrants // count >= 2 or count == 1 else count - 1


def table_sizes(entrants: int, size: int, least: int = LEAST_AT_A_TABLE) -> list[int]:
    """Return the sizes of the next tables, the largest first. Entrants without a seat have a bye.

    There are as few tables as can seat everybody, and their sizes differ by one at most. Where a table would
    have fewer than `least` seats, as few entrants as possible have a bye instead (5 in fours: one; 5 in
    threes: two; 7 in threes: one). Up to `least` entrants share a table; a single entrant has a bye.
    """
    least = min(least, size)
    if entrants <= least:
        return [entrants] if entrants > 1 else []
    playing = entrants
    while playing // -(-playing // size) < least:
        playing -= 1
    count = -(-playing // size)
    return [playing // count + (number < playing % count) for number in range(count)]


def draw_tables(
    history: History,
    *,
    size: int,
    clubs: Mapping[Entrant, str] | None = None,
    parties: Mapping[Entrant, str] | None = None,
    separate_clubs: int = 0,
    meetings_first: bool = False,
    rounds: int | None = None,
    seed: int = 0,
    progress: Callable[[int, int], None] | None = None,
) -> TableDraw:
    """Draw the next stage round of a Swiss at tables of `size` for all active entrants.

    The draw avoids, in this order: two of a party at a table; a second bye; score gaps (the sum of their
    squares over the pairs of a table); repeated meetings ((meetings + 1)² - 1 for a pair, 10 more if they met
    in the last round); club-mates at a table; the same seat again; a smaller table again. In the first
    `separate_clubs` rounds club-mates count before score gaps. With `meetings_first` repeated meetings do in
    every round; and if the entrants would meet everybody before the last of all `rounds`, the draw follows a
    design where one is known (`ahead`). A bye goes to an entrant with the fewest byes, then with the fewest
    missed rounds, then to the lowest. For up to twelve entrants no other draw is better by the first four
    criteria, unless it follows a design. `progress` is called with the work done so far and the total.
    """
    clubs = clubs or {}
    everyone = past(history, clubs)
    free = _byes(everyone, size)
    before = [everyone.byes[entrant] for entrant in free]
    byes = [everyone.entrants[entrant] for entrant in free]
    facts = past(history, clubs, byes, parties)
    sizes = table_sizes(len(facts.entrants), size)
    if not sizes:
        return _result(facts, [], byes, before)
    chances = Chance(str(seed).encode(), about=b"tables")
    wish = _Wish(
        clubs_first=len(history.rounds) < separate_clubs,
        meetings_first=meetings_first,
        is_tight=meetings_first and is_tight(len(facts.entrants), size, rounds),
        is_last=len(history.rounds) + 1 == rounds,
    )
    progress = progress or (lambda _done, _total: None)
    tables = _designed(facts, sizes) or _drawn(history, facts, sizes, wish, chances, progress)
    place = {entrant: number for number, entrant in enumerate(facts.standing)}
    tables.sort(key=lambda table: sorted(place[entrant] for entrant in table))
    return _result(facts, [seated(table, facts.seats, chances) for table in tables], byes, before)


def weighed(
    history: History,
    tables: Sequence[Sequence[Entrant]],
    *,
    clubs: Mapping[Entrant, str] | None = None,
    parties: Mapping[Entrant, str] | None = None,
) -> TableDraw:
    """Return the costs of given tables, in seat order; entrants without a seat have byes."""
    clubs = clubs or {}
    everyone = past(history, clubs)
    present = {*chain.from_iterable(tables)}
    free = [index for index, entrant in enumerate(everyone.entrants) if entrant not in present]
    byes = [everyone.entrants[index] for index in free]
    facts = past(history, clubs, byes, parties)
    index = {entrant: number for number, entrant in enumerate(facts.entrants)}
    before = [everyone.byes[entrant] for entrant in free]
    return _result(facts, [[index[entrant] for entrant in table] for table in tables], byes, before)


def snake(order: Sequence[int], count: int) -> list[list[int]]:
    """Deal an order to `count` tables: 1, 2, … n, then n, … 2, 1, and so on.

    The sizes differ by one at most; each table lists its entrants best first.
    """
    tables: list[list[int]] = [[] for _ in range(count)]
    for index, entrant in enumerate(order):
        row, column = divmod(index, count)
        tables[column if row % 2 == 0 else count - 1 - column].append(entrant)
    return tables


def kept_apart(tables: Sequence[Sequence[int]], met: Meetings) -> list[list[int]]:
    """Swap entrants of the same row of a snake as long as a swap reduces repeated meetings.

    The row stays the same, so every table stays as strong as the snake made it. A table costs the number of
    each pair's next meeting squared, less 1: a third meeting costs more than two second meetings. The same
    input gives the same tables.
    """
    result = [list(table) for table in tables]
    rows = range(max((len(table) for table in result), default=0))
    costs = _costs_of_pairs(met)
    while any(_swap_in_row(result, row, costs) for row in rows):
        pass
    return result


def _byes(facts: Past, size: int) -> list[int]:
    """Return the entrants with a bye: fewest byes first, then fewest missed rounds, then the lowest."""
    count = len(facts.entrants) - sum(table_sizes(len(facts.entrants), size))
    lowest_first = facts.standing
    lowest_first.reverse()
    return sorted(lowest_first, key=lambda entrant: (facts.byes[entrant], facts.unplayed(entrant)))[:count]


def _designed(facts: Past, sizes: Sequence[int]) -> Tables:
    """Return a round of a design without rematches, while all have the same points; otherwise no tables.

    Entrants who are drawn like this from the first round meet nobody twice in all rounds of the design.
    """
    if len({*facts.points}) > 1:
        return []
    rounds = labelled(rounds_apart(sizes), snake(facts.standing, len(sizes)))
    for tables in islice(rounds, facts.rounds + 1):
        pairs = chain.from_iterable(combinations(table, 2) for table in tables)
        if not any(
            first in facts.met[other] or _belong_together(facts, first, other) for first, other in pairs
        ):
            return tables
    return []


def _belong_together(facts: Past, first: int, other: int) -> bool:
    return facts.are_mates(first, other) or facts.are_of_one_party(first, other)


def _drawn(
    history: History,
    facts: Past,
    sizes: Sequence[int],
    wish: _Wish,
    chances: Chance,
    progress: Callable[[int, int], None],
) -> Tables:
    """Return the cheapest tables found, or a round of a design where that is better for later rounds.

    The last round has no later rounds; and if a design seats club-mates together who must be kept apart,
    other tables are searched for.
    """
    prices = weights(facts, sizes, clubs_first=wish.clubs_first, meetings_first=wish.meetings_first)
    kept = from_design(history, facts, sizes, prices, chances) if wish.is_tight else []
    pairs = chain.from_iterable(combinations(table, 2) for table in kept)
    belong_together = _belong_together if wish.clubs_first else Past.are_of_one_party
    has_mates = any(belong_together(facts, first, other) for first, other in pairs)
    if kept and not wish.is_last and not has_mates:
        return kept
    searched_tables = _searched(facts, sizes, wish, chances, progress)
    return min(
        [kept, searched_tables] if kept else [searched_tables],
        key=lambda tables: Seating(tables, prices).total,
    )


def _searched(
    facts: Past, sizes: Sequence[int], wish: _Wish, chances: Chance, progress: Callable[[int, int], None]
) -> Tables:
    """Return the cheapest tables found. The standings of very many entrants are drawn part by part."""
    parts = _parts(facts, sizes)
    total = sum(_swaps(len(members)) + len(tables) for members, tables in parts)
    reported = done = 0

    def tick() -> None:
        nonlocal reported
        reported += 1
        progress(min(reported, total), total)

    progress(0, total)
    result: Tables = []
    for members, tables in parts:
        part = facts if len(parts) == 1 else facts.only(members)
        prices = weights(part, tables, clubs_first=wish.clubs_first, meetings_first=wish.meetings_first)
        found_tables = _cheapest(part, prices, tables, chances, tick)
        if wish.meetings_first:
            found_tables = _with_strangers(found_tables, prices, meetings_alone(part), chances, tick)
        found_tables = in_turn(Seating(found_tables, prices), part.seats, tick)
        result += [[members[entrant] for entrant in table] for table in found_tables]
        done += _swaps(len(members)) + len(tables)
        reported = done
    progress(total, total)
    return result


def _parts(facts: Past, sizes: Sequence[int]) -> list[tuple[list[int], list[int]]]:
    """Cut the standings into parts of about a thousand, each with the sizes of its tables."""
    standing = facts.standing
    order = least_gaps([facts.points[entrant] for entrant in standing], sizes)
    count = -(-len(standing) // _AT_ONCE)
    result, start = [], 0
    for number in range(count):
        tables = order[number * len(order) // count : (number + 1) * len(order) // count]
        end = start + sum(tables)
        result.append((sorted(standing[start:end]), tables))
        start = end
    return result


def _cheapest(
    facts: Past, prices: Weights, sizes: Sequence[int], chances: Chance, tick: Callable[[], None]
) -> Tables:
    """Return the cheapest tables found from several starts; for a dozen entrants the optimum."""
    if len(sizes) == 1:
        return [facts.standing]
    budget = _swaps(len(facts.entrants))
    done = 0

    def counted() -> None:
        nonlocal done
        done += 1
        tick()

    best, total, order = [], prices.never, facts.standing
    while done < budget:
        seating = Seating(_dealt(order, facts.points, sizes), prices)
        descend(seating)
        tables = searched(seating, chances, min(budget // _ATTEMPTS, budget - done), counted)
        cost = Seating(tables, prices).total
        if cost < total:
            best, total = tables, cost
        if not Seating(tables, prices).crowd():
            break
        mixed = chances.shuffled(range(len(order)))
        order = sorted(mixed, key=lambda entrant: -facts.points[entrant])
    if total and len(facts.entrants) <= FEW:
        best = cheapest(prices, sizes, best)
    return best


def _with_strangers(
    tables: Tables, prices: Weights, meetings: Weights, chances: Chance, tick: Callable[[], None]
) -> Tables:
    """Return tables with fewer repeated meetings, if a search for these alone finds some.

    The search by all criteria prefers small score gaps among draws with equally many repeats, and so misses
    draws with slightly fewer repeats. Swaps then make these tables cheaper by all criteria.
    """
    for _ in range(_ATTEMPTS):
        seating = Seating(tables, meetings)
        if not seating.total:
            break
        new_tables = searched(seating, chances, _swaps(len(prices.pairs)) // _ATTEMPTS, tick)
        apart = Seating(new_tables, prices)
        descend(apart)
        if apart.total < Seating(tables, prices).total:
            tables = apart.tables
    return tables


def _swaps(entrants: int) -> int:
    """Return how many swaps may be tried: few where every draw is compared, seconds for a thousand."""
    return 200 if entrants <= FEW else max(2_000, min(250 * entrants, 8_000, 2_500_000 // entrants))


def _dealt(order: Sequence[int], points: Sequence[int], sizes: Sequence[int]) -> Tables:
    """Cut an order by points into tables with the least score gaps, equal points by a snake."""
    tables: Tables = []
    start = 0
    for size in least_gaps([points[entrant] for entrant in order], sizes):
        tables.append(list(order[start : start + size]))
        start += size
    result: Tables = []
    for _, level in groupby(tables, key=lambda table: _level(table, points)):
        group = list(level)
        result += snake(list(chain.from_iterable(group)), len(group)) if len(group) > 1 else group
    return result


def _level(table: Sequence[int], points: Sequence[int]) -> tuple[int, ...]:
    """Return the points that all at a table have; for unequal points a key unique to the table."""
    values = {points[entrant] for entrant in table}
    return tuple(values) if len(values) == 1 else (0, *table)


def _total(why: Sequence[Mapping[str, float]], byes: Sequence[int]) -> dict[str, float]:
    together = sum(costs.get("one_party", 0) for costs in why)
    return {
        **({"one_party": together} if together else {}),
        **{key: sum(costs[key] for costs in why) for key in CRITERIA},
        "repeated_byes": sum(byes),
    }


def _result(facts: Past, tables: Tables, byes: list[Entrant], before: Sequence[int]) -> TableDraw:
    """Return the whole draw; `before` has the earlier byes of each entrant with a bye."""
    largest = max(map(len, tables), default=0)
    why = [breakdown(facts, table, largest) for table in tables]
    return TableDraw(
        [[facts.entrants[entrant] for entrant in table] for table in tables],
        byes,
        _total(why, before),
        _bound(facts, [len(table) for table in tables], sum(int(costs["repeats"]) for costs in why)),
        why,
        [{"repeated_byes": times} for times in before],
    )


def _bound(facts: Past, sizes: Sequence[int], repeats: int) -> int:
    """Return how many repeats every draw has: by counting, for a dozen entrants those of the best draw."""
    bound = least_repeats(facts.met, facts.tables, sizes)
    if bound >= repeats or len(facts.entrants) > FEW:
        return bound
    pairs = [
        [int(facts.met[first][other] > 0) for other in range(len(facts.met))]
        for first in range(len(facts.met))
    ]
    alone = Weights(pairs, [0] * len(pairs), 1, 1 << 20, 0)
    start = _dealt(facts.standing, facts.points, sizes)
    return Seating(cheapest(alone, sizes, start), alone).total


def _costs_of_pairs(met: Meetings) -> Mapping[int, Mapping[int, int]]:
    """Return the cost of another meeting of those who have met, by one and the other."""
    costs: defaultdict[int, dict[int, int]] = defaultdict(dict)
    for pair, times in met.items():
        first, other = pair
        costs[first][other] = costs[other][first] = (times + 1) ** 2 - 1
    return costs


def _swap_in_row(tables: list[list[int]], row: int, costs: Mapping[int, Mapping[int, int]]) -> bool:
    """Make the first swap of this row that lowers the cost, and return whether there was any.

    A swap changes the meetings of the two alone: with two hundred tables there is no time for the others.
    """
    nobody: Mapping[int, int] = {}

    def cost(entrant: int, mates: Sequence[int]) -> int:
        of = costs.get(entrant, nobody)
        return sum([of.get(mate, 0) for mate in mates])

    at_row = [(table, [*table[:row], *table[row + 1 :]]) for table in tables if len(table) > row]
    with_costs = [(table, mates, cost(table[row], mates)) for table, mates in at_row]
    for (first, mates, first_cost), (other, other_mates, other_cost) in combinations(with_costs, 2):
        before = first_cost + other_cost
        if not before:
            continue  # nothing can be lowered
        after = cost(other[row], mates)
        if after < before and after + cost(first[row], other_mates) < before:
            first[row], other[row] = other[row], first[row]
            return True
    return False
