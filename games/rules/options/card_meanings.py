"""The meaning of a card under the options of a match, in sentences (rules.md 3.7, 4.3 to 4.6).

Each sentence is a claim about the rules: the tests play a position for it under every rulebook that makes it.
"""

from collections.abc import Callable
from typing import Final

from games.rules.base.language import _, gettext_noop
from games.rules.cards.cards import (
    CUSTOMIZABLE,
    DRAW_TWO,
    PLUS_TEN,
    REVERSE,
    SKIP,
    SUPER_STAR,
    SYMBOL_OF,
    WILD,
    WILD_DRAW_FOUR,
    WILD_SHUFFLE,
    WILD_SWAP,
    Card,
)
from games.rules.options.options import Options

_ZERO, _TWO, _FIVE, _SEVEN = 0, 2, 5, 7

FITS_NUMBER: Final = gettext_noop("Play it on the same colour or the same number.")
FITS_SYMBOL: Final = gettext_noop("Play it on the same colour or the same symbol.")
OUT_OF_TURN: Final = gettext_noop("On an identical card you can play it out of turn.")
HANDS_MOVE: Final = gettext_noop("Everyone passes all their cards to the next player.")
SEVEN_SWAPS: Final = gettext_noop("You swap all your cards with a player you choose.")
FIVE_EXCHANGES: Final = gettext_noop("You may give another player a card, who must give you one back.")
SILENT_TWO: Final = gettext_noop("Then no one may speak until your next turn. Speaking costs two cards.")
PAIR_SKIPS: Final = gettext_noop("You can play two identical ones together: the next player misses a turn.")
PAIR_AGAIN: Final = gettext_noop("You can play two identical ones together and take another turn.")
LONE_ZERO: Final = gettext_noop("As the only card left in a hand it counts 50 points.")

SKIPS: Final = gettext_noop("The next player misses a turn.")
PLAYS_AGAIN: Final = gettext_noop("You take another turn.")
SKIP_PASSED_ON: Final = gettext_noop("That player can pass it on with a Skip of the same colour.")
REVERSES: Final = gettext_noop("Play changes direction.")
REVERSE_FOR_TWO: Final = gettext_noop("With two players you take another turn.")
REFLECTS: Final = gettext_noop(
    "If it has the current colour, it sends a Skip or cards to draw back to the player they come from."
)

DRAWS_TWO: Final = gettext_noop("The next player draws two cards and misses a turn.")
DRAWS_TWO_AND_PLAYS: Final = gettext_noop("The next player draws two cards and then takes a turn.")
TWO_PASSED_ON: Final = gettext_noop(
    "That player can play a Draw Two instead: the player after that draws two."
)
TWO_ADDED: Final = gettext_noop("That player can add a Draw Two: the player after that draws all the cards.")
TWO_BEATS_FOUR: Final = gettext_noop(
    "It also saves you from a Wild Draw Four if it has the new colour: the next player draws only two."
)
ANY_TWO_BEATS_FOUR: Final = gettext_noop(
    "It also saves you from a Wild Draw Four: the next player draws only two."
)

ANY_TIME: Final = gettext_noop("Play it on any card.")
CHOOSES: Final = gettext_noop("Play it on any card and choose the colour.")
COLOUR_CHOSEN: Final = gettext_noop("You choose the colour.")
CIRCLE: Final = gettext_noop(
    "The colour moves on from red to blue, green, yellow and back to red, or the other way "
    "if play goes counter-clockwise."
)
SILENT_BLACK: Final = gettext_noop(
    "Then no one may speak until the colour changes. Speaking costs two cards."
)

