"""Competition points: by place and table size, or the organizer's own."""

from collections.abc import Collection, Sequence
from itertools import pairwise
from typing import Final

import msgspec

from games.rules.base.language import _, ngettext, shown_number
from games.rules.base.refusal import Refusal

SIZES: Final = range(2, 11)
MOST_POINTS: Final = 1000


class PointsScheme(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The points of places: for a table size the points from place 1 down, and the points of a bye.

    Sizes without an entry use `points`. Whole numbers only, so that sums are exact and do not depend on the
    order of addition: entrants who share a place all get its points, and the following places are skipped (1,
    2, 2, 4).
    """

    by_size: dict[int, list[int]] = {}
    bye: int = 0

    def points(self, place: int, seats: int) -> int:
        """Return the points of a place at a table of `seats`."""
        own = self.by_size.get(seats)
        return own[place - 1] if own else points(place, seats)


def points(place: int, seats: int) -> int:
    """Return the points of a place: one for every seat from this place down, and one extra for winning.

    A table of four gives 5, 3, 2, 1; a table of three 4, 2, 1; two seats 3, 1. Entrants who share a place all
    get its points, and the following places are skipped (1, 2, 2, 4).
    """
    return seats - place + 1 + (place == 1)


def check_scheme(scheme: PointsScheme, sizes: Collection[int] = SIZES) -> None:
    """Refuse a scheme where a worse place could earn more, or a bye more than a win at these sizes.

    Raises Refusal: bad_table_size, points_per_place, points_range, points_rising, points_level, points_bye.
    The bounds of places rely on results never taking points away.
    """
    for size, values in sorted(scheme.by_size.items()):
        _check_size(size, values)
    if not 0 <= scheme.bye <= least_win(scheme, sizes):
        raise Refusal("points_bye", _("A bye is worth from 0 points up to the smallest value of a win."))


def least_win(scheme: PointsScheme, sizes: Collection[int]) -> int:
    """Return the smallest worth of the first place among tables of these sizes."""
    return min(scheme.points(1, size) for size in sizes)


def least_loss(scheme: PointsScheme, sizes: Collection[int]) -> int:
    """Return the smallest worth of the last place among tables of these sizes."""
    return min(scheme.points(size, size) for size in sizes)


def most_points(scheme: PointsScheme, sizes: Collection[int] = SIZES) -> int:
    """Return the most points a stage round can bring at a table of any of these sizes, or by a bye."""
    return max(scheme.bye, *(scheme.points(1, size) for size in sizes))


def _check_size(size: int, values: Sequence[int]) -> None:
    if size not in SIZES:
        raise Refusal("bad_table_size", _("A table has 2 to 10 seats."))
    if len(values) != size:
        raise Refusal(
            "points_per_place",
            ngettext(
                "A table of {size} needs points for {size} place, not for {given}.",
                "A table of {size} needs points for {size} places, not for {given}.",
                size,
            ).format(size=size, given=len(values)),
        )
    if not all(0 <= value <= MOST_POINTS for value in values):
        raise Refusal(
            "points_range",
            _("A place is worth 0 to {most_points} points.").format(most_points=shown_number(MOST_POINTS)),
        )
    if any(worse > better for better, worse in pairwise(values)):
        raise Refusal(
            "points_rising",
            _("At a table of {size} a lower place must not be worth more than a higher place.").format(
                size=size
            ),
        )
    if values[0] == values[-1]:
        raise Refusal(
            "points_level",
            _("At a table of {size} first place must be worth more than last place.").format(size=size),
        )
