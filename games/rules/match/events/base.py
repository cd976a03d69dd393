"""What all events of a match have in common."""

from abc import abstractmethod

import msgspec

from games.rules.match.sentences import Names
from games.rules.match.state import State


class Event(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The base class of all events of a match."""

    @abstractmethod
    def change(self, state: State, /) -> None:
        """Change the state. Nothing is worked out here that a rule decides."""

    @abstractmethod
    def sentence(self, names: Names, /) -> str | None:
        """Return what people read of it, None where nobody needs to; `names` are those of the seats.

        Cards that the viewer may not know are hidden before (see `games.rules.match.sight`).
        """


def changes_nothing(_event: Event, _state: State) -> None:
    """Tell people what happened; another event carries the change."""
