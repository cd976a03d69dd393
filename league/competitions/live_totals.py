"""The progress at the tables of a competition: a number that grows with each deal and each new total.

No event of the competition says so, and a table has a new version with every card: this one is between the
two, for pages that show totals as they climb.
"""

from collections.abc import Collection, Iterable
from typing import Final, NamedTuple

from django.db.models import Case, F, Sum, When

from games.models import Seat, Table
from games.rules.match.phases import MATCH_OVER, OVER
from league.models import Competition, Match

_BETWEEN: Final = (OVER, MATCH_OVER)
_ROOM: Final = 10**9
"""More than the tables of any competition count: no table that is left behind takes the number back."""


class LiveTable(NamedTuple):
    """How far a table is, and the total of each seat with the deal in which it left the match, if any."""

    version: int
    round_version: int
    round_number: int
    state_name: str
    is_physical: bool
    seats: list[tuple[int, int]]


def live_tables(ids: Collection[int]) -> dict[int, LiveTable]:
    """Return tables by id. Two queries, which read no more than these columns: a hall has hundreds."""
    columns = ("pk", "version", "round_version", "round_number", "state_name", "is_physical")
    rows = Table.objects.filter(pk__in=ids).order_by().values_list(*columns)
    tables = {row[0]: LiveTable(row[1], row[2], row[3], row[4], row[5], []) for row in rows}
    seats = Seat.objects.filter(table__in=ids).order_by("index")
    for table, total, eliminated_round in seats.values_list("table_id", "total", "eliminated_round"):
        tables[table].seats.append((total, eliminated_round))
    return tables


def versions(ids: Collection[int]) -> Iterable[tuple[int, int]]:
    """Return (id, number) of those competitions that have tables. One query."""
    number = Case(
        When(table__is_physical=True, then=F("table__version")),
        When(table__state_name__in=_BETWEEN, then=F("table__round_version") + 1),
        default=F("table__round_version"),
    )
    of_all = Match.objects.filter(competition__in=ids, table__isnull=False).order_by()
    rows = of_all.values_list("competition_id", "competition__version").annotate(counted=Sum(number))
    return [(pk, _number(version, counted)) for pk, version, counted in rows]


def version(competition: Competition, tables: Collection[LiveTable]) -> int:
    """Return the same number of one competition, whose tables have been read already."""
    return _number(competition.version, sum(map(_counted, tables))) if tables else 0


def _counted(table: LiveTable) -> int:
    return table.version if table.is_physical else table.round_version + (table.state_name in _BETWEEN)


def _number(version: int, counted: int) -> int:
    return version * _ROOM + counted
