"""One command being carried out: every event changes the state at once and is kept in order."""

from games.rules.base.chance import Chance
from games.rules.match.events import Event, TurnStarted
from games.rules.match.state import (
    State,
)


class Step:
    """The state in the making, the source of shuffles, and the events so far."""

    __slots__ = ("chance", "events", "state")

    def __init__(self, state: State, chance: Chance) -> None:
        self.state = state
        self.chance = chance
        self.events: list[Event] = []

    def emit(self, event: Event) -> None:
        """Let the event happen."""
        event.change(self.state)
        self.events.append(event)

    def start_turn(self, seat: int) -> None:
        """Give the turn to a seat."""
        self.emit(TurnStarted(seat))
