"""Tie-breaks of the opponents' points: Buchholz and its relatives, Sonneborn-Berger, Koya.

The articles are those of the FIDE Handbook, C.07 (August 2024, and March 2026 where it differs). At tables of
more than two every table-mate is an opponent, and the result against them follows from the places.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

import msgspec

from games.rules.base.language import gettext_noop
from league.rules.played_rounds import PLAYED, Entrant
from league.rules.tiebreaks.results import FIDE2026, Results
from league.rules.tiebreaks.rounds import OwnRound
from league.rules.tiebreaks.tiebreak import Term, TieBreak, Worth, each, mean, total


def buchholz_terms(results: Results, scores: dict[Entrant, Fraction], entrant: Entrant) -> list[Term]:
    """Return what every round adds to Buchholz (8.1), 16.4 for unplayed rounds; `scores` are adjusted."""
    return [
        term
        for own_round in results.rounds[entrant]
        for term, _ in _terms(results, scores, entrant, own_round)
    ]


def berger_terms(results: Results, scores: dict[Entrant, Fraction], entrant: Entrant) -> list[Term]:
    """Return what every round adds to Sonneborn-Berger (9.1): the opponent's score times the result."""
    return [
        msgspec.structs.replace(term, basis=term.value, value=term.value * result)
        for own_round in results.rounds[entrant]
        for term, result in _terms(results, scores, entrant, own_round)
    ]


def without_lowest(terms: Sequence[Term]) -> list[Term]:
    """Leave out one term (14.1.1, 16.5.1).

    The candidate is the lowest (of products, the one with the lowest opponent, and of these the lowest).
    Where a voluntarily unplayed round gives no less than it, the lowest of these rounds goes instead.
    """
    left = [term for term in terms if not term.is_cut]
    ordinary = min(left, key=lambda term: (_basis(term), term.value), default=None)
    voluntary = min((term for term in left if term.is_voluntary), key=lambda term: term.value, default=None)
    is_exception = voluntary is not None and ordinary is not None and voluntary.value >= ordinary.value
    return _cut(terms, voluntary if is_exception else ordinary)


def without_highest(terms: Sequence[Term]) -> list[Term]:
    """Leave out the highest remaining term (14.3); voluntarily unplayed rounds are treated like any other."""
    left = [term for term in terms if not term.is_cut]
    return _cut(terms, max(left, key=lambda term: (_basis(term), term.value), default=None))


def _basis(term: Term) -> Fraction:
    return term.value if term.basis is None else term.basis


def _cut(terms: Sequence[Term], out: Term | None) -> list[Term]:
    return [msgspec.structs.replace(term, is_cut=True) if term is out else term for term in terms]


def _terms(
    results: Results, scores: dict[Entrant, Fraction], entrant: Entrant, own_round: OwnRound
) -> Iterator[tuple[Term, Fraction]]:
    """Yield for each opponent of a round, met or not, the term and the result against them."""
    if not own_round.drawn:
        yield from _without_a_match(results, entrant, own_round)
    for mate, result in zip(own_round.drawn, own_round.results, strict=True):
        if mate in own_round.met:
            yield Term(scores[mate], own_round.number, mate), result
        else:
            dummy = results.totals[entrant]
            if results.unplayed == FIDE2026:  # 16.4.1: no more than the score of the absent opponent
                dummy = min(dummy, scores[mate])
            yield (
                Term(dummy, own_round.number, mate, is_dummy=True, is_voluntary=own_round.is_voluntary),
                result,
            )


def _without_a_match(
    results: Results, entrant: Entrant, own_round: OwnRound
) -> Iterator[tuple[Term, Fraction]]:
    """Yield dummy opponents with the entrant's own points (16.4), as many as others had table-mates."""
    if results.is_predetermined:
        return
    dummy, result = results.totals[entrant], own_round.points
    if results.unplayed == FIDE2026:  # 16.4.2: no more than draws in all rounds
        dummy = min(dummy, results.draw * results.count)
    if not results.for_two:
        result = max(Fraction(), min(Fraction(1), own_round.points / results.win))
    for _ in range(results.mates_in[own_round.number - 1]):
        yield Term(dummy, own_round.number, is_dummy=True, is_voluntary=own_round.is_voluntary), result


def _buchholz(results: Results, entrants: Sequence[Entrant]) -> dict[Entrant, Worth]:
    scores = results.adjusted
    return {entrant: total(buchholz_terms(results, scores, entrant)) for entrant in entrants}


