"""The names of the seats at each step of a match: each move bears the name of the player who sat there.

What a bot did for a player who was away is told as the bot's.
"""

from collections.abc import Callable, Sequence
from functools import cached_property

from django.utils.translation import gettext as _

from games.deals.outline import LEAD, MISS, Mark, Step
from games.models import Seat, Table
from games.replay.rulings import Rulings
from games.rules.match.seat_names import Names, SeatNames, renamed
from games.wording.seat_names import NamesOverTime


class NamesAtSteps:
    """The names by step; `now` are those of the players who sit there at the end, or now.

    `over_time` has them by the versions of the log.
    `steps` returns the steps of the match; it is asked only for marks, and where a seat was handed over.
    """

    def __init__(self, table: Table, seats: Sequence[Seat], steps: Callable[[], Sequence[Step]]) -> None:
        self.over_time, self._read_steps = NamesOverTime(seats, table.options), steps
        self._players = {seat.index for seat in seats if seat.player_id is not None}
        self.now = self.over_time.now
        self.rulings = Rulings(table, seats, steps)

    def at(self, step: int) -> SeatNames:
        """Return the names at a step, counted from 1; before the first step those of now."""
        if not self.over_time.has_changed or not 0 < step <= len(self._steps):
            return self.now
        return self.over_time.at(self._steps[step - 1].first)

    def of_mark(self, mark: Mark) -> SeatNames:
        """Return the names for a mark: `a bot for Ana` where a bot did or omitted what it tells."""
        names = self.at(mark.step)
        if mark.kind == LEAD:
            return names
        # What was not said was not said by the move before, whoever's move ended the time for it.
        until = mark.step - 1 if mark.kind == MISS else mark.step
        return with_bots(names, [seat for seat in mark.seats if self._is_bots(seat, until)])

    def with_bots_at(self, step: int) -> SeatNames:
        """Return the names at a step, `a bot for Ana` for those whose last move until then a bot made."""
        return with_bots(self.at(step), [seat for seat in self._players if self._is_bots(seat, step)])

    def _is_bots(self, seat: int, until: int) -> bool:
        """Whether the last move of a player until a step was made by a bot."""
        if seat not in self._players:
            return False
        made = (step for step in reversed(self._steps[:until]) if step.actor == seat)
        return next((step.is_by_bot for step in made), False)

    def at_each(self, seat: int) -> list[tuple[int, str]]:
        """Return who sat on a seat one after the other, each with the first step; one pair without change."""
        held: list[tuple[int, str]] = []
        for step in range(1, len(self._steps) + 1) if self.over_time.has_changed else ():
            name = self.at(step)[seat]
            if not held or held[-1][1] != name:
                held.append((step, name))
        return held or [(1, self.now[seat])]

    @cached_property
    def _steps(self) -> Sequence[Step]:
        return self._read_steps()


def with_bots(names: Names, bots: Sequence[int]) -> SeatNames:
    """Return the names, each of these seats as `a bot for Ana`: their players were away."""
    told = [
        _("a bot for {name}").format(name=name) if seat in bots else name for seat, name in enumerate(names)
    ]
    return renamed(names, told)
