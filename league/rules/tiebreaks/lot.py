"""The lot: a recorded order, or numbers that follow from a stored seed."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from games.rules.base.chance import Chance
from games.rules.base.language import gettext_noop
from league.rules.played_rounds import Entrant
from league.rules.tiebreaks.results import Results
from league.rules.tiebreaks.tiebreak import Term, TieBreak, Worth


def drawn(entrants: Sequence[Entrant], seed: int) -> list[Entrant]:
    """Return the entrants in the order of their lots, best first.

    Each entrant's number depends only on the seed and the entrant, so neither the order of entries nor the
    other entrants change who is ahead of whom.
    """
    return sorted(entrants, key=lambda entrant: _ticket(entrant, seed))


def _ticket(entrant: Entrant, seed: int) -> tuple[int, bool, Entrant]:
    chance = Chance(str(seed).encode(), repr(entrant).encode("utf-8", "backslashreplace"))
    return chance.below(2**32), isinstance(entrant, str), entrant


def _worths(results: Results, entrants: Sequence[Entrant]) -> dict[Entrant, Worth]:
    lots = drawn(results.entrants, results.seed) if results.lots is None else results.lots
    numbers = {entrant: Fraction(len(lots) - position) for position, entrant in enumerate(lots)}
    lot_of = {entrant: numbers.get(entrant, Fraction()) for entrant in entrants}
    return {entrant: Worth(number, (Term(number),)) for entrant, number in lot_of.items()}


ALL: Final = (
    TieBreak(
        "lot",
        gettext_noop("Lot"),
        gettext_noop(
            "The number drawn by lot; the higher number is ahead. Players without a recorded lot have 0."
        ),
        _worths,
    ),
)