DRAWS_FOUR: Final = gettext_noop("The next player draws four cards and misses a turn.")
DRAWS_FOUR_AND_PLAYS: Final = gettext_noop("The next player draws four cards and then takes a turn.")
FOUR_ALWAYS: Final = gettext_noop("You can play it on any card.")
FOUR_WITHOUT_COLOUR: Final = gettext_noop("You can play it only if you hold no card of the current colour.")
FOUR_WITHOUT_MATCH: Final = gettext_noop("You can play it only if none of your coloured cards matches.")
BLUFF_COLOUR: Final = gettext_noop(
    "You can play it on any card, but it is a bluff if you also hold a card of the current colour. "
    "A matching number or symbol does not make it a bluff."
)
BLUFF_MATCH: Final = gettext_noop(
    "You can play it on any card, but it is a bluff if one of your coloured cards matches."
)
CHALLENGE: Final = gettext_noop(
    "The next player may challenge: if you bluffed, you draw the four cards; "
    "if not, the challenger draws six."
)
CHALLENGE_TAKES_BACK: Final = gettext_noop(
    "The next player may challenge: if you bluffed, you take the card back and draw four; "
    "if not, the challenger draws six."
)
FOUR_ADDED: Final = gettext_noop(
    "The next player can add a Wild Draw Four: the player after that draws all the cards."
)
FOUR_ON_TWO: Final = gettext_noop(
    "On a Draw Two against you, you can always play it: the next player draws all the cards."
)

DRAWS_TEN: Final = gettext_noop("The next player draws ten cards and misses a turn.")
DRAWS_TEN_AND_PLAYS: Final = gettext_noop("The next player draws ten cards and then takes a turn.")
TEN_ADDED: Final = gettext_noop("That player can add a +10: the player after that draws all the cards.")
SWAPS: Final = gettext_noop("Then swap all your cards with a player you choose.")
SHUFFLES: Final = gettext_noop(
    "All hands are shuffled together and dealt out again, beginning with the player on your left."
)
STAR: Final = gettext_noop(
    "It saves you from a Draw Two or a Wild Draw Four: the player who aimed it at you draws the cards."
)
LAST_IS_PLAIN: Final = gettext_noop("As your last card it is just a Wild.")
CUSTOM: Final = {
    "none": gettext_noop("In this game it is just a Wild."),
    "others_draw_2": gettext_noop("Everyone else draws two cards. No one misses a turn."),
    "others_discard_wilds": gettext_noop("Everyone else discards all their black cards."),
    "extra_turn": gettext_noop("Everyone else misses a turn: you play again."),
    "next_situps_or_draw_3": gettext_noop(
        "The next player does three sit-ups or draws three cards, and then plays."
    ),
    "next_sings_or_draw_2": gettext_noop("The next player sings a song or draws two cards, and then plays."),
    "charade_colour_dump": gettext_noop(
        "Act out a word. The first player to guess it discards all cards of the new colour."
    ),
}


def effects_of(card: Card, options: Options) -> str:
    """Return the effects of a card, in a few sentences."""
    return " ".join(_(text) for text in claims(card, options))


def claims(card: Card, options: Options) -> list[str]:
    """Return the sentences about a card in English."""
    if card >= WILD:
        told = _of_draw_four(options) if card == WILD_DRAW_FOUR else _of_black(card, options)
        return told + [SILENT_BLACK] * (options.silence == "black")
    return _of_number(SYMBOL_OF[card], options) if SYMBOL_OF[card] < SKIP else _of_action(card, options)


def says_more(symbol: int, options: Options) -> bool:
    """Whether a number does more under these options than other numbers do."""
    return len(_of_number(symbol, options)) > len(_of_number(1, options))


def _of_number(number: int, options: Options) -> list[str]:
    told = [
        *[HANDS_MOVE] * (options.seven_zero and number == _ZERO),
        *[SEVEN_SWAPS] * (options.seven_zero and number == _SEVEN),
        *[FIVE_EXCHANGES] * (options.five_exchange and number == _FIVE),
        *[SILENT_TWO] * (options.silence == "twos" and number == _TWO),
        FITS_NUMBER,
        *[LONE_ZERO] * (options.reset_zero and number == _ZERO),
    ]
    if options.pair_as_skip:
        told.append(PAIR_AGAIN if options.skip_effect == "play_again" else PAIR_SKIPS)
    return told + [OUT_OF_TURN] * options.jump_in


