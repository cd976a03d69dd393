"""The points of places, as organizers write them: for each size of table, from place 1 down."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from league.rules.settings.points import SIZES

_MOST_DIGITS = 6


def fault(number: int, size: str, points: Sequence[str]) -> str:
    """Return the fault of a line such as `4: 5 3 2 1`; empty if it has none."""
    cells = [size, *points]
    if not all(cell.isascii() and cell.isdecimal() and len(cell) <= _MOST_DIGITS for cell in cells):
        sentence = _(
            "Line {number} must look like “4: 5 3 2 1”: seats, a colon, then the points from 1st place down."
        )
        return sentence.format(number=number)
    if int(size) not in SIZES or len(points) > SIZES[-1]:
        return _("Line {number}: a table has 2 to 10 seats.").format(number=number)
    return ""