def _buchholz_cut(results: Results, entrants: Sequence[Entrant]) -> dict[Entrant, Worth]:
    scores = results.adjusted
    return {entrant: total(without_lowest(buchholz_terms(results, scores, entrant))) for entrant in entrants}


def _buchholz_median(results: Results, entrants: Sequence[Entrant]) -> dict[Entrant, Worth]:
    scores = results.adjusted
    return {
        entrant: total(without_highest(without_lowest(buchholz_terms(results, scores, entrant))))
        for entrant in entrants
    }


def _average_of_opponents(results: Results, entrants: Sequence[Entrant]) -> dict[Entrant, Worth]:
    buchholz = _buchholz(results, results.entrants)
    return {
        entrant: mean(
            Term(buchholz[mate].value, own_round.number, mate)
            for own_round in results.rounds[entrant]
            if own_round.kind == PLAYED
            for mate in own_round.drawn
            if mate in own_round.met
        )
        for entrant in entrants
    }


def _fore_buchholz(results: Results, entrants: Sequence[Entrant]) -> dict[Entrant, Worth]:
    return _buchholz(results.fore, entrants)


def _berger(results: Results, entrants: Sequence[Entrant]) -> dict[Entrant, Worth]:
    scores = results.adjusted
    return {entrant: total(berger_terms(results, scores, entrant)) for entrant in entrants}


def _berger_cut(results: Results, entrants: Sequence[Entrant]) -> dict[Entrant, Worth]:
    scores = results.adjusted
    return {entrant: total(without_lowest(berger_terms(results, scores, entrant))) for entrant in entrants}


def _koya(results: Results, entrant: Entrant) -> Worth:
    """Return the results against opponents met with at least half of the possible points (9.2)."""
    rounds = results.count
    if results.is_predetermined:  # with an odd number everybody has a bye once a leg
        rounds = max(sum(bool(own_round.drawn) for own_round in own) for own in results.rounds.values())
    line = results.win * rounds / 2
    return total(
        Term(result, own_round.number, mate, is_cut=results.totals[mate] < line)
        for own_round in results.rounds[entrant]
        for mate, result in zip(own_round.drawn, own_round.results, strict=True)
        if mate in own_round.met
    )


ALL: Final = (
    TieBreak(
        "bh",
        gettext_noop("Buchholz"),
        gettext_noop(
            "The points of all opponents added up; a round without an opponent counts as a round against "
            "a dummy with the entrant’s own points (FIDE C.07, 8.1 and 16)."
        ),
        _buchholz,
    ),
    TieBreak(
        "bh_cut1",
        gettext_noop("Buchholz cut 1"),
        gettext_noop(
            "Buchholz without the lowest opponent; voluntarily unplayed rounds are dropped first (FIDE "
            "C.07, 14.1, 16.5)."
        ),
        _buchholz_cut,
    ),
    TieBreak(
        "bh_median",
        gettext_noop("Median Buchholz"),
        gettext_noop("Buchholz without the lowest and the highest opponent (FIDE C.07, 14.3)."),
        _buchholz_median,
    ),
    TieBreak(
        "aob",
        gettext_noop("Average of opponents’ Buchholz"),
        gettext_noop("The mean Buchholz of all opponents met (FIDE C.07, 8.2)."),
        _average_of_opponents,
    ),
    TieBreak(
        "fb",
        gettext_noop("Fore Buchholz"),
        gettext_noop("Buchholz as if all matches of the last round had ended in ties (FIDE C.07, 8.3)."),
        _fore_buchholz,
    ),
    TieBreak(
        "sb",
        gettext_noop("Sonneborn-Berger"),
        gettext_noop(
            "The points of each opponent times the result against that opponent, added up (FIDE C.07, 9.1)."
        ),
        _berger,
    ),
    TieBreak(
        "sb_cut1",
        gettext_noop("Sonneborn-Berger cut 1"),
        gettext_noop(
            "Sonneborn-Berger without the lowest opponent; voluntarily unplayed rounds are dropped first "
            "(FIDE C.07, 14.1, 16.5)."
        ),
        _berger_cut,
    ),
    TieBreak(
        "koya",
        gettext_noop("Koya"),
        gettext_noop(
            "Results against opponents who have at least half of the possible points (FIDE C.07, 9.2)."
        ),
        each(_koya),
    ),
)
