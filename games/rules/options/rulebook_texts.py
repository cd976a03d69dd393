"""Titles and one-sentence summaries of the rulebooks, for people."""

from collections.abc import Mapping
from typing import Final

from games.rules.base.language import gettext_noop as _

RULEBOOK_TEXTS: Final[dict[str, tuple[str, str]]] = {
    "classic": (_("Classic"), _("The game as most people know it: seven cards, first to 500 points wins.")),
    "classic-112-swap": (
        _("Classic with Swap Hands"),
        _(
            "With a card that swaps two hands, and three Customizable cards: each is a Wild until you give "
            "it a rule."
        ),
    ),
    "classic-112-shuffle": (
        _("Classic with Shuffle Hands"),
        _(
            "With a card that shuffles all hands, and three Customizable cards: each is a Wild until you "
            "give it a rule."
        ),
    ),
    "elimination-500": (
        _("Elimination to 500"),
        _(
            "Everyone adds up the cards left in hand; a player who reaches 500 is out, and the last one left "
            "wins."
        ),
    ),
    "two-player": (
        _("Two players"),
        _("Classic for exactly two: after a Skip, a Reverse or a draw card it is your turn again."),
    ),
    "partners": (_("Partners"), _("Four players, two sides; partners sit across the table.")),
    "super-mario": (
        _("Super Mario"),
        _(
            "With two Super Stars: the cards you would have to draw go back to the player who played them "
            "at you."
        ),
    ),
    "filipino": (_("Filipino"), _("You must play if you can; an illegal card costs one card.")),
    "welsh": (
        _("Welsh"),
        _("A Wild Draw Four can be played only when no coloured card fits; there is no bluffing."),
    ),
    "welsh-draw-ten": (
        _("Welsh, draw until it fits"),
        _("As Welsh, but you draw until a card fits, ten at most."),
    ),
    "russian": (
        _("Russian"),
        _("Draw Twos and Skips can be passed on, and UNO is called as you play."),
    ),
    "russian-strict": (
        _("Russian, strict"),
        _("As Russian, but every illegal card and every false call costs two cards."),
    ),
    "russian-low-200": (
        _("Russian, low to 200"),
        _("As Russian, but points are penalties: whoever reaches 200 loses."),
    ),
    "russian-intervention": (_("Russian with jump-in"), _("An identical card may be played out of turn.")),
    "russian-twins": (
        _("Russian with twins"),
        _("An identical card may be played out of turn, even on your own."),
    ),
    "russian-seven-zero": (_("Russian seven-zero"), _("A 7 swaps two hands, a 0 passes all hands on.")),
    "russian-stacked": (_("Russian, stacked"), _("Draw cards add up until someone has to draw them all.")),
    "russian-silent-twos": (_("Russian, silent twos"), _("After a 2 no one may speak.")),
    "russian-silent-black": (_("Russian, silent blacks"), _("After a black card no one may speak.")),
    "russian-exchange": (_("Russian with exchange"), _("A five lets you exchange a card.")),
    "russian-lazy": (
        _("Russian, lazy scoring"),
        _("There are no points, only a winner and a loser of each deal."),
    ),
    "russian-centre": (
        _("Russian, slap the pile"),
        _("On “UNO!” the last player to slap the pile draws two."),
    ),
    "russian-circle": (
        _("Russian, colours in a circle"),
        _("Black cards move the colour on; no one chooses it."),
    ),
    "russian-plus-ten": (_("Russian with +10"), _("Four black cards make the next player draw ten.")),
    "russian-reverse": (
        _("Russian with reflection"),
        _("A Reverse sends an effect back to the player it came from."),
    ),
    "russian-to-last": (_("Russian to the last"), _("Play continues until only one player has cards.")),
    "russian-seven-rounds": (
        _("Russian, seven times out"),
        _("Empty your hand seven times, with fewer cards each time."),
    ),
    "russian-reset-zero": (_("Russian, costly zero"), _("A single 0 left in hand counts 50.")),
    "russian-short": (_("Russian, short"), _("A Skip gives you another turn, and black cards always fit.")),
    "russian-board": (
        _("Russian board game"),
        _("Six cards, a point each time you empty your hand, until the draw pile is used up."),
    ),
}
_RUSSIAN: Final = ("stack_draw_two", "skip_rescue", "uno_call_deadline")
_WELSH: Final = ("draw_four_legality", "draw_four_challenge")
STATED: Final[Mapping[str, tuple[str, ...]]] = {
    "classic": ("scoring", "match_end", "hand_size", "target_score"),
    "classic-112-swap": ("deck", "customizable_effects"),
    "classic-112-shuffle": ("deck", "customizable_effects"),
    "elimination-500": ("scoring", "target_score", "survivors"),
    "two-player": (
        "two_player_reverse",
        "draw_cards_lose_turn",
        "draw_two_beats_draw_four",
        "stack_draw_two",
    ),
    "partners": ("teams",),
    "super-mario": ("deck",),
    "filipino": ("voluntary_draw", "illegal_card_penalty"),
    "welsh": _WELSH,
    "welsh-draw-ten": (*_WELSH, "draw_rule", "draw_until_max"),
    "russian": _RUSSIAN,
    "russian-strict": (*_RUSSIAN, "illegal_card_penalty", "false_call_penalty"),
    "russian-low-200": (*_RUSSIAN, "scoring", "match_end", "target_score"),
    "russian-intervention": ("jump_in",),
    "russian-twins": ("jump_in", "jump_in_self"),
    "russian-seven-zero": ("seven_zero",),
    "russian-stacked": ("stack_draw_two", "stack_draw_four"),
    "russian-silent-twos": ("silence",),
    "russian-silent-black": ("silence",),
    "russian-exchange": ("five_exchange",),
    "russian-lazy": ("scoring", "match_end"),
    "russian-centre": ("uno_centre",),
    "russian-circle": ("colours_in_circle",),
    "russian-plus-ten": ("deck",),
    "russian-reverse": ("reverse_reflects",),
    "russian-to-last": ("going_out", "scoring"),
    "russian-seven-rounds": ("going_out", "hand_size"),
    "russian-reset-zero": ("reset_zero",),
    "russian-short": ("skip_effect", "draw_four_legality"),
    "russian-board": ("going_out", "scoring", "draw_pile_exhausted", "hand_size"),
}
"""The options whose values a summary states: where one is changed, the summary is untrue."""
