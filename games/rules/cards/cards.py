"""Cards as small numbers, their text, their points, and the decks (rules.md section 2).

A card is its index in `TOKENS`. The log holds these numbers: never renumber them, only add at the end.
"""

from collections.abc import Iterable, Sequence
from typing import Final

Card = int
Colour = int
HIDDEN: Final = -1
"""A card that its viewer may not know."""

RED, YELLOW, GREEN, BLUE = range(4)
COLOURS: Final = "rygb"

SYMBOLS: Final = "0123456789SR+"
SKIP, REVERSE, DRAW_TWO = 10, 11, 12

TOKENS: Final[tuple[str, ...]] = (
    *(colour + symbol for colour in COLOURS for symbol in SYMBOLS),
    "w",
    "w4",
    "ws",
    "wh",
    "st",
    "wc1",
    "wc2",
    "wc3",
    "wc4",
    "+10",
)
WILD: Final = 52
WILD_DRAW_FOUR: Final = 53
WILD_SWAP: Final = 54
WILD_SHUFFLE: Final = 55
SUPER_STAR: Final = 56
CUSTOMIZABLE: Final = 57  # the first of four
PLUS_TEN: Final = 61

# A black card has colour -1 and a symbol that no coloured card has.
COLOUR_OF: Final[tuple[int, ...]] = tuple(n // 13 if n < WILD else -1 for n in range(len(TOKENS)))
SYMBOL_OF: Final[tuple[int, ...]] = tuple(n % 13 if n < WILD else n for n in range(len(TOKENS)))
IS_BLACK: Final[tuple[bool, ...]] = tuple(n >= WILD for n in range(len(TOKENS)))

_NUMBER_OF_TOKEN: Final = {token: number for number, token in enumerate(TOKENS)} | {"wc": CUSTOMIZABLE}


def card(token: str) -> Card:
    """Return the card of a token such as `r5`, `gS` or `w4`; ValueError if there is none."""
    try:
        return _NUMBER_OF_TOKEN[token]
    except KeyError:
        raise ValueError(f"{token!r} is not a card") from None


def cards(tokens: str) -> list[Card]:
    """Return the cards of tokens separated by blanks; `-` and the empty text are no cards."""
    return [] if tokens.strip() in {"", "-"} else [card(token) for token in tokens.split()]


def text(card_list: Iterable[Card]) -> str:
    """Return the tokens of some cards separated by blanks, `-` for none."""
    return " ".join(TOKENS[card] for card in card_list) or "-"


def deck(name: str, customizable: int = 0) -> list[Card]:
    """Return all cards of a deck in a fixed order (rules.md 2.2, 2.3).

    `customizable` is the number of Customizable cards kept; the caller has checked it.
    """
    all_cards = (
        [number for number in range(WILD) for _copy in range(1 if SYMBOL_OF[number] == 0 else 2)]
        + [WILD] * 4
        + [WILD_DRAW_FOUR] * 4
    )
    all_cards += _EXTRA[name]
    return all_cards + [CUSTOMIZABLE + n for n in range(customizable)]


def points_table(customizable_points: int) -> tuple[int, ...]:
    """Return the points of every card by its number (rules.md 2.4)."""
    return tuple(_points(number, customizable_points) for number in range(len(TOKENS)))


def points(card_list: Sequence[Card], table: Sequence[int]) -> int:
    """Return the sum of the points of some cards."""
    return sum(table[card] for card in card_list)


_EXTRA: Final[dict[str, list[Card]]] = {
    "classic_108": [],
    "swap_112": [WILD_SWAP],
    "shuffle_112": [WILD_SHUFFLE],
    "mario_112": [SUPER_STAR] * 2,
    "blank_112": [],
    "plus_ten_112": [PLUS_TEN] * 4,
}


def _points(number: Card, customizable_points: int) -> int:
    if number < WILD:
        return SYMBOL_OF[number] if SYMBOL_OF[number] < SKIP else 20
    if number in {WILD_SWAP, WILD_SHUFFLE}:
        return 40
    if CUSTOMIZABLE <= number < PLUS_TEN:
        return customizable_points
    return 50


def hidden(cards: Sequence[Card]) -> list[Card]:
    """Return as many hidden cards."""
    return [HIDDEN] * len(cards)
