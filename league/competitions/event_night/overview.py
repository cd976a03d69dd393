"""All tables of a competition, or of a night, for the desk: what each waits for, totals and deals, calls."""

import datetime as dt
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Final, NamedTuple

from django.core.paginator import Page, Paginator
from django.db.models import F, Prefetch, Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.access.players import name_of
from games.localization.lists import listed
from games.models import Player
from league.competitions import live_totals
from league.competitions.event_night import night, table_scorekeepers, tables_in_play
from league.competitions.event_night.night import OtherCompetition
from league.competitions.event_night.tables_in_play import TableInPlay
from league.competitions.event_night.timer import TimerShown, timer_of
from league.competitions.read_models.disputes import Dispute, disputes_at
from league.models import Competition, Match, Placement, RefereeCall
from league.rules.settings import result_kinds

CALLED, DISPUTED, OVERDUE, REPORTED, WAITING, RUNNING = (
    "called", "disputed", "overdue", "reported", "waiting", "running",
)  # fmt: skip
WORDS: Final = {
    CALLED: gettext_lazy("Referee called"),
    DISPUTED: gettext_lazy("Disputed"),
    OVERDUE: gettext_lazy("Overdue"),
    REPORTED: gettext_lazy("To be confirmed"),
    WAITING: gettext_lazy("No deal yet"),
    RUNNING: pgettext_lazy("of tables", "Running"),
}
"""The states of a table, the most urgent first."""
AT_ONCE: Final = 120
"""The most tables of a page."""
_FINISHED: Final = 40
"""The most finished tables that the desk lists."""
_A_NIGHT: Final = dt.timedelta(hours=12)
_NEWS_OF_OTHERS: Final = 15
"""After so many seconds the page asks for news of the other competitions, of which no stream tells it."""


@dataclass(frozen=True, slots=True)
class TableStatus:
    """A table; `marks` are all its states, `state` the most urgent of them.

    `of` is the name of its competition, where the page shows those of several.
    """

    competition: Competition
    of: str
    at: TableInPlay
    marks: list[str]
    timer: TimerShown | None
    call: RefereeCall | None
    scorekeeper: Player | None
    dispute: Dispute | None = None

    @property
    def state(self) -> str:
        """The most urgent state."""
        return self.marks[0]

    @property
    def place(self) -> str:
        """The name of the table, which no other table of the page has."""
        return f"{self.of}, {self.at.label}" if self.of else self.at.label

    @property
    def labels(self) -> list[tuple[str, str]]:
        """The states, in words."""
        return [(mark, str(WORDS[mark])) for mark in self.marks]

    @property
    def caller(self) -> str:
        """The caller."""
        return self.call.player.name if self.call and self.call.player else _("Someone at the table")

    @property
    def taker(self) -> str:
        """The referee on the way, if any."""
        return name_of(self.call.taken_by) if self.call and self.call.taken_by else ""

    @property
    def may_end(self) -> bool:
        """Whether the current totals may decide the match."""
        return OVERDUE in self.marks and self.at.deals > 0 and DISPUTED not in self.marks


class FinishedTable(NamedTuple):
    """A match with a result, the name of its table and its players."""

    match: Match
    table: str
    names: str


