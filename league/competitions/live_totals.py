"""The progress at the tables of a competition: a number that grows with each deal and each new total.

No event of the competition says so, and a table has a new version with every card: this one is between the
two, for pages that show totals as they climb.
"""

from collections.abc import Collection, Iterable
from typing import Final

from django.db.models import Case, F, Sum, When

from games.models import Table
from games.rules.match.phases import MATCH_OVER, OVER
from league.models import Competition, Match

_BETWEEN: Final = (OVER, MATCH_OVER)
_ROOM: Final = 10**9
"""More than the tables of any competition count: no table that is left behind takes the number back."""


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


def version(competition: Competition, tables: Collection[Table]) -> int:
    """Return the same number of one competition, whose tables have been read already."""
    return _number(competition.version, sum(map(_counted, tables))) if tables else 0


def _counted(table: Table) -> int:
    return table.version if table.is_physical else table.round_version + (table.state_name in _BETWEEN)


def _number(version: int, counted: int) -> int:
    return version * _ROOM + counted
