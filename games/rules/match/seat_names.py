"""The names of the seats of a match for its sentences, with what names its Customizable cards."""

from collections.abc import Sequence

Names = Sequence[str]
"""The names of the seats of a table in order."""


class SeatNames(list[str]):
    """The names of the seats in order, and the effects of the Customizable cards of the match."""

    def __init__(self, names: Names, effects: Sequence[str] = ()) -> None:
        super().__init__(names)
        self.effects = effects


def effects_of(names: Names) -> Sequence[str]:
    """Return the effects of the Customizable cards of a match, if its names tell them."""
    return names.effects if isinstance(names, SeatNames) else ()
