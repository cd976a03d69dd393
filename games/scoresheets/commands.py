"""Commands of a score sheet, made of what its pages and programs send."""

from collections.abc import Callable
from typing import Final

from django.utils.translation import gettext as _

from games.rules.base.refusal import Refusal
from games.rules.cards import cards
from games.rules.notation import notation
from games.rules.scoresheet import decide
from games.rules.scoresheet.penalties import ANY_NUMBER
from games.tables.rulings import as_reason

NOTES_OF_REFEREES: Final = ("left", "disqualified", "rejoin", "take_back")
NOTES: Final = ("dealer", "right", "wrong", *NOTES_OF_REFEREES)
"""Notes: the first dealer, a challenge that was right or wrong, a seat that leaves or returns, a pardon."""


def named_cards(tokens: str, seat: int) -> list[int]:
    """Return the cards that a seat still held, of the notation such as `r5 w4`. Refusal `bad_deal`."""
    try:
        return cards.cards(tokens)
    except ValueError:
        sentence = _("The cards of seat {letter} were not understood.")
        raise Refusal("bad_deal", sentence.format(letter=notation.seat_letter(seat))) from None


def penalty(seat: int, kind: str, cards: int | None, words: str = "") -> decide.Penalise:
    """Return a penalty by the rulebook; `cards` and `words` count for the kind `penalty` only.

    Refusal `reason_needed` where neither the kind nor words say what it is for.
    """
    reason = as_reason(words)
    if kind == ANY_NUMBER and not reason:
        raise Refusal("reason_needed", _("Say what the penalty is for."))
    return decide.Penalise(seat, kind, cards if kind == ANY_NUMBER else None, reason)


def note(kind: str, seat: int, target: int | None) -> decide.SheetCommand:
    """Return what is noted beside the deals; `target` is the seat whose card was challenged."""
    if kind in ("right", "wrong"):
        return decide.NoteChallenge(seat, seat if target is None else target, was_right=kind == "right")
    if kind in ("left", "disqualified"):
        return decide.RetireSeat(seat, kind)
    simple: dict[str, Callable[[int], decide.SheetCommand]] = {
        "dealer": decide.NameDealer,
        "rejoin": decide.RejoinSeat,
        "take_back": decide.TakeBackPenalty,
    }
    return simple[kind](seat)
