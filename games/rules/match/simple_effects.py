"""The simple effects of single cards under some options (rules.md 3.7)."""

from functools import lru_cache
from typing import Final

from games.rules.cards.cards import DRAW_TWO, REVERSE, SKIP, SYMBOL_OF, TOKENS, WILD, WILD_DRAW_FOUR, Card
from games.rules.options.options import Options

PLAIN, NAMES_COLOUR, SKIPS, PLAYS_AGAIN, REVERSES, DRAWS_TWO, DRAWS_FOUR, RARE = range(8)
"""Only the next turn; also the colour, or another turn order; two pending effects; more than that."""

_ZERO, _SEVEN = 0, 7
_BLACK: Final = {WILD: NAMES_COLOUR, WILD_DRAW_FOUR: DRAWS_FOUR}


@lru_cache(maxsize=64)
def simple_effects(options: Options) -> tuple[int, ...]:
    """Return the effect of playing each card, by card number, while its player keeps other cards."""
    return tuple(_effect(card, options) for card in range(len(TOKENS)))


def tabled_plays(options: Options) -> int:
    """Return the highest card up to which plays differ only by the named colour; -1 if there is none.

    Tables of commands list the plays of these cards, unless a call is possible.
    """
    if options.seven_zero or options.five_exchange or options.pair_as_skip or options.colours_in_circle:
        return -1
    return WILD if options.draw_four_challenge == "off" else WILD_DRAW_FOUR


def draws_one(options: Options) -> bool:
    """Whether a seat may always draw a single card instead of playing, and then play it."""
    return options.draw_rule == "one" and options.voluntary_draw and options.play_after_draw != "never"


def answerable(options: Options) -> bool:
    """Whether any card may answer a pending effect under these options."""
    return (
        options.deck == "mario_112"
        or options.reverse_reflects
        or options.skip_rescue != "off"
        or options.stack_draw_two != "off"
        or options.stack_draw_four != "off"
        or options.stack_ten
        or options.draw_two_beats_draw_four != "off"
        or options.draw_four_answers_draw_two
    )


def _effect(card: Card, options: Options) -> int:
    if options.silence != "off":
        return RARE
    if card >= WILD:
        return RARE if options.colours_in_circle else _BLACK.get(card, RARE)
    symbol = SYMBOL_OF[card]
    if symbol < SKIP:
        return RARE if options.seven_zero and symbol in (_ZERO, _SEVEN) else PLAIN
    return {SKIP: _skip_effect(options), REVERSE: REVERSES, DRAW_TWO: DRAWS_TWO}[symbol]


def _skip_effect(options: Options) -> int:
    if options.skip_effect == "play_again":
        return PLAYS_AGAIN
    return RARE if options.skip_rescue == "identical" or options.reverse_reflects else SKIPS
