"""The strength of table-mates, for tables of more than two; byes and forfeits are left out."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from games.rules.base.language import gettext_noop
from league.rules.played_rounds import PLAYED, Entrant
from league.rules.tiebreaks.buchholz import without_lowest
from league.rules.tiebreaks.results import Results
from league.rules.tiebreaks.tiebreak import Term, TieBreak, Worth, mean


def _terms(results: Results, entrants: Sequence[Entrant]) -> dict[Entrant, list[Term]]:
    strength = {entrant: _points_per_round(results, entrant) for entrant in results.entrants}
    return {
        entrant: [
            Term(strength[mate], own_round.number, mate)
            for own_round in results.rounds[entrant]
            if own_round.kind == PLAYED
            for mate in own_round.drawn
            if mate in own_round.met
        ]
        for entrant in entrants
    }


def _points_per_round(results: Results, entrant: Entrant) -> Fraction:
    played = [own_round.points for own_round in results.rounds[entrant] if own_round.kind == PLAYED]
    return sum(played, Fraction()) / len(played) if played else Fraction()


def _mates(results: Results, entrants: Sequence[Entrant]) -> dict[Entrant, Worth]:
    return {entrant: mean(terms) for entrant, terms in _terms(results, entrants).items()}


def _mates_cut(results: Results, entrants: Sequence[Entrant]) -> dict[Entrant, Worth]:
    return {entrant: mean(without_lowest(terms)) for entrant, terms in _terms(results, entrants).items()}


ALL: Final = (
    TieBreak(
        "mates",
        gettext_noop("Points of table-mates"),
        gettext_noop("The mean points per round played of everyone met at a table."),
        _mates,
    ),
    TieBreak(
        "mates_cut1",
        gettext_noop("Points of table-mates cut 1"),
        gettext_noop("The same without the lowest of them."),
        _mates_cut,
    ),
)
