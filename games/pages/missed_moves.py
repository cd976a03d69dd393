"""The moves in words that a viewer has missed while away from a table."""

from typing import Final

from games.tables import Missed
from games.wording.seat_names import seat_names

_MOST: Final = 40


class MissedPage:
    """The missed moves for a template."""

    def __init__(self, missed: Missed) -> None:
        names = seat_names(missed.seats, missed.table.options)
        lines = [line for event in missed.events if (line := event.sentence(names))]
        self.table = missed.table
        self.lines = lines[-_MOST:]
        """The moves in words, oldest first."""
        self.is_cut = missed.is_cut or len(lines) > _MOST
        """Whether earlier moves are left out here; the replay has all of them."""
