"""Titles and one-sentence summaries of the rulebooks, for people."""

from typing import Final

RULEBOOK_TEXTS: Final[dict[str, tuple[str, str]]] = {
    "classic": ("Classic", "The game as most people know it: seven cards, first to 500 points wins."),
    "classic-112-swap": (
        "Classic with Swap Hands",
        "The box with the Swap Hands card, and three cards whose rules you agree on.",
    ),
    "classic-112-shuffle": (
        "Classic with Shuffle Hands",
        "The box with the Shuffle Hands card, and three cards whose rules you agree on.",
    ),
    "elimination-500": (
        "Elimination to 500",
        "Everyone adds up the cards left in hand; whoever reaches 500 is out and the last one wins.",
    ),
    "two-player": ("Two players", "The classic game for two: a Reverse gives you another turn."),
    "partners": ("Partners", "Four players, two sides; partners sit across the table."),
    "super-mario": ("Super Mario", "With two Super Stars that send draw cards back."),
    "filipino": ("Filipino", "Who can play must play, and a wrong card costs one."),
    "welsh": ("Welsh", "A Wild Draw Four only when nothing else fits, and no bluffing."),
    "welsh-draw-ten": ("Welsh, draw until it fits", "As Welsh; you draw until a card fits, ten at most."),
    "russian": ("Russian", "Draw cards are passed on, Skips can be escaped, UNO comes with the card."),
    "russian-strict": ("Russian, strict", "As Russian; every wrong card or false cry costs two."),
    "russian-low-200": ("Russian, low to 200", "As Russian; points are bad and 200 of them lose."),
    "russian-intervention": ("Russian with jump-in", "An identical card may be laid out of turn."),
    "russian-twins": ("Russian with twins", "Jump in even on a card of your own."),
    "russian-seven-zero": ("Russian seven-zero", "Sevens exchange two hands, zeros move all of them."),
    "russian-stacked": ("Russian, stacked", "Draw cards add up until somebody has to take them."),
    "russian-silent-twos": ("Russian, silent twos", "A two silences the table."),
    "russian-silent-black": ("Russian, silent blacks", "A black card silences the table."),
    "russian-exchange": ("Russian with exchange", "A five lets you exchange a card."),
    "russian-lazy": ("Russian, lazy scoring", "No points: only winners and losers of each deal."),
    "russian-centre": ("Russian, hands to the centre", "At a call the last hand on the table takes two."),
    "russian-circle": ("Russian, colours in a circle", "Black cards move the colour on by itself."),
    "russian-plus-ten": ("Russian with +10", "Four cards that cost the next player ten."),
    "russian-reverse": ("Russian with reflection", "A Reverse sends an effect back where it came from."),
    "russian-to-last": ("Russian to the last", "Play goes on until one player is left with cards."),
    "russian-seven-rounds": (
        "Russian seven rounds",
        "Empty your hand seven times, with fewer cards each time.",
    ),
    "russian-reset-zero": ("Russian reset zero", "A single zero left in hand counts 50."),
    "russian-short": ("Russian, short", "A Skip lets you move again and black cards always fit."),
    "russian-board": (
        "Russian board game",
        "Six cards, one point for every empty hand, until the pile is gone.",
    ),
}
