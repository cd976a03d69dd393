"""The best and the worst place still possible for each row of a table in progress."""

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from fractions import Fraction

import msgspec

from league.rules.played_rounds import Entrant
from league.rules.standings.season_table import Counting, SeasonRow
from league.rules.tiebreaks.rounds import added


class Reach(msgspec.Struct, frozen=True):
    """The final points an entrant can reach, `least` to `most`, and whether the minimum can be reached."""

    entrant: Entrant
    least: Fraction
    most: Fraction
    is_qualified: bool = True
    can_qualify: bool = True


class Places(msgspec.Struct, frozen=True):
    """The best and the worst place still possible, 1 the first; equal when the place is certain."""

    best: int
    worst: int


def season_places(
    rows: Sequence[SeasonRow], counting: Counting, *, ahead: Mapping[Entrant, Mapping[int, int]]
) -> dict[Entrant, Places]:
    """Return the places still possible for the rows of a division.

    `ahead` holds, for every active entrant, the most points that each matchday can still bring, by its
    number. When nothing is ahead the rank is the place. Nobody can end outside these places, whatever the
    results ahead, absences, shared places and tie-breaks. The range only narrows while results add points: a
    correction, a bonus or penalty, or a late entry may widen it. Knowing who meets whom would not narrow it,
    since all of a table can share its first place.
    """
    if not any(ahead.values()):
        return {row.entrant: Places(row.rank, row.rank) for row in rows}
    return possible_places([reach(row, counting, ahead.get(row.entrant, {})) for row in rows])


def reach(row: SeasonRow, counting: Counting, ahead: Mapping[int, int]) -> Reach:
    """Return the points a row can still reach, if each round brings between nothing and its `ahead`."""
    counted = added(day.points for day in row.days if day.is_counted)
    so_far = {day.matchday: day.points for day in row.days}
    # Whole numbers stay whole: adding fractions takes a hundred times as long, and a season has many rounds.
    most_by_day = so_far | {day: so_far[day] + more if day in so_far else more for day, more in ahead.items()}
    worths: list[Fraction | int] = list(most_by_day.values())
    if counting.best:
        worths = sorted(worths, reverse=True)[: counting.best]
    most = Fraction(sum(map(_whole, worths)))
    days_played = {day.matchday for day in row.days if day.is_played} | ahead.keys()
    return Reach(
        row.entrant,
        least=row.points,
        most=row.points - counted + most,
        is_qualified=not row.is_below_minimum,
        can_qualify=len(days_played) >= counting.minimum,
    )


def possible_places(reaches: Sequence[Reach]) -> dict[Entrant, Places]:
    """Return the best and the worst final place of each entrant (lessons 8.8).

    Best: behind only those whose least is more than the entrant's own most. Worst: behind all who can reach
    the entrant's own least, since a tie-break may put them ahead. Both can happen if points do not depend on
    each other.
    """
    floors = sorted(_floor(reach) for reach in reaches)
    ceilings = sorted(_ceiling(reach) for reach in reaches)
    count = len(reaches)
    return {
        reach.entrant: Places(
            best=1 + count - bisect_right(floors, _ceiling(reach)),
            worst=count - bisect_left(ceilings, _floor(reach)),
        )
        for reach in reaches
    }


def _floor(reach: Reach) -> tuple[bool, Fraction | int]:
    return reach.is_qualified, _whole(reach.least)


def _ceiling(reach: Reach) -> tuple[bool, Fraction | int]:
    return reach.can_qualify, _whole(reach.most)


def _whole(points: Fraction | int) -> Fraction | int:
    """Return the same number, which is compared many times as quickly if it is whole."""
    return points.numerator if points.denominator == 1 else points
