"""What the stage rounds so far mean for who should sit with whom at the next tables."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from math import lcm

import msgspec

from league.rules.history import (
    DOUBLE_FORFEIT,
    FORFEIT,
    FULL,
    PAIRING_BYE,
    Entrant,
    History,
    PlayedMatch,
    PlayedRound,
)

LARGEST_TABLE = 10


class Past(msgspec.Struct):
    """Facts about those who may be drawn, by their index in `entrants` (seed order).

    After `rounds`
    stage rounds, `points` are whole numbers, the real ones times `scale`. `tables` are all former tables,
    `met[i][j]` is how often i sat with j, `last[i]`
    with whom in the last stage round, `seats[i][s]` how often in seat s, `small[i]` how often at a smaller
    table than others of the round, `byes[i]` how often it got a round's points without playing. Those of
    one of the `parties` are not to meet.
    """

    entrants: list[Entrant]
    rounds: int
    points: list[int]
    scale: int
    tables: list[list[int]]
    met: list[Counter[int]]
    last: list[set[int]]
    seats: list[list[int]]
    small: list[int]
    byes: list[int]
    clubs: list[str]
    parties: list[str]

    @property
    def standing(self) -> list[int]:
        """Return the indices, most points first, then by seed."""
        return sorted(range(len(self.entrants)), key=lambda one: (-self.points[one], one))

    def are_mates(self, one: int, other: int) -> bool:
        """Whether two are of the same club."""
        return self.clubs[one] != "" and self.clubs[one] == self.clubs[other]

    def are_of_one_party(self, one: int, other: int) -> bool:
        """Whether two are not to meet."""
        return self.parties[one] != "" and self.parties[one] == self.parties[other]

    def unplayed(self, one: int) -> int:
        """Return how many of the rounds so far somebody has not played."""
        return self.rounds - sum(self.seats[one])

    def only(self, members: Sequence[int]) -> "Past":
        """Return the facts about some of them, by their index in `members`."""
        index = {one: number for number, one in enumerate(members)}
        former = [[index[one] for one in table if one in index] for table in self.tables]
        return Past(
            [self.entrants[one] for one in members],
            self.rounds,
            [self.points[one] for one in members],
            self.scale,
            [table for table in former if len(table) > 1],
            [Counter({index[j]: n for j, n in self.met[i].items() if j in index}) for i in members],
            [{index[j] for j in self.last[i] if j in index} for i in members],
            [self.seats[one] for one in members],
            [self.small[one] for one in members],
            [self.byes[one] for one in members],
            [self.clubs[one] for one in members],
            [self.parties[one] for one in members],
        )


def past(
    history: History,
    clubs: Mapping[Entrant, str],
    without: Collection[Entrant] = (),
    parties: Mapping[Entrant, str] | None = None,
) -> Past:
    """Read a history for those who still play, except `without`."""
    gone = {*history.withdrawn, *without}
    entrants = [one for one in dict.fromkeys(history.entrants) if one not in gone]
    index = {entrant: number for number, entrant in enumerate(entrants)}
    points = [Fraction(0)] * len(entrants)
    result = Past(
        entrants,
        len(history.rounds),
        [],
        1,
        [],
        [Counter() for _ in entrants],
        [set() for _ in entrants],
        [[0] * LARGEST_TABLE for _ in entrants],
        [0] * len(entrants),
        [0] * len(entrants),
        [clubs.get(entrant, "") for entrant in entrants],
        [(parties or {}).get(entrant, "") for entrant in entrants],
    )
    for number, played in enumerate(history.rounds, start=1):
        _add_points(points, played, index)
        _add_meetings(result, played, index, is_last=number == len(history.rounds))
        _add_byes(result, played, index)
    result.scale = lcm(*(one.denominator for one in points))
    result.points = [int(one * result.scale) for one in points]
    return result


def _add_points(points: list[Fraction], played: PlayedRound, index: Mapping[Entrant, int]) -> None:
    """Add up exactly what is written: 0.1 counts as a tenth, whatever the machine makes of it."""
    for match in played.matches:
        for entrant, earned in zip(match.entrants, match.points, strict=False):
            if entrant in index:
                points[index[entrant]] += Fraction(str(earned))
    for bye in played.byes:
        if bye.entrant in index:
            points[index[bye.entrant]] += Fraction(str(bye.points))


def _add_meetings(result: Past, played: PlayedRound, index: Mapping[Entrant, int], *, is_last: bool) -> None:
    largest = max((len(match.entrants) for match in played.matches), default=0)
    for match in played.matches:
        seated = [(seat, index[one]) for seat, one in _present(match) if one in index]
        result.tables.append([one for _, one in seated])
        for seat, one in seated:
            result.seats[one][seat] += 1
            result.small[one] += len(match.entrants) < largest
        for (_, one), (_, other) in combinations(seated, 2):
            result.met[one][other] += 1
            result.met[other][one] += 1
            if is_last:
                result.last[one].add(other)
                result.last[other].add(one)


def _present(match: PlayedMatch) -> list[tuple[int, Entrant]]:
    """Return seats and entrants of those who really sat at the table: one alone has met nobody."""
    if match.kind == DOUBLE_FORFEIT:
        return []
    present = [(seat, one) for seat, one in enumerate(match.entrants) if one not in match.absent]
    return present if len(present) > 1 and not (match.kind == FORFEIT and len(match.entrants) == 2) else []


def _add_byes(result: Past, played: PlayedRound, index: Mapping[Entrant, int]) -> None:
    """Count drawn and full-point byes, and forfeits won with nobody else at the table."""
    free = [bye.entrant for bye in played.byes if bye.kind in {PAIRING_BYE, FULL}]
    for match in played.matches:
        if match.kind == FORFEIT and not _present(match):
            free += [one for one in match.entrants if one not in match.absent]
    for entrant in free:
        if entrant in index:
            result.byes[index[entrant]] += 1
