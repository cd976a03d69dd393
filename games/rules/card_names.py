"""What people call the cards: `red 5`, `blue Skip`, `Wild Draw Four`."""

from typing import Final

from games.rules.cards import COLOUR_OF, SYMBOL_OF, WILD, Card, Colour

COLOURS: Final = ("red", "yellow", "green", "blue")
SYMBOLS: Final = (*"0123456789", "Skip", "Reverse", "Draw Two")
BLACK: Final = (
    "Wild", "Wild Draw Four", "Wild Swap Hands", "Wild Shuffle Hands", "Super Star", "Customizable 1",
    "Customizable 2", "Customizable 3", "Customizable 4", "+10",
)  # fmt: skip


def called(card: Card) -> str:
    """Return what people call a card; `a card` if it is hidden."""
    if card < 0:
        return "a card"
    if card >= WILD:
        return BLACK[card - WILD]
    return f"{COLOURS[COLOUR_OF[card]]} {SYMBOLS[SYMBOL_OF[card]]}"


def symbol_called(card: Card) -> str:
    """Return what people call a card whatever its colour: `Draw Two`, `Wild Draw Four`, `7`."""
    return BLACK[card - WILD] if card >= WILD else SYMBOLS[SYMBOL_OF[card]]


def misfit(card: Card, colour: Colour, top: Card) -> str:
    """Say why a card does not fit on the top card."""
    name = called(card)
    wanted = f"the colour must be {COLOURS[colour]}"
    if top < WILD:
        symbol = SYMBOLS[SYMBOL_OF[top]]
        wanted += f", or the {'number' if symbol.isdecimal() else 'sign'} {symbol}"
    return f"{name[0].upper()}{name[1:]} does not match: {wanted}."
