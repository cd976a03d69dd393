"""A step carries out a command: every event changes the state at once and is collected in order."""

from games.rules.base.chance import Chance
from games.rules.match.events import Event, TurnStarted
from games.rules.match.state import (
    State,
)


class Step:
    """The changing state, the source of shuffles, and the events so far."""

    __slots__ = ("chance", "events", "state")

    def __init__(self, state: State, chance: Chance) -> None:
        self.state = state
        self.chance = chance
        self.events: list[Event] = []

    def emit(self, event: Event) -> None:
        """Apply an event and collect it."""
        event.change(self.state)
        self.events.append(event)

    def start_turn(self, seat: int) -> None:
        """Give the turn to a seat."""
        self.emit(TurnStarted(seat))
