"""Lay out the cards of a hand: as a fan, or in rows if there are too many for a phone."""

from typing import Final

_MOST: Final = 8
"""How far the outermost card of a large hand leans."""
_IN_A_ROW: Final = 10
"""The number of cards in a row on the narrowest phone: 24 pixels of each can be tapped."""


def lean(position: int, count: int) -> int:
    """Return how far a card leans, from -8 (left) to 8 (right); small hands lean less."""
    return round((2 * position - (count - 1)) * _MOST / max(count - 1, _MOST))


def in_a_row(count: int) -> int:
    """Return how many cards are in a row on a phone, so that the rows have about the same length."""
    rows = -(-count // _IN_A_ROW) or 1
    return -(-count // rows)
