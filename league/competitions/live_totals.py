"""The progress at the tables of a competition: a number that grows with each deal and each new total.

No event of the competition says so, and a table has a new version with every card: this one is between the
two, for pages that show totals as they climb. And what the tables of some matches have recorded so far.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any, Final, NamedTuple

from django.db.models import Case, F, Sum, When
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Seat, Table
from games.rules.base.refusal import Refusal
from games.rules.match.phases import MATCH_OVER, OVER
from games.rules.scoresheet.state import DISPUTED, FINAL, REPORTED
from league.models import Competition, Match
from league.rules.competition import stage as stages

_BETWEEN: Final = (OVER, MATCH_OVER)
_IS_OVER: Final = (MATCH_OVER, REPORTED, DISPUTED, FINAL)
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


class SoFar(NamedTuple):
    """The deals that a table has recorded, and the totals by entrant; `is_over` says that no deal follows.

    `version` is that of the table.
    """

    version: int
    deals: int
    totals: Mapping[int, int]
    is_over: bool
    is_disputed: bool = False

    @property
    def stamp(self) -> str:
        """A text that changes with the deals and totals by entrant: `2:7=210,8=240,9=0`."""
        return f"{self.deals}:{','.join(f'{entrant}={total}' for entrant, total in self.totals.items())}"

    @property
    def is_playing(self) -> bool:
        """Whether some deals are recorded, and others follow."""
        return self.deals > 0 and not self.is_over

    @property
    def words(self) -> str:
        """How many deals the totals are made of; empty before the first and after the last."""
        if not self.is_playing:
            return ""
        return ngettext("{n} deal so far", "{n} deals so far", self.deals).format(n=self.deals)


NOTHING: Final = SoFar(0, 0, {}, is_over=False)
"""What is known of a match without a table."""


class MovedOnError(Refusal):
    """The table of a match has recorded more than the sender of a result saw."""

    def __init__(self) -> None:
        super().__init__("stale", _("The table has recorded more in the meantime. Compare, then save again."))


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


def at_tables(matches: Sequence[stages.Match]) -> dict[int, SoFar]:
    """Return what the tables of some matches have recorded, by the id of the table. One query."""
    seated = {match.table: match.seated or match.entrants for match in matches if match.table}
    columns = ("version", "round_number", "state_name", "is_physical")
    seats = Seat.objects.filter(table__in=seated).order_by("table", "index")
    rows = seats.values_list("table", "total", *(f"table__{column}" for column in columns))
    return {table: _so_far(seated[table], list(of_one)) for table, of_one in groupby(rows, key=itemgetter(0))}


def at_table(match: stages.Match) -> SoFar:
    """Return what the table of a match without a result has recorded. One query at most."""
    return at_tables([match]).get(match.table, NOTHING) if match.table and match.is_waiting else NOTHING


def require_seen(stamp: str, so_far: SoFar) -> None:
    """Refuse totals that were entered beside another `stamp` than that of the table now."""
    if stamp != so_far.stamp:
        raise MovedOnError


def _counted(table: LiveTable) -> int:
    return table.version if table.is_physical else table.round_version + (table.state_name in _BETWEEN)


def _number(version: int, counted: int) -> int:
    return version * _ROOM + counted


def _so_far(entrants: Sequence[int], seats: Sequence[tuple[Any, ...]]) -> SoFar:
    version, deals, state_name, is_physical = seats[0][2:]
    is_over = state_name in _IS_OVER
    is_under_way = not is_physical and deals > 0 and state_name != OVER and not is_over
    totals = {entrant: seat[1] for entrant, seat in zip(entrants, seats, strict=False)}
    # Online a deal counts from its beginning.
    return SoFar(
        version,
        deals - is_under_way,
        totals if any(totals.values()) else {},
        is_over,
        is_disputed=state_name == DISPUTED,
    )
