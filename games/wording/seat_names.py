"""The names of the seats of a table where several are shown together."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import Any, Final

from django.utils.translation import gettext as _

from games.models import Player, Seat
from games.rules.match.seat_names import SeatNames

_NONE: Final[Mapping[str, Any]] = MappingProxyType({})


def seat_names(seats: Sequence[Seat], options: Mapping[str, Any] = _NONE) -> SeatNames:
    """Return the names in seat order; seats with the same name also have their letter.

    `options` are those of the table that differ from the defaults; its Customizable cards are called by them.
    """
    return _told_apart([seat.name for seat in seats], seats, options)


class NamesOverTime:
    """The names at each version of the log: a seat that was handed over had that of another player before.

    `now` are those of the players who sit there. Only where a seat was handed over `at` takes a query, once.
    """

    def __init__(self, seats: Sequence[Seat], options: Mapping[str, Any] = _NONE) -> None:
        self._seats, self._options = seats, options
        self.now = seat_names(seats, options)
        self.has_changed = any(seat.earlier_players for seat in seats)

    def at(self, version: int) -> SeatNames:
        """Return the names of those who sat there when the event of this version was written."""
        if not self.has_changed:
            return self.now
        return _told_apart([self._name(seat, version) for seat in self._seats], self._seats, self._options)

    def is_of_now(self, seat: int, version: int) -> bool:
        """Return whether who sits there now already sat there when the event of this version was written."""
        return _earlier(self._seats[seat], version) is None

    def _name(self, seat: Seat, version: int) -> str:
        earlier = _earlier(seat, version)
        return self._players[earlier].name if earlier in self._players else seat.name

    @cached_property
    def _players(self) -> dict[int, Player]:
        return Player.objects.in_bulk(
            [player for seat in self._seats for _until, player in seat.earlier_players]
        )


def _earlier(seat: Seat, version: int) -> int | None:
    """Return the player who sat there then and handed the seat over since; None without one."""
    return next((player for until, player in seat.earlier_players if version < until), None)


def _told_apart(held: Sequence[str], seats: Sequence[Seat], options: Mapping[str, Any]) -> SeatNames:
    names = [name or _("Free seat") for name in held]
    is_shared = [bool(name) and names.count(name) > 1 for name in held]
    told_apart = (
        f"{name} ({seat.letter})" if shared else name
        for name, seat, shared in zip(names, seats, is_shared, strict=True)
    )
    effects, has_partners = options.get("customizable_effects", ()), options.get("teams") == "partners"
    return SeatNames([*told_apart], effects, has_partners=has_partners)
