"""The names of the seats of a match for its sentences, with what names its Customizable cards."""

from collections.abc import Sequence

Names = Sequence[str]
"""The names of the seats of a table in order."""


class SeatNames(list[str]):
    """The names of the seats in order, the effects of the Customizable cards, and whether partners play."""

    def __init__(self, names: Names, effects: Sequence[str] = (), *, has_partners: bool = False) -> None:
        super().__init__(names)
        self.effects, self.has_partners = effects, has_partners


def effects_of(names: Names) -> Sequence[str]:
    """Return the effects of the Customizable cards of a match, if its names tell them."""
    return names.effects if isinstance(names, SeatNames) else ()


def renamed(names: Names, others: Names) -> SeatNames:
    """Return other names for the seats of the same match."""
    has_partners = isinstance(names, SeatNames) and names.has_partners
    return SeatNames(others, effects_of(names), has_partners=has_partners)


def sides_of(names: Names) -> list[tuple[int, ...]]:
    """Return the seats that score together: those of each side, or each alone."""
    seats = range(len(names))
    has_partners = isinstance(names, SeatNames) and names.has_partners
    return [tuple(seats[side::2]) for side in (0, 1)] if has_partners else [(seat,) for seat in seats]
