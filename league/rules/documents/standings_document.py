"""Standings for programs and terminals."""

from collections.abc import Mapping, Sequence
from typing import Any

from league.rules.standings.ranking import RankingRow
from league.rules.tiebreaks.tiebreak import plain, plain_worth


def document(rows: Sequence[RankingRow], *, unplayed: str) -> dict[str, Any]:
    """Return the standings for JSON: every row with a number per tie-break under its code.

    Numbers are whole, or rounded to four decimals, and None where they are unknown; ranks follow from the
    exact numbers.
    """
    return {"unplayed": unplayed, "rows": [_row(row) for row in rows]}


def table(rows: Sequence[RankingRow]) -> list[str]:
    """Return the standings as lines of text, numbers right-aligned."""
    written = [
        {name: "" if value is None else str(value) for name, value in _row(row).items()} for row in rows
    ]
    if not written:
        return ["nobody has entered"]
    titles = {name: name.replace("decided_by", "decided by") for name in written[0]}
    widths = {name: max(len(title), *(len(line[name]) for line in written)) for name, title in titles.items()}
    return [_line(line, widths) for line in [titles, *written]]


def _row(row: RankingRow) -> dict[str, Any]:
    values = {code: plain_worth(worth) for code, worth in row.worths.items()}
    return {
        "rank": row.rank,
        "entrant": row.entrant,
        "points": plain(row.points),
        **values,
        "decided_by": row.decided_by,
    }


def _line(line: Mapping[str, str], widths: Mapping[str, int]) -> str:
    cells = [
        line[name].ljust(width) if name in ("entrant", "decided_by") else line[name].rjust(width)
        for name, width in widths.items()
    ]
    return "  ".join(cells).rstrip()
