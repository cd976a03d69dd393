"""The direct encounter: the results of tied entrants against each other (FIDE Handbook C.07, article 6)."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

import msgspec

from games.rules.base.language import gettext_noop
from league.rules.played_rounds import Entrant
from league.rules.tiebreaks.results import Results
from league.rules.tiebreaks.rounds import added, as_fraction
from league.rules.tiebreaks.tiebreak import BEHIND, Term, TieBreak, Worth


class _Line(msgspec.Struct, frozen=True, gc=False):
    """A row of the mini-table: the score against opponents met, and its possible minimum and maximum."""

    entrant: Entrant
    score: Fraction
    least: Fraction
    most: Fraction
    terms: tuple[Term, ...]


def order(results: Results, group: Sequence[Entrant]) -> list[list[Entrant]]:
    """Return the group in parts, best first; entrants of a part are still tied.

    If all have met, the mini-table decides (6.2). If not, an entrant who would be first alone whatever the
    missing matches had given is first, then likewise the second, and so on (6.3). A part that is still tied
    is compared again by itself.
    """
    level: list[list[Entrant]] = []
    open_parts = [list(group)]
    while open_parts:
        part = open_parts.pop()
        smaller = _parts(results, part)
        if len(smaller) == 1:
            level.append(part)
        open_parts += smaller[::-1] if len(smaller) > 1 else []
    return level


def _parts(results: Results, group: Sequence[Entrant]) -> list[list[Entrant]]:
    table = sorted(_table(results, group), key=lambda line: -line.least)
    if all(line.least == line.most for line in table):
        scores = dict.fromkeys(line.score for line in table)
        return [[line.entrant for line in table if line.score == score] for score in scores]
    first: list[list[Entrant]] = []
    while len(table) > 1 and table[0].least > max(line.most for line in table[1:]):
        first.append([table.pop(0).entrant])
    return [*first, [line.entrant for line in table]]


def _table(results: Results, group: Sequence[Entrant]) -> list[_Line]:
    """Return the mini-table of the group.

    Between two: the points against each opponent met (6.1.1: forfeits do not count), their mean where they
    met more than once (6.1.2). At larger tables: by how many places before the table-mate, the mean likewise.
    """
    members = set(group)
    worst, best = (Fraction(), results.win) if results.for_two else _span(results)
    table = []
    for entrant in group:
        met: dict[Entrant, list[Fraction]] = {}
        for own_round in results.rounds[entrant]:
            if members.isdisjoint(own_round.met):
                continue
            values = own_round.results if results.for_two else map(as_fraction, own_round.leads)
            for mate, value in zip(own_round.drawn, values, strict=True):
                if mate in members and mate in own_round.met:
                    met.setdefault(mate, []).append(value)
        terms = tuple(Term(_mean(them), opponent=mate) for mate, them in met.items())
        score = added(term.value for term in terms)
        missing = len(members) - 1 - len(met)
        table.append(_Line(entrant, score, score + missing * worst, score + missing * best, terms))
    return table


def _mean(values: Sequence[Fraction]) -> Fraction:
    return values[0] if len(values) == 1 else added(values) / len(values)


def _span(results: Results) -> tuple[Fraction, Fraction]:
    return Fraction(1 - results.largest), Fraction(results.largest - 1)


def _worths(results: Results, group: Sequence[Entrant]) -> dict[Entrant, Worth]:
    """Return for each entrant how many of the group are behind: 0 for all where nothing separates them."""
    terms = {line.entrant: line.terms for line in _table(results, group)}
    behind = len(group)
    worths = {}
    for part in order(results, group):
        behind -= len(part)
        worths.update({entrant: Worth(Fraction(behind), terms[entrant], BEHIND) for entrant in part})
    return worths


ALL: Final = (
    TieBreak(
        "direct",
        gettext_noop("Direct encounter"),
        gettext_noop(
            "Results between those tied so far, worked out again for every group that stays tied; at "
            "larger tables by the mean difference of places. If some of them have not met, only a player "
            "who would be first whatever those results were is put ahead of the others. The number says "
            "how many of the group are behind (FIDE C.07, 6)."
        ),
        _worths,
        is_relative=True,
    ),
)
