"""The best and the worst place still possible for each row of a table that goes on."""

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from fractions import Fraction

import msgspec

from league.rules.history import Entrant
from league.rules.standings.season_table import Counting, SeasonRow


class Reach(msgspec.Struct, frozen=True):
    """What an entrant can still end on: `least` to `most` points; whether it can have played enough."""

    entrant: Entrant
    least: Fraction
    most: Fraction
    is_qualified: bool = True
    can_qualify: bool = True


class Places(msgspec.Struct, frozen=True):
    """The best and the worst place still possible, 1 the first; equal when nothing can change any more."""

    best: int
    worst: int


def season_places(
    rows: Sequence[SeasonRow], counting: Counting, *, ahead: Mapping[Entrant, Mapping[int, int]]
) -> dict[Entrant, Places]:
    """Return the places still possible for the rows of one division.

    `ahead` holds, for everybody who plays on, the most points that each matchday can still bring, by its
    number. Once nothing is ahead of anybody the rank is the place. Sound: whatever the results ahead,
    absences and shared places included, and whatever the tie-breaks say then, nobody ends outside. It only
    narrows while results only add points: a correction, a line, a late entry may widen it.

    Who meets whom does not make it narrower, since all of a table can share its first place.
    """
    if not any(ahead.values()):
        return {row.entrant: Places(row.rank, row.rank) for row in rows}
    return possible_places([reach(row, counting, ahead.get(row.entrant, {})) for row in rows])


def reach(row: SeasonRow, counting: Counting, ahead: Mapping[int, int]) -> Reach:
    """Return what a row can still end on, if each round brings from nothing to what is `ahead` of it."""
    counted = sum((day.points for day in row.days if day.is_counted), Fraction())
    so_far = {day.matchday: day.points for day in row.days}
    most_by_day = so_far | {day: so_far.get(day, 0) + more for day, more in ahead.items()}
    worths = sorted(most_by_day.values(), reverse=True)
    most = sum(worths[: counting.best] if counting.best else worths, Fraction())
    days_played = {day.matchday for day in row.days if day.is_played} | ahead.keys()
    return Reach(
        row.entrant,
        least=row.points,
        most=row.points - counted + most,
        is_qualified=not row.is_below_minimum,
        can_qualify=len(days_played) >= counting.minimum,
    )


def possible_places(reaches: Sequence[Reach]) -> dict[Entrant, Places]:
    """Return the places between which everybody will end (lessons 8.8).

    Best: behind those only whose least is more than one's own most. Worst: behind all who can come level with
    one's own least, since a tie-break may put them ahead. Both are reached if points do not depend on each
    other.
    """
    floors = sorted(_floor(one) for one in reaches)
    ceilings = sorted(_ceiling(one) for one in reaches)
    count = len(reaches)
    return {
        one.entrant: Places(
            best=1 + count - bisect_right(floors, _ceiling(one)),
            worst=count - bisect_left(ceilings, _floor(one)),
        )
        for one in reaches
    }


def _floor(one: Reach) -> tuple[bool, Fraction]:
    return one.is_qualified, one.least


def _ceiling(one: Reach) -> tuple[bool, Fraction]:
    return one.can_qualify, one.most