class Overview:
    """The tables in play, of which a page shows some. Seven queries.

    With `others`, competitions of the same night, it has their tables and calls, too; their next steps, which
    only the desk shows, are two queries more, whatever their number. `reader` is asked for where a result is
    disputed, which is three queries more.
    """

    def __init__(
        self,
        competition: Competition,
        wanted: str,
        at: dt.datetime,
        number: int = 1,
        others: Sequence[Competition] = (),
        reader: Callable[[], Player | None] = lambda: None,
    ) -> None:
        self._reader = reader
        self.competition, self.at, self._number = competition, at, number
        self._others = others
        self._competitions = {shown.pk: shown for shown in (competition, *others)}
        # Read before anything else, so that it is never newer than the page.
        self._totals = dict(live_totals.versions(list(self._competitions)))
        self.totals = self._totals.get(competition.pk, 0)
        self.wanted = wanted if wanted in WORDS else ""

    @property
    def is_joined(self) -> bool:
        """Whether the page shows several competitions."""
        return bool(self._others)

    @cached_property
    def others(self) -> list[OtherCompetition]:
        """The next steps of the other competitions."""
        return night.next_steps(self._others, self.at)

    @property
    def clocks(self) -> list[tuple[Competition, TimerShown | None]]:
        """The other competitions that are played, each with the time left of its round."""
        return [(shown, timer_of(shown, self.at)) for shown in self._others if shown.status == "running"]

    @cached_property
    def all(self) -> list[TableStatus]:
        """Every table, by its number; those of other competitions behind."""
        calls = {call.table_id: call for call in self._calls}
        return [self._status(table, calls.get(table.match.table_id or 0)) for table in self._tables]

    @cached_property
    def scorekeepers(self) -> dict[tuple[int, int], Player]:
        """The scorekeepers of single tables, by competition and number of the table."""
        return table_scorekeepers.of_several(self._competitions)

    @property
    def lines(self) -> list[TableStatus]:
        """The tables that match the filter; of a night first those that wait for the organizers."""
        lines = [line for line in self.all if not self.wanted or self.wanted in line.marks]
        return sorted(lines, key=lambda line: not self._is_first(line))

    @cached_property
    def shown(self) -> Page[TableStatus]:
        """Those of them that a page shows."""
        return Paginator(self.lines, AT_ONCE).get_page(max(1, self._number))

    @property
    def groups(self) -> list[tuple[str, list[TableStatus]]]:
        """The tables of the page with a heading: those that wait for the organizers, then by competition."""
        waiting = _("Waiting for you")
        titled = groupby(
            self.shown.object_list, key=lambda line: waiting if self._is_first(line) else line.of
        )
        return [(title, list(lines)) for title, lines in titled]

    @property
    def finished(self) -> list[FinishedTable]:
        """The latest matches of the night with a result."""
        return [table for table in self._with_result if table.match.finished_at]

    @property
    def tied(self) -> list[FinishedTable]:
        """The matches that have been played, and in which somebody has yet to decide who advances."""
        return [table for table in self._with_result if not table.match.finished_at]

    @property
    def map(self) -> list[tuple[str, list[TableStatus]]]:
        """The tables of the page by the name of their competition, by number."""
        there = {line.at.match.pk for line in self.shown}
        by_competition = groupby(self.all, key=lambda line: line.of)
        groups = [
            (name, [line for line in of_one if line.at.match.pk in there]) for name, of_one in by_competition
        ]
        return [(name, lines) for name, lines in groups if lines]

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
    def has_clock(self) -> bool:
        """Whether there is a timer of the round, or one can be started: an arena has a time of its own."""
        is_running = self.competition.status == Competition.Status.RUNNING
        return is_running and (self.timer is not None or self.competition.seating_ends_at is None)

    @property
    def stamp(self) -> str:
        """Changes whenever the page would change."""
        overdue = sum(OVERDUE in line.marks for line in self.all)
        versions = [
            f"{self._totals.get(pk, 0)}.{shown.version}.{shown.desk_version}"
            for pk, shown in self._competitions.items()
        ]
        return f"{'_'.join(versions)}.{overdue}"

    @property
    def due(self) -> int | None:
        """In how many seconds the page changes by time alone, or asks for news; None where no clock runs."""
        clocks = [self.timer, *(line.timer for line in self.all)]
        running = [clock.seconds for clock in clocks if clock and not clock.is_paused and not clock.is_over]
        return min([*running, _NEWS_OF_OTHERS] if self.is_joined else running, default=None)

    @cached_property
    def _tables(self) -> list[TableInPlay]:
        order = list(self._competitions)
        running = [pk for pk, shown in self._competitions.items() if shown.status == "running"]
        tables = tables_in_play.tables_of_several(running) if running else []
        return sorted(tables, key=lambda table: order.index(table.match.competition_id))

    @cached_property
    def _with_result(self) -> list[FinishedTable]:
        """The tied matches, and the latest finished matches of the night. Two queries."""
        is_tonight = Q(finished_at=None) | Q(finished_at__gt=self.at - _A_NIGHT)
        over = Match.objects.filter(is_tonight, competition__in=self._competitions, is_bye=False).exclude(
            kind__in=["", result_kinds.OPEN, result_kinds.NOT_NEEDED]
        )
        newest = over.order_by(F("finished_at").desc(nulls_first=True), "-pk")
        placements = Placement.objects.select_related("entrant__player").order_by("place", "seat")
        rows = newest.select_related("competition")[:_FINISHED]
        named = rows.prefetch_related(Prefetch("placements", placements))
        return [
            FinishedTable(
                match,
                TableInPlay(match, None).name,
                listed([seat.entrant.player.name for seat in match.placements.all()]),
            )
            for match in named
        ]

    @cached_property
    def _calls(self) -> list[RefereeCall]:
        calls = RefereeCall.objects.filter(
            competition__in=self._competitions, done_at=None, table__match__kind__in=["", result_kinds.OPEN]
        )
        return list(calls.select_related("player", "taken_by"))

    @cached_property
    def _disputes(self) -> dict[int, Dispute]:
        disputed = [
            shown.table.pk for shown in self._tables if shown.table and shown.table.state_name == DISPUTED
        ]
        return disputes_at(disputed, self._reader()) if disputed else {}

    def _is_first(self, line: TableStatus) -> bool:
        return self.is_joined and not self.wanted and not {CALLED, DISPUTED, REPORTED}.isdisjoint(line.marks)

    def _status(self, table: TableInPlay, call: RefereeCall | None) -> TableStatus:
        competition = self._competitions[table.match.competition_id]
        timer = timer_of(competition, self.at, extra=table.match.extra_seconds)
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
        at_table = (competition.pk, table.match.table_number)
        return TableStatus(
            competition,
            competition.name if self.is_joined else "",
            table,
            [mark for mark, is_so in is_so_by_mark.items() if is_so],
            timer,
            call,
            self.scorekeepers.get(at_table) if table.is_physical else None,
            self._disputes.get(table.match.table_id or 0),
        )
