"""The names of the seats of a table where several are shown together."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.models import Seat


def seat_names(seats: Sequence[Seat]) -> list[str]:
    """Return the names in seat order; seats with the same name also have their letter."""
    names = [seat.name or _("Free seat") for seat in seats]
    is_shared = [bool(seat.name) and names.count(seat.name) > 1 for seat in seats]
    return [
        f"{name} ({seat.letter})" if shared else name
        for name, seat, shared in zip(names, seats, is_shared, strict=True)
    ]
