"""A competition while a command is executed on it."""

from games.rules.base.chance import Chance
from games.rules.base.language import _
from games.rules.base.refusal import IllegalCommand
from league.rules.competition.events import Event
from league.rules.competition.state import RUNNING, State


class Work:
    """The events of a command so far, and the state after them; the state before is unchanged."""

    def __init__(self, state: State, chance: Chance) -> None:
        self.state = state.copy()
        self.chance = chance
        self.events: list[Event] = []

    def note(self, event: Event) -> None:
        """Record and apply an event."""
        self.events.append(event)
        event.change(self.state)

    def must_run(self) -> None:
        """Refuse commands that need a competition in play."""
        if self.state.status != RUNNING:
            raise IllegalCommand("not_running", _("The competition is not running."))

    def lot_seed(self) -> str:
        """Return a fresh seed for a draw, to be stored with it: 16 hexadecimal digits."""
        return f"{self.chance.below(2**32):08x}{self.chance.below(2**32):08x}"
