"""The keypad of a score page: the cards of a deck to tap, and their data for the script of the page."""

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from games.rules.cards.card_names import COLOURS, called
from games.rules.cards.cards import COLOUR_OF, REVERSE, SKIP, SYMBOL_OF, TOKENS, WILD, Card
from games.rules.options.options import Options
from games.rules.play.dealing import whole_deck
from games.rules.play.scoring import hand_points

_BLACK: Final = ("W", "+4", "⇄", "↻", "★", "C1", "C2", "C3", "C4", "+10")
_SIGNS: Final = {SKIP: "⊘", REVERSE: "⇆"}
_CARDS_OF: Final = (_("red cards"), _("yellow cards"), _("green cards"), _("blue cards"))


@dataclass(frozen=True)
class Key:
    """A kind of card: its token for forms, its name for people, and the sign on the key."""

    token: str
    name: str
    short: str


@dataclass(frozen=True)
class Panel:
    """The keys of one colour."""

    colour: str
    name: str
    keys: list[Key]


@dataclass(frozen=True)
class Pad:
    """All keys of a deck: a panel for each colour, and the black cards."""

    colours: list[Panel]
    black: list[Key]
    for_script: dict[str, Any]
    """By token: `points`, `names`, `short`, `colours`, and how many `copies` the deck has."""


def pad(options: Options) -> Pad:
    """Return the keypad for the options of a table, in the language of the reader."""
    return _pad(options, get_language())


@lru_cache(maxsize=64)
def _pad(options: Options, _language: str | None) -> Pad:
    copies = Counter(whole_deck(options))
    kinds = sorted(copies)
    panels = [
        Panel(
            colour,
            str(_CARDS_OF[number]),
            [_key(card, options) for card in kinds if COLOUR_OF[card] == number],
        )
        for number, colour in enumerate(COLOURS)
    ]
    return Pad(
        panels,
        [_key(card, options) for card in kinds if card >= WILD],
        {
            # The points of two such cards, halved: a single zero may count more than one among other cards.
            "points": {TOKENS[card]: hand_points((card, card), options) // 2 for card in kinds},
            "names": {TOKENS[card]: called(card, options.customizable_effects) for card in kinds},
            "short": {TOKENS[card]: _short(card) for card in kinds},
            "colours": {TOKENS[card]: _colour(card) for card in kinds},
            "copies": {TOKENS[card]: copies[card] for card in kinds},
        },
    )


def _key(card: Card, options: Options) -> Key:
    return Key(TOKENS[card], called(card, options.customizable_effects), _short(card))


def _colour(card: Card) -> str:
    return COLOURS[COLOUR_OF[card]] if card < WILD else "black"


def _short(card: Card) -> str:
    if card >= WILD:
        return _BLACK[card - WILD]
    symbol = SYMBOL_OF[card]
    if symbol in _SIGNS:
        return _SIGNS[symbol]
    return str(symbol) if symbol < SKIP else "+2"