def _of_action(card: Card, options: Options) -> list[str]:
    told = {SKIP: _of_skip, REVERSE: _of_reverse, DRAW_TWO: _of_draw_two}[SYMBOL_OF[card]](options)
    return told + [FITS_SYMBOL] + [OUT_OF_TURN] * options.jump_in


def _of_skip(options: Options) -> list[str]:
    if options.skip_effect == "play_again":
        return [PLAYS_AGAIN]
    return [SKIPS] + [SKIP_PASSED_ON] * (options.skip_rescue == "identical")


def _of_reverse(options: Options) -> list[str]:
    again = options.two_player_reverse == "skip" and options.teams == "off"
    return [REVERSES] + [REVERSE_FOR_TWO] * again + [REFLECTS] * options.reverse_reflects


def _of_draw_two(options: Options) -> list[str]:
    told = [DRAWS_TWO if options.draw_cards_lose_turn else DRAWS_TWO_AND_PLAYS]
    told += {"off": [], "transfer": [TWO_PASSED_ON], "sum": [TWO_ADDED]}[options.stack_draw_two]
    beats = {"off": [], "ordered_colour": [TWO_BEATS_FOUR], "any_colour": [ANY_TWO_BEATS_FOUR]}
    return told + beats[options.draw_two_beats_draw_four]


def _of_black(card: Card, options: Options) -> list[str]:
    told = [ANY_TIME, CIRCLE] if options.colours_in_circle else [CHOOSES]
    if card == WILD:
        return told + [OUT_OF_TURN] * options.jump_in
    return told + _SPECIAL.get(card, _of_customizable(card))(options)


def _of_draw_four(options: Options) -> list[str]:
    return [
        CIRCLE if options.colours_in_circle else COLOUR_CHOSEN,
        DRAWS_FOUR if options.draw_cards_lose_turn else DRAWS_FOUR_AND_PLAYS,
        _condition(options),
        *{"off": [], "mattel": [CHALLENGE], "take_back": [CHALLENGE_TAKES_BACK]}[options.draw_four_challenge],
        *[FOUR_ADDED] * (options.stack_draw_four == "sum"),
        *[FOUR_ON_TWO] * options.draw_four_answers_draw_two,
    ]


def _condition(options: Options) -> str:
    strict, bluff = {
        "always": (FOUR_ALWAYS, FOUR_ALWAYS),
        "no_colour": (FOUR_WITHOUT_COLOUR, BLUFF_COLOUR),
        "no_match": (FOUR_WITHOUT_MATCH, BLUFF_MATCH),
    }[options.draw_four_legality]
    return strict if options.draw_four_challenge == "off" else bluff


def _of_ten(options: Options) -> list[str]:
    told = [DRAWS_TEN if options.draw_cards_lose_turn else DRAWS_TEN_AND_PLAYS]
    return told + [TEN_ADDED] * options.stack_ten


def _of_customizable(card: Card) -> Callable[[Options], list[str]]:
    """Return the sentences of a Customizable card: those of the rule that the table gave it."""

    def told(options: Options) -> list[str]:
        effects, place = options.customizable_effects, card - CUSTOMIZABLE
        effect = effects[place] if place < len(effects) else "none"
        return [CUSTOM[effect]] + [LAST_IS_PLAIN] * (effect != "none")

    return told


_SPECIAL: Final[dict[Card, Callable[[Options], list[str]]]] = {
    PLUS_TEN: _of_ten,
    WILD_SWAP: lambda _options: [SWAPS, LAST_IS_PLAIN],
    WILD_SHUFFLE: lambda _options: [SHUFFLES, LAST_IS_PLAIN],
    SUPER_STAR: lambda _options: [STAR],
}
