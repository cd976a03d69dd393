"""All rounds at tables of three to ten, drawn before the first is played, so that few meet twice."""

from collections.abc import Callable, Mapping, Sequence

import msgspec

from games.rules.base.chance import Chance
from league.rules.played_rounds import Bye, Entrant, History, PlayedMatch, PlayedRound
from league.rules.table_draws.earlier_rounds import LARGEST_TABLE
from league.rules.table_draws.schedule_search import Rounds
from league.rules.table_draws.search import Tables
from league.rules.table_draws.seats import seated
from league.rules.table_draws.tables import draw_tables, table_sizes, weighed


class Schedule(msgspec.Struct):
    """Rounds of tables of numbers from 1, in seat order, and the byes of each round.

    `cost` adds up the costs of the rounds by the criteria of `TableDraw`; `repeats` are the meetings after
    the first of a pair. No schedule has fewer repeats than `bound`.
    """

    rounds: list[Tables]
    byes: list[list[int]]
    cost: dict[str, float]
    bound: int


class _Apart(msgspec.Struct, frozen=True):
    """Entrants to keep apart: their club and their party, by number."""

    clubs: Mapping[Entrant, str]
    parties: Mapping[Entrant, str]

    def of(self, count: int) -> tuple[list[str], list[str]]:
        """Return the clubs and the parties of 1 … `count`, empty for none."""
        numbers = range(1, count + 1)
        return [self.clubs.get(number, "") for number in numbers], [
            self.parties.get(number, "") for number in numbers
        ]


def schedule(
    count: int,
    size: int,
    rounds: int,
    *,
    clubs: Mapping[int, str] | None = None,
    parties: Mapping[int, str] | None = None,
    seed: int = 0,
    progress: Callable[[int, int], None] | None = None,
) -> Schedule:
    """Draw `rounds` rounds for 1 … `count` at tables of `size`, before any result.

    Nobody meets anybody twice where a design is known (`designs`). Otherwise the rounds are drawn one after
    the other, then improved together by swaps: first members of a party at a table, then repeats, then
    club-mates. Seats rotate.

    `progress` is called with the work done so far and the total.
    """
    tell = progress or _silent
    apart = _Apart(dict((clubs or {}).items()), dict((parties or {}).items()))
    chance = Chance(str(seed).encode(), about=b"rounds")
    swaps = _swaps(count)
    done = 0

    def tick() -> None:
        nonlocal done
        done += 1
        tell(done, total)

    # A design is not used where entrants are kept apart in every round, so try both ways.
    ways = [_Apart({}, {}), apart] if apart.clubs or apart.parties else [apart]
    total = len(ways) * (rounds + swaps) + 1
    drafts: list[tuple[int, list[Tables]]] = []
    for number, way in enumerate(ways):
        drawn = Rounds(_one_by_one(count, size, rounds, way, seed, tick), *apart.of(count))
        tables = drawn.improved(chance, swaps, tick)
        drafts.append((drawn.total, tables))
        done = (number + 1) * (rounds + swaps)
    tell(total, total)
    best = min(drafts, key=lambda draft: draft[0])[1]
    return _weighed(best, count, apart, _bound(table_sizes(count, size), count, rounds), chance)


def usual_rounds(count: int, size: int) -> int:
    """Return in how many rounds nobody meets anybody twice, where that is possible."""
    return max(1, (count - 1) // (size - 1))


def _one_by_one(
    count: int, size: int, rounds: int, apart: _Apart, seed: int, tick: Callable[[], None]
) -> list[Tables]:
    """Draw each round as the next round of a Swiss without points; entrants from 0, byes as tables of one."""
    history = History(list(range(1, count + 1)))
    result: list[Tables] = []
    for _ in range(rounds):
        draw = draw_tables(history, size=size, clubs=apart.clubs, parties=apart.parties, seed=seed)
        history.rounds.append(_without_points(draw.tables, draw.byes))
        alone = [[entrant] for entrant in draw.byes]
        result.append([[int(entrant) - 1 for entrant in table] for table in [*draw.tables, *alone]])
        tick()
    return result


def _weighed(rounds: Sequence[Tables], count: int, apart: _Apart, bound: int, chance: Chance) -> Schedule:
    """Seat each table, and add up the costs of the rounds in order."""
    history = History(list(range(1, count + 1)))
    times = [[0] * LARGEST_TABLE for _ in range(count)]
    result = Schedule([], [], {}, bound)
    for drawn in rounds:
        tables = [seated(table, times, chance) for table in drawn if len(table) > 1]
        for table in tables:
            for seat, number in enumerate(table):
                times[number][seat] += 1
        numbers: list[list[Entrant]] = [[number + 1 for number in table] for table in tables]
        draw = weighed(history, numbers, clubs=apart.clubs, parties=apart.parties)
        history.rounds.append(_without_points(numbers, draw.byes))
        result.rounds.append([[number + 1 for number in table] for table in tables])
        result.byes.append([int(entrant) for entrant in draw.byes])
        for key, value in draw.cost.items():
            result.cost[key] = result.cost.get(key, 0) + value
    return result


def _without_points(tables: Sequence[list[Entrant]], byes: Sequence[Entrant]) -> PlayedRound:
    return PlayedRound(
        [PlayedMatch(table, [0] * len(table)) for table in tables], [Bye(entrant) for entrant in byes]
    )


def _bound(sizes: Sequence[int], count: int, rounds: int) -> int:
    """Return how many repeats no schedule can avoid.

    All rounds together need more pairs than there are; and with fewer tables than seats, some who sat
    together in a round also sit together in the next.
    """
    if not sizes:
        return 0
    pairs = rounds * sum(size * (size - 1) // 2 for size in sizes) - count * (count - 1) // 2
    together = 0
    for size in sizes:
        quotient, rest = divmod(size, len(sizes))
        together += (
            rest * (quotient + 1) * quotient // 2 + (len(sizes) - rest) * quotient * (quotient - 1) // 2
        )
    byes = count - sum(sizes)
    return max(0, pairs, 0 if byes else (rounds - 1) * together)


def _swaps(count: int) -> int:
    """Return the number of swaps that can be tried within seconds."""
    return max(1_000, min(10_000, 600_000 // max(1, count)))


def _silent(done: int, total: int) -> None:
    """Ignore progress."""
