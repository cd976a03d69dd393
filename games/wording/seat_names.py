"""The names of the seats of a table where several are shown together."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from django.utils.translation import gettext as _

from games.models import Seat
from games.rules.match.seat_names import SeatNames

_NONE: Final[Mapping[str, Any]] = MappingProxyType({})


def seat_names(seats: Sequence[Seat], options: Mapping[str, Any] = _NONE) -> SeatNames:
    """Return the names in seat order; seats with the same name also have their letter.

    `options` are those of the table that differ from the defaults; its Customizable cards are called by them.
    """
    names = [seat.name or _("Free seat") for seat in seats]
    is_shared = [bool(seat.name) and names.count(seat.name) > 1 for seat in seats]
    told_apart = (
        f"{name} ({seat.letter})" if shared else name
        for name, seat, shared in zip(names, seats, is_shared, strict=True)
    )
    return SeatNames([*told_apart], options.get("customizable_effects", ()))
