"""The names of the cards: `red 5`, `blue Skip`, `Wild Draw Four`."""

from collections.abc import Collection, Sequence
from typing import Final

from games.rules.base.language import _, gettext_noop
from games.rules.cards.cards import COLOUR_OF, CUSTOMIZABLE, PLUS_TEN, SYMBOL_OF, WILD, Card, Colour

COLOURS: Final = (gettext_noop("red"), gettext_noop("yellow"), gettext_noop("green"), gettext_noop("blue"))
"""The names of the colours for programs and style sheets; people read `colour_called`."""
_OF_A_COLOUR: Final = (
    # Translators: {symbol} is a number, Skip, Reverse or Draw Two: a card.
    gettext_noop("red {symbol}"),
    gettext_noop("yellow {symbol}"),
    gettext_noop("green {symbol}"),
    gettext_noop("blue {symbol}"),
)
_SYMBOLS: Final = (*"0123456789", gettext_noop("Skip"), gettext_noop("Reverse"), gettext_noop("Draw Two"))
_BLACK: Final = (
    gettext_noop("Wild"),
    gettext_noop("Wild Draw Four"),
    gettext_noop("Wild Swap Hands"),
    gettext_noop("Wild Shuffle Hands"),
    gettext_noop("Super Star"),
    gettext_noop("Customizable 1"),
    gettext_noop("Customizable 2"),
    gettext_noop("Customizable 3"),
    gettext_noop("Customizable 4"),
    "+10",
)
_WITH_EFFECT: Final = {
    "none": gettext_noop("Blank Wild"),
    "others_draw_2": gettext_noop("Wild Others Draw Two"),
    "others_discard_wilds": gettext_noop("Wild Others Discard Black"),
    "extra_turn": gettext_noop("Wild Play Again"),
    "next_situps_or_draw_3": gettext_noop("Wild Sit-ups or Draw Three"),
    "next_sings_or_draw_2": gettext_noop("Wild Song or Draw Two"),
    "charade_colour_dump": gettext_noop("Wild Charade"),
}
"""The names of a Customizable card by the effect that a table gives it."""


def called(card: Card, effects: Sequence[str] = ()) -> str:
    """Return the name of a card; `a card` if it is hidden.

    `effects` are those of the Customizable cards of the match, which are called by what they do.
    """
    if card < 0:
        return _("a card")
    if card >= WILD:
        return symbol_called(card, effects)
    return _(_OF_A_COLOUR[COLOUR_OF[card]]).format(symbol=symbol_called(card))


def symbol_called(card: Card, effects: Sequence[str] = ()) -> str:
    """Return the name of a card without its colour: `Draw Two`, `Wild Draw Four`, `7`."""
    if effect := effect_of(card, effects):
        return _(_WITH_EFFECT[effect])
    return _(_BLACK[card - WILD] if card >= WILD else _SYMBOLS[SYMBOL_OF[card]])


def effect_of(card: Card, effects: Sequence[str]) -> str:
    """Return the effect of a Customizable card, empty for other cards and where it is not known."""
    place = card - CUSTOMIZABLE
    return effects[place] if card < PLUS_TEN and 0 <= place < len(effects) else ""


def colour_called(colour: Colour) -> str:
    """Return the name of a colour."""
    return _(COLOURS[colour])


def capital(text: str) -> str:
    """Return a text with a capital first letter."""
    return text[:1].upper() + text[1:]


def misfit(card: Card, colour: Colour, top: Card, hand: Collection[Card]) -> str:
    """Say why a card of a hand does not fit on the top card, and that a Wild in it would."""
    if top >= WILD:
        sentence = _("{card} does not match: the colour must be {colour}.")
    elif symbol_called(top).isdecimal():
        sentence = _("{card} does not match: the colour must be {colour}, or the number {symbol}.")
    else:
        sentence = _("{card} does not match: the colour must be {colour}, or the symbol {symbol}.")
    reason = sentence.format(
        card=capital(called(card)), colour=colour_called(colour), symbol=symbol_called(top)
    )
    advice = _("A Wild always matches.") if WILD in hand else ""
    return f"{reason} {advice}".rstrip()
