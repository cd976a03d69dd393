"""The names of the seats at each step of a match: each move bears the name of the player who sat there."""

from collections.abc import Callable, Sequence
from functools import cached_property

from games.deals.outline import Step
from games.models import Seat, Table
from games.rules.match.seat_names import SeatNames
from games.wording.seat_names import NamesOverTime


class NamesAtSteps:
    """The names by step; `now` are those of the players who sit there at the end, or now.

    `steps` returns the steps of the match; it is asked only where a seat was handed over.
    """

    def __init__(self, table: Table, seats: Sequence[Seat], steps: Callable[[], Sequence[Step]]) -> None:
        self._over_time, self._read_steps = NamesOverTime(seats, table.options), steps
        self.now = self._over_time.now

    def at(self, step: int) -> SeatNames:
        """Return the names at a step, counted from 1; before the first step those of now."""
        if not self._over_time.has_changed or not 0 < step <= len(self._steps):
            return self.now
        return self._over_time.at(self._steps[step - 1].first)

    def at_each(self, seat: int) -> list[tuple[int, str]]:
        """Return who sat on a seat one after the other, each with the first step; one pair without change."""
        held: list[tuple[int, str]] = []
        for step in range(1, len(self._steps) + 1) if self._over_time.has_changed else ():
            name = self.at(step)[seat]
            if not held or held[-1][1] != name:
                held.append((step, name))
        return held or [(1, self.now[seat])]

    @cached_property
    def _steps(self) -> Sequence[Step]:
        return self._read_steps()
