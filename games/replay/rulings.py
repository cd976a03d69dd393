"""Who gave the penalties of a match, or asked for them, and why: what the rules do not know, the log does."""

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

from games import eventstore
from games.deals.outline import Step
from games.models import Seat, Table, TableEvent
from games.rules.match.seat_names import Names
from games.tables import RULINGS, is_ruling_of_its_sender
from games.tables.events import PenaltyExplained
from games.wording import actors


class Rulings:
    """The rulings of a match. The log is read when one of them is told: three queries at most."""

    def __init__(self, table: Table, seats: Sequence[Seat], steps: Callable[[], Sequence[Step]]) -> None:
        self._table, self._seats, self._steps = table, seats, steps

    def told(self, step: int, events: Sequence[Any], names: Names) -> list[str]:
        """Return the events of a step in sentences; a ruling with the name of who gave or asked for it."""
        lines = [line for event in events if (line := event.sentence(names))]
        ruled = next((event for event in events if isinstance(event, RULINGS)), None)
        if not lines or ruled is None:
            return lines
        made = self._steps()[step - 1]
        if explained := self._explained.get(made.first):
            return [explained.sentence(names), *lines]
        if is_ruling_of_its_sender(ruled, made.by, self._seats):
            lines[0] = f"{lines[0]} ({self._givers[made.by]})"
        return lines

    @cached_property
    def _explained(self) -> dict[int, PenaltyExplained]:
        """The penalties to which everybody agreed, by the version of the ruling that follows."""
        rows = eventstore.all_rows(TableEvent, self._table.pk).filter(name="penalty_explained")
        facts = rows.values_list("version", "name", "schema", "payload")
        return {version + 1: eventstore.decode(*stored) for version, *stored in facts}

    @cached_property
    def _givers(self) -> dict[str, str]:
        return dict(actors.names({step.by for step in self._steps() if ":" in step.by}))
