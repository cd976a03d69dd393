"""The seats of a table on its page, and the sides that partners form."""

import datetime as dt
from dataclasses import dataclass, replace
from typing import NamedTuple

from games.localization.lists import listed
from games.models import Table
from games.pages import seat_layout


@dataclass(frozen=True)
class ShownSeat:
    """A seat on the page."""

    index: int
    letter: str
    name: str
    is_me: bool
    is_free: bool
    is_bot: bool
    is_away: bool
    count: int = 0
    total: int = 0
    is_turn: bool = False
    is_dealer: bool = False
    has_called: bool = False
    eliminated: int = 0
    can_be_caught: bool = False
    is_out: bool = False
    has_left: bool = False
    is_partner: bool = False
    side: int = 0
    partner: str = ""
    """The name of the partner across the table, or of the person for whom that seat is kept."""
    wins: int = 0
    losses: int = 0
    vacation_until: dt.datetime | None = None
    player_id: int | None = None
    kept_until: dt.datetime | None = None
    kept_for: str = ""
    is_kept_for_me: bool = False
    key_of_seat: str = ""
    spot: seat_layout.Spot | None = None

    @property
    def key(self) -> str:
        """The id of this seat on the page."""
        return f"seat-{self.letter}"

    @property
    def name_of_player(self) -> str:
        """The name of the player, or of the person for whom the free seat is kept."""
        return self.kept_for or self.name

    @property
    def is_kept(self) -> bool:
        """Whether the free seat is kept for somebody; without a name for a visitor with its link."""
        return self.kept_until is not None

    @property
    def backs(self) -> range:
        """A range over the card backs to draw: twelve at most."""
        return range(min(self.count, 12))


class Side(NamedTuple):
    """Two partners, who share a score."""

    number: int
    places: list[ShownSeat]

    @property
    def names(self) -> str:
        """The names of both."""
        return listed([place.name for place in self.places])

    @property
    def is_mine(self) -> bool:
        """Whether I am one of them."""
        return any(place.is_me for place in self.places)

    @property
    def total(self) -> int:
        """Their score."""
        return self.places[0].total

    @property
    def wins(self) -> int:
        """The number of deals that one of them won."""
        return self.places[0].wins

    @property
    def losses(self) -> int:
        """The number of deals that one of them lost."""
        return self.places[0].losses


def standing(table: Table) -> list[tuple[str, int]]:
    """Return the names and totals of a running match in the order of the seats, of partners together."""
    seats = list(table.seats.all())
    if table.options.get("teams") != "partners":
        return [(seat.name, seat.total) for seat in seats]
    return [(listed([seat.name for seat in seats[side::2]]), seats[side].total) for side in (0, 1)]


def at_spots(places: list[ShownSeat], spots: list[seat_layout.Spot]) -> list[ShownSeat]:
    """Return the seats with their spots on the felt."""
    return [replace(place, spot=spot) for place, spot in zip(places, spots, strict=True)]
