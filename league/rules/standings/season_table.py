"""The table of a season: the best rounds counted, a minimum played, bonus and penalty lines, shared ranks."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Final

import msgspec

from games.rules.base.language import gettext_noop, ngettext
from games.rules.base.refusal import Refusal
from league.rules.played_rounds import PAIRING_BYE, PLAYED, Entrant, History
from league.rules.standings.ranking import rank, ranks
from league.rules.tiebreaks import POINTS, chain
from league.rules.tiebreaks.results import Results
from league.rules.tiebreaks.rounds import FORFEIT_WIN, OwnRound
from league.rules.tiebreaks.tiebreak import Term, TieBreak, Worth, each, total

MINIMUM: Final = "minimum"

_PRESENT: Final = (PLAYED, FORFEIT_WIN, PAIRING_BYE)
"""A matchday counts as played for an entrant who was there, even without an opponent."""


class Counting(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The counting of matchdays: the `best` of them (0: all); entrants below the `minimum` rank behind."""

    best: int = 0
    minimum: int = 0


class AdjustmentLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """A bonus (above 0) or a penalty (below 0) with its reason; after withdrawal it is shown but counts 0."""

    number: int
    entrant: Entrant
    points: int
    reason: str
    is_withdrawn: bool = False


class DayScore(msgspec.Struct, frozen=True, omit_defaults=True):
    """The points of an entrant on a matchday, and whether the day is among the best that count."""

    matchday: int
    points: Fraction
    is_played: bool = True
    is_counted: bool = True


class SeasonRow(msgspec.Struct, frozen=True):
    """A row of the table. `points` is the sum of the counted days and of the lines in force.

    `decided_by` is what separates it from the row above (MINIMUM, POINTS, the code of a tie-break), or None.
    `worths` holds every tie-break by its code with its arithmetic, MINIMUM and POINTS included.
    """

    rank: int
    entrant: Entrant
    decided_by: str | None
    points: Fraction
    days: list[DayScore]
    lines: list[AdjustmentLine]
    worths: dict[str, Worth]
    played: int
    is_below_minimum: bool


def check_counting(counting: Counting, matchdays: int) -> None:
    """Refuse to count, or to require, more matchdays than the season has.

    Raises Refusal with the code bad_best or bad_minimum.
    """
    if not 0 <= counting.best <= matchdays:
        raise Refusal(
            "bad_best",
            ngettext(
                "Between 1 and {matchdays} matchday can count.",
                "Between 1 and {matchdays} matchdays can count.",
                matchdays,
            ).format(matchdays=matchdays),
        )
    if not 0 <= counting.minimum <= matchdays:
        raise Refusal(
            "bad_minimum",
            ngettext(
                "The minimum can be 0 to {matchdays} matchday.",
                "The minimum can be 0 to {matchdays} matchdays.",
                matchdays,
            ).format(matchdays=matchdays),
        )


def season_table(  # noqa: PLR0913 - each is one fact of a table
    history: History,
    codes: Sequence[str],
    counting: Counting,
    *,
    lines: Iterable[AdjustmentLine] = (),
    win: Fraction | None = None,
    draw: Fraction | None = None,
    is_predetermined: bool | None = None,
    lots: Sequence[Entrant] | None = None,
    seed: int = 0,
    by_seed: bool = False,
    same: Results | None = None,
) -> list[SeasonRow]:
    """Return the rows in order: points as the season counts them, then the tie-breaks of the chain.

    Every stage round of the history is a matchday. An entrant below the minimum is ranked behind all who have
    played enough, so that everybody has a place and reads what is missing. The other arguments are those of
    `league.rules.standings.ranking.rank`, and entrants tied to the end share a rank (1, 2, 2, 4) as there.
    """
    results = Results(history, win=win, draw=draw, is_predetermined=is_predetermined, same=same)
    days, own_lines = _counted(results, counting), _by_entrant(history, lines)
    first = [_minimum(days, counting), _points(days, own_lines)]
    return [
        SeasonRow(
            row.rank,
            row.entrant,
            row.decided_by,
            row.worths[POINTS].value,
            days[row.entrant],
            own_lines[row.entrant],
            row.worths,
            _played(days[row.entrant]),
            bool(row.worths[MINIMUM].value),
        )
        for row in rank(
            history,
            codes,
            before=first,
            win=results.win,
            draw=results.draw,
            is_predetermined=is_predetermined,
            lots=lots,
            seed=seed,
            by_seed=by_seed,
            same=results,
        )
    ]


def season_ranks(
    history: History,
    codes: Sequence[str],
    counting: Counting,
    *,
    lines: Iterable[AdjustmentLine] = (),
    win: Fraction | None = None,
    draw: Fraction | None = None,
    is_predetermined: bool | None = None,
    lots: Sequence[Entrant] | None = None,
    same: Results | None = None,
) -> dict[Entrant, int]:
    """Return only the ranks of the table; the arguments are those of `season_table` and `Results`."""
    results = Results(history, win=win, draw=draw, is_predetermined=is_predetermined, lots=lots, same=same)
    days = _counted(results, counting)
    first = [_minimum(days, counting), _points(days, _by_entrant(history, lines))]
    own = {tie_break.code for tie_break in first}
    rest = [tie_break for tie_break in chain(codes) if tie_break.code not in own]
    return ranks(results, [*first, *rest], history.entrants)


def _counted(results: Results, counting: Counting) -> dict[Entrant, list[DayScore]]:
    return {entrant: _days(rounds, counting.best) for entrant, rounds in results.rounds.items()}


def _by_entrant(history: History, lines: Iterable[AdjustmentLine]) -> dict[Entrant, list[AdjustmentLine]]:
    own_lines: dict[Entrant, list[AdjustmentLine]] = {entrant: [] for entrant in history.entrants}
    for line in lines:
        own_lines[line.entrant].append(line)
    return own_lines


def _days(rounds: Sequence[OwnRound], best: int) -> list[DayScore]:
    """Return the matchdays of an entrant; among equals the earlier counts."""
    counted = {own_round.number for own_round in rounds}
    if best:
        by_worth = sorted(rounds, key=lambda own_round: (-own_round.points, own_round.number))
        counted = {own_round.number for own_round in by_worth[:best]}
    return [
        DayScore(own_round.number, own_round.points, own_round.kind in _PRESENT, own_round.number in counted)
        for own_round in rounds
    ]


def _played(days: Iterable[DayScore]) -> int:
    return sum(day.is_played for day in days)


def _minimum(days: Mapping[Entrant, Sequence[DayScore]], counting: Counting) -> TieBreak:
    def missing(_results: Results, entrant: Entrant) -> Worth:
        return Worth(Fraction(_played(days[entrant]) < counting.minimum))

    return TieBreak(
        MINIMUM,
        gettext_noop("Minimum played"),
        f"1 for who has not yet played {counting.minimum} matchdays. Fewer are better.",  # shown nowhere
        each(missing),
        fewer_is_better=True,
    )


def _points(
    days: Mapping[Entrant, Sequence[DayScore]], lines: Mapping[Entrant, Sequence[AdjustmentLine]]
) -> TieBreak:
    def worth(_results: Results, entrant: Entrant) -> Worth:
        of_days = [Term(day.points, day.matchday, is_cut=not day.is_counted) for day in days[entrant]]
        of_lines = [Term(Fraction(line.points), is_cut=line.is_withdrawn) for line in lines[entrant]]
        return total([*of_days, *of_lines])

    return TieBreak(
        POINTS,
        gettext_noop("Points"),
        gettext_noop("The points of the matchdays that count, with bonuses and penalties."),
        each(worth),
    )
