"""The penalties that a referee can record at a table with real cards (rules.md 4.7)."""

from typing import Final

from games.rules.base.language import _, ngettext
from games.rules.base.refusal import IllegalCommand
from games.rules.options.options import Options
from games.rules.scoresheet.commands import Penalise

ANY_NUMBER: Final = "penalty"
"""The kind for which the referee names the number of cards."""
MOST_CARDS: Final = 99
_ALWAYS_TWO: Final = 2


def kinds(options: Options) -> dict[str, int]:
    """Return the cards of each kind of penalty under some options, without kinds that cost none.

    Kinds are uno, illegal, false_call, advice, silence and centre.
    """
    costs = {
        "uno": options.uno_penalty,
        "illegal": options.illegal_card_penalty,
        "false_call": options.false_call_penalty,
        "advice": options.advice_penalty,
        "silence": _ALWAYS_TWO if options.silence != "off" else 0,
        "centre": _ALWAYS_TWO if options.uno_centre else 0,
    }
    return {kind: cards for kind, cards in costs.items() if cards}


def cost(command: Penalise, options: Options) -> int:
    """Return the cards of a penalty. Refusals: `rule_off` for kinds that cost nothing, `bad_penalty`."""
    if command.kind == ANY_NUMBER:
        if command.cards is None or not 1 <= command.cards <= MOST_CARDS:
            raise IllegalCommand("bad_penalty", _("A penalty is 1 to {most} cards.").format(most=MOST_CARDS))
        return command.cards
    cards = kinds(options).get(command.kind)
    if cards is None:
        raise IllegalCommand("rule_off", _("This rulebook has no such penalty."))
    if command.cards not in (None, cards):
        sentence = ngettext(
            "By this rulebook that costs {number} card.", "By this rulebook that costs {number} cards.", cards
        )
        raise IllegalCommand("bad_penalty", sentence.format(number=cards))
    return cards
