"""The standings of a history by a chain of tie-breaks, with competition ranks and what decided each row."""

from collections.abc import Sequence
from fractions import Fraction

import msgspec

from league.rules.played_rounds import Entrant, History
from league.rules.tiebreaks import chain
from league.rules.tiebreaks.results import FIDE2026, Results
from league.rules.tiebreaks.tiebreak import TieBreak, Worth

_Group = tuple[str | None, list[Entrant]]
"""Entrants tied so far, and the tie-break that put them below the entrants above."""


class RankingRow(msgspec.Struct, frozen=True):
    """A row of the standings.

    `rank` is the competition rank (1, 2, 2, 4). `worths` holds every tie-break of the chain by its code.
    `decided_by` is the code that put the row below the row above; None in the first row and where the rank is
    shared.
    """

    rank: int
    entrant: Entrant
    points: Fraction
    worths: dict[str, Worth]
    decided_by: str | None = None


def rank(  # noqa: PLR0913 - each is one fact of a standing
    history: History,
    codes: Sequence[str],
    *,
    before: Sequence[TieBreak] = (),
    unplayed: str = FIDE2026,
    win: Fraction | None = None,
    draw: Fraction | None = None,
    is_predetermined: bool | None = None,
    lots: Sequence[Entrant] | None = None,
    seed: int = 0,
    by_seed: bool = False,
    same: Results | None = None,
) -> list[RankingRow]:
    """Return all entrants in the order of the standings, including withdrawn entrants.

    Points decide first unless the codes place them. `before` come first of all, and replace tie-breaks of the
    chain with the same code: a season counts points in its own way. The other arguments are those of
    `league.rules.tiebreaks.results.Results`. Entrants who share a rank are listed in the order of their
    numbers or names, or with `by_seed` in that of the history, so that the order of entries changes nothing.
    Raises Refusal for unknown codes and treatments.
    """
    results = Results(
        history,
        unplayed=unplayed,
        win=win,
        draw=draw,
        is_predetermined=is_predetermined,
        lots=lots,
        seed=seed,
        same=same,
    )
    entrants = list(history.entrants)
    if not by_seed:
        entrants.sort(key=lambda entrant: (isinstance(entrant, str), entrant))
    groups: list[_Group] = [(None, entrants)] if entrants else []
    worths: dict[Entrant, dict[str, Worth]] = {entrant: {} for entrant in entrants}
    own = {tie_break.code for tie_break in before}
    for tie_break in (*before, *(tie_break for tie_break in chain(codes) if tie_break.code not in own)):
        worths_now = _worths_of(results, tie_break, [members for _, members in groups])
        for entrant, worth in worths_now.items():
            worths[entrant][tie_break.code] = worth
        groups = [part for group in groups for part in _parts(group, worths_now, tie_break)]
    rows: list[RankingRow] = []
    for decider, group in groups:
        first = len(rows) + 1
        rows += [
            RankingRow(
                first,
                entrant,
                results.totals[entrant],
                worths[entrant],
                decider if position == 0 else None,
            )
            for position, entrant in enumerate(group)
        ]
    return rows


def ranks(
    results: Results, tie_breaks: Sequence[TieBreak], entrants: Sequence[Entrant]
) -> dict[Entrant, int]:
    """Return the competition ranks alone: a tie-break is computed for those who are still tied."""
    groups: list[_Group] = [(None, list(entrants))]
    for tie_break in tie_breaks:
        worths = _worths_of(results, tie_break, [members for _, members in groups if len(members) > 1])
        groups = [
            part
            for group in groups
            for part in (_parts(group, worths, tie_break) if len(group[1]) > 1 else [group])
        ]
    numbered: dict[Entrant, int] = {}
    for _decider, members in groups:
        numbered |= dict.fromkeys(members, len(numbered) + 1)
    return numbered


def _worths_of(
    results: Results, tie_break: TieBreak, tied: Sequence[Sequence[Entrant]]
) -> dict[Entrant, Worth]:
    """Return the worths of entrants who are tied in groups; together, unless they follow from the group."""
    if not tie_break.is_relative:
        return tie_break.worths(results, [entrant for group in tied for entrant in group])
    return {entrant: worth for group in tied for entrant, worth in tie_break.worths(results, group).items()}


def _parts(group: _Group, worths: dict[Entrant, Worth], tie_break: TieBreak) -> list[_Group]:
    """Split a group by the values of a tie-break, best first; the order inside each part stays.

    A value that is not known for one of the group separates nobody in it.
    """
    decider, members = group
    if any(worths[entrant].is_unknown for entrant in members):
        return [group]
    parts: dict[Fraction, list[Entrant]] = {}
    for entrant in members:
        parts.setdefault(worths[entrant].value, []).append(entrant)
    order = sorted(parts, reverse=not tie_break.fewer_is_better)
    return [(tie_break.code if position else decider, parts[value]) for position, value in enumerate(order)]
