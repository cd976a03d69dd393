"""All tables of a competition for the desk: what each waits for, totals and deals so far, calls."""

import datetime as dt
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from django.core.paginator import Page, Paginator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.access.players import name_of
from games.models import Player
from league.competitions import live_totals
from league.competitions.event_night import table_scorekeepers, tables_in_play
from league.competitions.event_night.tables_in_play import TableInPlay
from league.competitions.event_night.timer import TimerShown, timer_of
from league.models import Competition, RefereeCall

CALLED, DISPUTED, OVERDUE, REPORTED, WAITING, RUNNING = (
    "called", "disputed", "overdue", "reported", "waiting", "running",
)  # fmt: skip
WORDS: Final = {
    CALLED: gettext_lazy("Referee called"),
    DISPUTED: gettext_lazy("Disputed"),
    OVERDUE: gettext_lazy("Overdue"),
    REPORTED: gettext_lazy("To be confirmed"),
    WAITING: gettext_lazy("Waiting"),
    RUNNING: pgettext_lazy("of tables", "Running"),
}
"""The states of a table, the most urgent first."""
AT_ONCE: Final = 120
"""The most tables of a page."""


@dataclass(frozen=True, slots=True)
class TableStatus:
    """A table; `marks` are all its states, `state` the most urgent of them."""

    at: TableInPlay
    marks: list[str]
    timer: TimerShown | None
    call: RefereeCall | None
    scorekeeper: Player | None

    @property
    def state(self) -> str:
        """The most urgent state."""
        return self.marks[0]

    @property
    def labels(self) -> list[tuple[str, str]]:
        """The states, in words."""
        return [(mark, str(WORDS[mark])) for mark in self.marks]

    @property
    def caller(self) -> str:
        """The caller."""
        return self.call.player.name if self.call and self.call.player else _("The scorekeeper")

    @property
    def taker(self) -> str:
        """The referee on the way, if any."""
        return name_of(self.call.taken_by) if self.call and self.call.taken_by else ""

    @property
    def may_end(self) -> bool:
        """Whether the current totals may decide the match."""
        return OVERDUE in self.marks and self.at.deals > 0 and DISPUTED not in self.marks


class Overview:
    """The tables in play, of which a page shows some. Seven queries."""

    def __init__(self, competition: Competition, wanted: str, at: dt.datetime, number: int = 1) -> None:
        self.competition, self.at, self._number = competition, at, number
        # Read before anything else, so that it is never newer than the page.
        self.totals = dict(live_totals.versions([competition.pk])).get(competition.pk, 0)
        self.wanted = wanted if wanted in WORDS else ""

    @cached_property
    def all(self) -> list[TableStatus]:
        """Every table, by its number."""
        calls = {call.table_id: call for call in self._calls}
        return [self._status(table, calls.get(table.match.table_id or 0)) for table in self._tables]

    @cached_property
    def scorekeepers(self) -> dict[int, Player]:
        """The scorekeepers of single tables, by number of the table."""
        return table_scorekeepers.of_tables(self.competition)

    @property
    def lines(self) -> list[TableStatus]:
        """The tables that match the filter."""
        return [line for line in self.all if not self.wanted or self.wanted in line.marks]

    @cached_property
    def shown(self) -> Page[TableStatus]:
        """Those of them that a page shows."""
        return Paginator(self.lines, AT_ONCE).get_page(max(1, self._number))

    @property
    def filters(self) -> list[tuple[str, str, int]]:
        """The filters: code, words, how many tables."""
        counts = Counter(mark for line in self.all for mark in line.marks)
        return [(mark, str(words), counts[mark]) for mark, words in WORDS.items()]

    @property
    def timer(self) -> TimerShown | None:
        """The remaining time of the round."""
        return timer_of(self.competition, self.at)

    @property
    def stamp(self) -> str:
        """Changes whenever the page would change."""
        overdue = sum(OVERDUE in line.marks for line in self.all)
        return f"{self.totals}.{self.competition.version}.{self.competition.desk_version}.{overdue}"

    @property
    def due(self) -> int | None:
        """In how many seconds the page changes by time alone; None where no clock runs."""
        clocks = [self.timer, *(line.timer for line in self.all)]
        running = [clock.seconds for clock in clocks if clock and not clock.is_paused and not clock.is_over]
        return min(running, default=None)

    @cached_property
    def _tables(self) -> list[TableInPlay]:
        return tables_in_play.tables_of(self.competition) if self.competition.status == "running" else []

    @cached_property
    def _calls(self) -> list[RefereeCall]:
        calls = RefereeCall.objects.filter(competition=self.competition, done_at=None, table__match__kind="")
        return list(calls.select_related("player", "taken_by"))

    def _status(self, table: TableInPlay, call: RefereeCall | None) -> TableStatus:
        timer = timer_of(self.competition, self.at, extra=table.match.extra_seconds)
        phase = table.table.state_name if table.table and table.is_physical else ""
        is_over = phase in (REPORTED, DISPUTED)
        is_so_by_mark = {
            CALLED: call is not None,
            DISPUTED: phase == DISPUTED,
            OVERDUE: timer is not None and timer.is_over and not is_over,
            REPORTED: phase == REPORTED,
            WAITING: not table.deals,
            RUNNING: table.deals > 0 and not is_over,
        }
        scorekeeper = self.scorekeepers.get(table.match.table_number) if table.is_physical else None
        return TableStatus(
            table, [mark for mark, is_so in is_so_by_mark.items() if is_so], timer, call, scorekeeper
        )
