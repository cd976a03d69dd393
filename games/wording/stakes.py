"""Say what a player may know before a challenge: what is claimed, and what both answers may cost."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.rules.cards.card_names import colour_called
from games.rules.match.visibility import Sight
from games.rules.options.options import Options

MORE_IF_WRONG = 2
"""The number of cards that a wrong challenge costs beyond those that were pending (rules.md 3.9)."""


def before_a_challenge(sight: Sight, names: Sequence[str], options: Options) -> list[str]:
    """Return the claim, the colours, the cards left and the stakes, for whoever may challenge."""
    source = sight.pending_source
    name, held, cards = names[source], sight.counts[source], sight.pending_total
    claim = _("{name} claims to hold no {colour} card.")
    if options.draw_four_legality == "no_match":
        claim = _("{name} claims that none of their coloured cards matches.")
    left = ngettext("{name} has {count} card left.", "{name} has {count} cards left.", held)
    won = ngettext(
        "If you win the challenge, {name} draws {count} card.",
        "If you win the challenge, {name} draws {count} cards.",
        cards,
    )
    if options.draw_four_challenge == "take_back":
        won = ngettext(
            "If you win the challenge, {name} takes the card back and draws {count} card.",
            "If you win the challenge, {name} takes the card back and draws {count} cards.",
            cards,
        )
    wrong = cards + MORE_IF_WRONG
    lost = ngettext(
        "If you lose it, you draw {count} card.", "If you lose it, you draw {count} cards.", wrong
    )
    return [
        claim.format(name=name, colour=colour_called(sight.colour_before)),
        left.format(name=name, count=held),
        won.format(name=name, count=cards),
        lost.format(count=wrong),
    ]
