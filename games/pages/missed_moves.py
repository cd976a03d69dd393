"""The moves in words that a viewer has missed while away from a table."""

from typing import Final

from games.pages.last_moves import in_words
from games.rules.match.events import RoundStarted
from games.tables import Missed
from games.wording import actors
from games.wording.moments import overdue_steps
from games.wording.seat_names import NamesOverTime

_MOST: Final = 40


class MissedPage:
    """The missed moves for a template."""

    def __init__(self, missed: Missed) -> None:
        table, names = missed.table, NamesOverTime(missed.seats, missed.table.options)
        overdue = overdue_steps(missed.steps, missed.clock_steps, missed.seats, table.away_after)
        senders = actors.names(missed.rulings.values()) if missed.rulings else {}
        referees = {step: senders[by] for step, by in missed.rulings.items()}
        told = in_words(missed.steps, lambda step: names.at(missed.versions[step]), overdue, referees)
        lines = [line for _step, line in told]
        self.table = table
        self.moves = len({step for step, _line in told} - _deals(missed))
        """How many commands are told, without those that began a deal; if none, nothing was missed."""
        self.lines = lines[-_MOST:]
        """The moves in words, oldest first."""
        self.is_cut = missed.is_cut or len(lines) > _MOST
        """Whether earlier moves are left out here; the replay has all of them."""


def _deals(missed: Missed) -> set[int]:
    return {step for step, events in missed.steps if any(isinstance(event, RoundStarted) for event in events)}
