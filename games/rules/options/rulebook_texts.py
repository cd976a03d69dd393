"""Titles and one-sentence summaries of the rulebooks, for people."""

from typing import Final

from games.rules.base.language import gettext_noop as _

RULEBOOK_TEXTS: Final[dict[str, tuple[str, str]]] = {
    "classic": (_("Classic"), _("The game as most people know it: seven cards, first to 500 points wins.")),
    "classic-112-swap": (
        _("Classic with Swap Hands"),
        _("The box with the Swap Hands card, and three cards whose rules you agree on."),
    ),
    "classic-112-shuffle": (
        _("Classic with Shuffle Hands"),
        _("The box with the Shuffle Hands card, and three cards whose rules you agree on."),
    ),
    "elimination-500": (
        _("Elimination to 500"),
        _("Everyone adds up the cards left in hand; whoever reaches 500 is out and the last one wins."),
    ),
    "two-player": (_("Two players"), _("The classic game for two: a Reverse gives you another turn.")),
    "partners": (_("Partners"), _("Four players, two sides; partners sit across the table.")),
    "super-mario": (_("Super Mario"), _("With two Super Stars that send draw cards back.")),
    "filipino": (_("Filipino"), _("Who can play must play, and a wrong card costs one.")),
    "welsh": (_("Welsh"), _("A Wild Draw Four only when nothing else fits, and no bluffing.")),
    "welsh-draw-ten": (
        _("Welsh, draw until it fits"),
        _("As Welsh; you draw until a card fits, ten at most."),
    ),
    "russian": (_("Russian"), _("Draw cards are passed on, Skips can be escaped, UNO comes with the card.")),
    "russian-strict": (_("Russian, strict"), _("As Russian; every wrong card or false cry costs two.")),
    "russian-low-200": (_("Russian, low to 200"), _("As Russian; points are bad and 200 of them lose.")),
    "russian-intervention": (_("Russian with jump-in"), _("An identical card may be laid out of turn.")),
    "russian-twins": (_("Russian with twins"), _("Jump in even on a card of your own.")),
    "russian-seven-zero": (_("Russian seven-zero"), _("Sevens exchange two hands, zeros move all of them.")),
    "russian-stacked": (_("Russian, stacked"), _("Draw cards add up until somebody has to take them.")),
    "russian-silent-twos": (_("Russian, silent twos"), _("A two silences the table.")),
    "russian-silent-black": (_("Russian, silent blacks"), _("A black card silences the table.")),
    "russian-exchange": (_("Russian with exchange"), _("A five lets you exchange a card.")),
    "russian-lazy": (_("Russian, lazy scoring"), _("No points: only winners and losers of each deal.")),
    "russian-centre": (
        _("Russian, hands to the centre"),
        _("At a call the last hand on the table takes two."),
    ),
    "russian-circle": (_("Russian, colours in a circle"), _("Black cards move the colour on by itself.")),
    "russian-plus-ten": (_("Russian with +10"), _("Four cards that cost the next player ten.")),
    "russian-reverse": (
        _("Russian with reflection"),
        _("A Reverse sends an effect back where it came from."),
    ),
    "russian-to-last": (_("Russian to the last"), _("Play goes on until one player is left with cards.")),
    "russian-seven-rounds": (
        _("Russian seven rounds"),
        _("Empty your hand seven times, with fewer cards each time."),
    ),
    "russian-reset-zero": (_("Russian reset zero"), _("A single zero left in hand counts 50.")),
    "russian-short": (_("Russian, short"), _("A Skip lets you move again and black cards always fit.")),
    "russian-board": (
        _("Russian board game"),
        _("Six cards, one point for every empty hand, until the pile is gone."),
    ),
}
