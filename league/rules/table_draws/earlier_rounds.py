"""The past rounds, as facts for the draw of the next tables."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from math import lcm

import msgspec

from league.rules.brackets.parties import are_apart
from league.rules.played_rounds import (
    FORFEIT,
    FULL,
    PAIRING_BYE,
    Entrant,
    History,
    PlayedRound,
)

LARGEST_TABLE = 10


class Past(msgspec.Struct):
    """Facts about the entrants to draw, by their index in `entrants` (seed order).

    After `rounds` stage rounds, `points` are whole numbers, the real points times `scale`. `tables` are all
    former tables, `met[i][j]` is how often i sat with j, `last[i]` with whom in the last stage round,
    `seats[i][s]` how often in seat s, `small[i]` how often at a smaller table than others of the round,
    `byes[i]` how often i got a round's points without playing. Members of the same of the `parties` should
    not meet.
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
        return sorted(range(len(self.entrants)), key=lambda entrant: (-self.points[entrant], entrant))

    def are_mates(self, first: int, other: int) -> bool:
        """Whether two are of the same club."""
        return self.clubs[first] != "" and self.clubs[first] == self.clubs[other]

    def are_of_one_party(self, first: int, other: int) -> bool:
        """Whether two entrants should not meet."""
        return are_apart(self.parties[first], self.parties[other])

    def unplayed(self, entrant: int) -> int:
        """Return how many of the rounds so far an entrant has not played."""
        return self.rounds - sum(self.seats[entrant])

    def only(self, members: Sequence[int]) -> "Past":
        """Return the facts about some of the entrants, by their index in `members`."""
        index = {member: number for number, member in enumerate(members)}
        former = [[index[entrant] for entrant in table if entrant in index] for table in self.tables]
        return Past(
            [self.entrants[member] for member in members],
            self.rounds,
            [self.points[member] for member in members],
            self.scale,
            [table for table in former if len(table) > 1],
            [Counter({index[j]: n for j, n in self.met[i].items() if j in index}) for i in members],
            [{index[j] for j in self.last[i] if j in index} for i in members],
            [self.seats[member] for member in members],
            [self.small[member] for member in members],
            [self.byes[member] for member in members],
            [self.clubs[member] for member in members],
            [self.parties[member] for member in members],
        )


def past(
    history: History,
    clubs: Mapping[Entrant, str],
    without: Collection[Entrant] = (),
    parties: Mapping[Entrant, str] | None = None,
) -> Past:
    """Read a history for the active entrants, except `without`."""
    gone = {*history.withdrawn, *without}
    entrants = [entrant for entrant in dict.fromkeys(history.entrants) if entrant not in gone]
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
    result.scale = lcm(*(total.denominator for total in points))
    result.points = [int(total * result.scale) for total in points]
    return result


def _add_points(points: list[Fraction], played: PlayedRound, index: Mapping[Entrant, int]) -> None:
    """Add up points exactly as written: 0.1 counts as a tenth."""
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
        present = match.present
        seated = [
            (seat, index[entrant])
            for seat, entrant in enumerate(match.entrants)
            if entrant in present and entrant in index
        ]
        result.tables.append([entrant for _, entrant in seated])
        for seat, entrant in seated:
            result.seats[entrant][seat] += 1
            result.small[entrant] += len(match.entrants) < largest
        for (_, entrant), (_, other) in combinations(seated, 2):
            result.met[entrant][other] += 1
            result.met[other][entrant] += 1
            if is_last:
                result.last[entrant].add(other)
                result.last[other].add(entrant)


def _add_byes(result: Past, played: PlayedRound, index: Mapping[Entrant, int]) -> None:
    """Count drawn and full-point byes, and forfeits won with nobody else at the table."""
    free = [bye.entrant for bye in played.byes if bye.kind in {PAIRING_BYE, FULL}]
    for match in played.matches:
        if match.kind == FORFEIT and not match.present:
            free += [entrant for entrant in match.entrants if entrant not in match.absent]
    for entrant in free:
        if entrant in index:
            result.byes[index[entrant]] += 1
