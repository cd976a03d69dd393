"""The cards that may be played (rules.md 3.6), as tables over card numbers."""

from typing import Final

from games.rules.cards.cards import (
    COLOUR_OF,
    COLOURS,
    IS_BLACK,
    SYMBOL_OF,
    TOKENS,
    WILD,
    WILD_DRAW_FOUR,
    Card,
)
from games.rules.match.state import State

_ALL: Final = range(len(TOKENS))


def _follows(colour: int, symbol: int) -> tuple[bool, ...]:
    return tuple(IS_BLACK[card] or COLOUR_OF[card] == colour or SYMBOL_OF[card] == symbol for card in _ALL)


# Top cards of the same symbol share their row, so that the tables stay in the processor's cache.
_ROWS: Final = [{symbol: _follows(colour, symbol) for symbol in SYMBOL_OF} for colour in range(len(COLOURS))]
_SETS: Final = [
    {symbol: frozenset(card for card in _ALL if row[card]) for symbol, row in rows.items()} for rows in _ROWS
]

# FOLLOWS[colour][top][card]: whether the card fits, without the condition of a Wild Draw Four.
# A black top card has a symbol that no coloured card has, so only the active colour counts on it.
FOLLOWS: Final = tuple(tuple(rows[SYMBOL_OF[top]] for top in _ALL) for rows in _ROWS)
FITTING: Final = tuple(tuple(sets[SYMBOL_OF[top]] for top in _ALL) for sets in _SETS)
"""FITTING[colour][top]: the cards that fit."""


_OF_COLOUR: Final = tuple(
    frozenset(card for card in _ALL if COLOUR_OF[card] == colour) for colour in range(len(COLOURS))
)


def fitting(state: State) -> tuple[bool, ...]:
    """Return for every card number whether it fits now; a colour must be active."""
    return FOLLOWS[state.colour][state.discard_pile[-1]]


def draw_four_is_legal(state: State, seat: int) -> bool:
    """Whether the seat's other cards allow a Wild Draw Four (option `draw_four_legality`)."""
    rule = state.options.draw_four_legality
    if rule == "always":
        return True
    if rule == "no_colour" or state.pending_kind == "draw4":
        return not holds_colour(state, seat)
    fits = fitting(state)
    return not any(card < WILD and fits[card] for card in state.hands[seat])


def holds_colour(state: State, seat: int) -> bool:
    """Whether the seat holds a card of the active colour."""
    return not _OF_COLOUR[state.colour].isdisjoint(state.hands[seat])


def is_legally_playable(state: State, seat: int, card: Card) -> bool:
    """Whether the card fits and, if it is a Wild Draw Four, is no bluff."""
    return fitting(state)[card] and (card != WILD_DRAW_FOUR or draw_four_is_legal(state, seat))


def may_be_laid(state: State, seat: int, card: Card) -> bool:
    """Whether the rules accept the card: a bluff is accepted where it can be challenged."""
    if card == WILD_DRAW_FOUR and state.options.draw_four_challenge == "off":
        return draw_four_is_legal(state, seat)
    return fitting(state)[card]


def holds_playable(state: State, seat: int) -> bool:
    """Whether the seat holds at least one legally playable card."""
    return any(is_legally_playable(state, seat, card) for card in state.hands[seat])
