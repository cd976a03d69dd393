"""The table of a season: the best rounds counted, a minimum played, bonus and penalty lines, shared ranks."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Final

import msgspec

from games.rules.refusal import Refusal
from league.rules.history import Entrant

MINIMUM: Final = "minimum"
POINTS: Final = "points"

Number = int | Fraction
"""Exact, so that two who are level are level on every machine."""


class Counting(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """How matchdays count: the `best` so many (0: all); who has not played `minimum` of them ranks behind."""

    best: int = 0
    minimum: int = 0


class Score(msgspec.Struct, frozen=True, omit_defaults=True):
    """What an entrant earned in a match of a matchday; not played: absent, or a bye."""

    entrant: Entrant
    matchday: int
    points: int
    is_played: bool = True


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """A bonus (above 0) or a penalty (below 0) with its reason; withdrawn, it stays visible but counts 0."""

    number: int
    entrant: Entrant
    points: int
    reason: str
    is_withdrawn: bool = False


class DayScore(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a matchday brought an entrant, and whether it is among the best that count."""

    matchday: int
    points: int
    is_played: bool = True
    is_counted: bool = True


class SeasonRow(msgspec.Struct, frozen=True):
    """A row of the table. `points` is the sum of the days counted and of the lines that stand.

    `decided_by` is what separates it from the row above (MINIMUM, POINTS, the code of a tie-break), or None.
    """

    rank: int
    entrant: Entrant
    decided_by: str | None
    points: int
    days: list[DayScore]
    lines: list[Line]
    played: int
    is_below_minimum: bool


def check_counting(counting: Counting, matchdays: int) -> None:
    """Refuse to count more matchdays, or to ask for more, than the season has.

    Raises Refusal with the code bad_best or bad_minimum.
    """
    if not 0 <= counting.best <= matchdays:
        raise Refusal("bad_best", f"From all to the best 1 of {matchdays} matchdays can count.")
    if not 0 <= counting.minimum <= matchdays:
        raise Refusal("bad_minimum", f"A minimum of 0 to {matchdays} matchdays can be asked for.")


def check_line(line: Line) -> None:
    """Refuse a line that says nothing: raises Refusal with the code empty_line or no_reason."""
    if not line.points:
        raise Refusal("empty_line", "A bonus or a penalty needs points.")
    if not line.reason.strip():
        raise Refusal("no_reason", "A bonus or a penalty needs a reason that everybody can read.")


def season_table(
    entrants: Sequence[Entrant],
    scores: Iterable[Score],
    counting: Counting,
    *,
    lines: Iterable[Line] = (),
    tiebreaks: Mapping[str, Mapping[Entrant, Number]] | None = None,
) -> list[SeasonRow]:
    """Return the rows in order: points, then the tie-breaks by code in the order given, larger values first.

    Who has played fewer matchdays than the minimum is ranked behind all who have played enough, so that
    everybody has a place and reads what is missing. What is level to the end shares the rank (1, 2, 2, 4)
    and is listed in the order of `entrants`.
    """
    days = _days(entrants, scores, counting)
    own_lines: dict[Entrant, list[Line]] = {entrant: [] for entrant in entrants}
    for line in lines:
        own_lines[line.entrant].append(line)
    rows = [_row(entrant, days[entrant], own_lines[entrant], counting) for entrant in entrants]
    return _ranked(rows, tiebreaks or {})


def _days(
    entrants: Iterable[Entrant], scores: Iterable[Score], counting: Counting
) -> dict[Entrant, list[DayScore]]:
    """Return each entrant's matchdays in order, several matches of one day added up.

    Of equal days the earlier is counted.
    """
    earned: dict[Entrant, dict[int, tuple[int, bool]]] = {entrant: {} for entrant in entrants}
    for score in scores:
        points, is_played = earned[score.entrant].get(score.matchday, (0, False))
        earned[score.entrant][score.matchday] = (points + score.points, is_played or score.is_played)
    return {entrant: _counted(days, counting.best) for entrant, days in earned.items()}


def _total(days: Iterable[DayScore], lines: Iterable[Line]) -> int:
    """Return the points of the days that count and of the lines that stand."""
    return sum(day.points for day in days if day.is_counted) + sum(
        line.points for line in lines if not line.is_withdrawn
    )


def _counted(days: Mapping[int, tuple[int, bool]], best: int) -> list[DayScore]:
    by_worth = sorted(days, key=lambda day: (-days[day][0], day))
    counted = by_worth[:best] if best else by_worth
    return [DayScore(day, *days[day], is_counted=day in counted) for day in sorted(days)]


def _row(entrant: Entrant, days: list[DayScore], lines: list[Line], counting: Counting) -> SeasonRow:
    played = sum(day.is_played for day in days)
    return SeasonRow(0, entrant, None, _total(days, lines), days, lines, played, played < counting.minimum)


def _ranked(rows: list[SeasonRow], tiebreaks: Mapping[str, Mapping[Entrant, Number]]) -> list[SeasonRow]:
    codes = [MINIMUM, POINTS, *tiebreaks]
    keys: dict[Entrant, list[Number]] = {
        row.entrant: [
            int(row.is_below_minimum),
            -row.points,
            *(-values[row.entrant] for values in tiebreaks.values()),
        ]
        for row in rows
    }
    ranked: list[SeasonRow] = []
    for position, row in enumerate(sorted(rows, key=lambda row: keys[row.entrant]), start=1):
        above = keys[ranked[-1].entrant] if ranked else keys[row.entrant]
        decider = next(
            (code for code, own, other in zip(codes, keys[row.entrant], above, strict=True) if own != other),
            None,
        )
        rank = position if decider or not ranked else ranked[-1].rank
        ranked.append(msgspec.structs.replace(row, rank=rank, decided_by=decider))
    return ranked
