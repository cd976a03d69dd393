"""A competition while a command is carried out on it."""

from games.rules.chance import Chance
from league.rules.events import Event
from league.rules.evolve import evolve
from league.rules.state import State


class Work:
    """What has happened for one command so far, and the state after it; the state before stays as it is."""

    def __init__(self, state: State, chance: Chance) -> None:
        self.state = state.copy()
        self.chance = chance
        self.events: list[Event] = []

    def note(self, event: Event) -> None:
        """Let something happen."""
        self.events.append(event)
        evolve(self.state, event)

    def lot_seed(self) -> str:
        """Return a fresh seed for a draw, to be stored with it: 16 hexadecimal digits."""
        return f"{self.chance.below(2**32):08x}{self.chance.below(2**32):08x}"
