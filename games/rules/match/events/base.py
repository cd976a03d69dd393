"""The base class of the events of a match."""

from abc import abstractmethod

import msgspec

from games.rules.match.seat_names import Names
from games.rules.match.state import State


class Event(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The base class of all events of a match."""

    @abstractmethod
    def change(self, state: State, /) -> None:
        """Change the state. The decisions of the rules are already in the event."""

    def seen_by(self, _seat: int | None, /) -> "Event":
        """Return the event with all cards hidden that a seat or a spectator (None) may not know.

        Counts stay visible.
        """
        return self

    @abstractmethod
    def sentence(self, names: Names, /) -> str | None:
        """Return the event in words, None if nobody needs to read it; `names` are those of the seats.

        Cards that the viewer may not know are hidden already (see `games.rules.match.visibility`).
        """


def changes_nothing(_event: Event, _state: State) -> None:
    """Change nothing: another event carries the change."""
