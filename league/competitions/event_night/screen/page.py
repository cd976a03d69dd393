"""The screen for a projector: seats by name and by table, the standings, the timer."""

import datetime as dt
from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import groupby
from operator import itemgetter
from typing import Any, Final, NamedTuple

from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy

from games.localization import dates
from games.localization.collation import by_name
from league.competitions import cached_standings
from league.competitions.announcing.announced_date import AnnouncedDate, announced_date, is_member
from league.competitions.event_night import tables_in_play
from league.competitions.event_night.screen.finished_tables import FinishedTable, Outcome, finished_tables
from league.competitions.event_night.shown_round import ShownRound
from league.competitions.event_night.tables_in_play import TableInPlay
from league.competitions.event_night.timer import TimerShown, evening_of, timer_of
from league.competitions.results import entrant_names
from league.competitions.stream import state_and_head
from league.models import Competition, Entrant
from league.rules.settings.stages import DOUBLE_ELIMINATION, ELIMINATION_500, SEASON, SINGLE_ELIMINATION
from league.rules.settings.translated_names import translated
from league.rules.stages import standings_cache

NAMES, TABLES, STANDINGS, BRACKET, CHAMPION = "names", "tables", "standings", "bracket", "champion"
VIEWS: Final = {
    NAMES: gettext_lazy("By name"),
    TABLES: gettext_lazy("By table"),
    STANDINGS: gettext_lazy("Standings"),
    BRACKET: gettext_lazy("Bracket"),
    CHAMPION: gettext_lazy("Champion"),
}
"""The views to choose from, of which those with any content are offered; without a choice they rotate."""
INSTEAD: Final = {STANDINGS: BRACKET, BRACKET: STANDINGS}
"""What is shown where there is nothing to show of a chosen view; `screen.js` knows the same."""
_ROWS: Final = 500
"""The most rows of the standings of a division."""
_WITH_BRACKET: Final = (SINGLE_ELIMINATION, DOUBLE_ELIMINATION, ELIMINATION_500)


class ScreenPlace(NamedTuple):
    """A player, and the place at a table in words; once it is over, what came of it."""

    name: str
    place: str
    is_online: bool = False
    is_out: bool = False


class ScreenSeat(NamedTuple):
    """A seat of a table, whether its player deals first, and whether the player is out of the match."""

    letter: str
    name: str
    deals_first: bool
    is_out: bool


class ScreenTable(NamedTuple):
    """A table with its seats, or with its outcomes once it is over.

    `is_online` only where others play with real cards.
    """

    label: str
    title: str
    is_online: bool
    seats: list[ScreenSeat]
    outcomes: Sequence[Outcome] = ()


class ScreenRow(NamedTuple):
    """An entrant in the standings."""

    rank: int | None
    name: str
    points: int


class ScreenGroup(NamedTuple):
    """The best of a division or a group, and the number of all its entrants; without others no title."""

    title: str
    rows: list[ScreenRow]
    size: int


class ScreenPage:
    """A competition on a projector. Eleven queries at most."""

    def __init__(
        self,
        competition: Competition,
        view: str,
        at: dt.datetime,
        *,
        asked_round: str = "",
        request: HttpRequest | None = None,
    ) -> None:
        self.competition, self.at, self._request = competition, at, request
        self._asked_round = asked_round
        self.view = view if view in VIEWS else ""
        self.views = VIEWS

    @cached_property
    def rounds(self) -> ShownRound | None:
        """The round that is asked for, with those beside it; None where the tables in play are shown."""
        rounds = ShownRound(self.competition, self._asked_round) if self._asked_round else None
        return rounds if rounds and rounds.round else None

    @cached_property
    def date(self) -> AnnouncedDate | None:
        """When and where it begins; the place only where members show it."""
        return announced_date(
            self.competition,
            self.at,
            is_told_place=lambda: self._request is not None and is_member(self._request, self.competition),
        )

    @cached_property
    def tables(self) -> list[TableInPlay]:
        """The tables in play, or those of the round that is asked for."""
        if self.rounds:
            return self.rounds.tables()
        return tables_in_play.tables_of(self.competition) if self.competition.status == "running" else []

    @cached_property
    def finished(self) -> list[FinishedTable]:
        """The tables of the rounds in play that are over, until the next round is published."""
        if self.rounds or self.competition.status != "running":
            return []
        return finished_tables(self.competition, self.tables)

    @cached_property
    def people(self) -> list[ScreenPlace]:
        """Everybody who plays now, or has just played, from A to Z.

        A hall has thousands: a template takes a row of plain words in half the time.
        """
        at_a_seat, is_mixed = gettext("%(table)s, seat %(letter)s"), self._is_mixed
        playing = [
            ScreenPlace(
                chair.name,
                at_a_seat % {"table": table.label, "letter": chair.letter} if chair.letter else table.label,
                is_mixed and table.is_online,
                chair.is_out,
            )
            for chair, table in tables_in_play.by_name(self.tables)
        ]
        seated = {chair.player for table in self.tables for chair in table.chairs}
        done = [
            ScreenPlace(outcome.name, outcome.words or table.label, is_out=outcome.is_out)
            for table in self.finished
            for outcome in table.outcomes
            if outcome.player not in seated
        ]
        return by_name([*playing, *done], name=lambda place: place.name) if done else playing

    @property
    def seating(self) -> list[ScreenTable]:
        """The tables with their seats or outcomes, by number."""
        is_mixed = self._is_mixed
        tables = [
            (
                table.match.table_number,
                ScreenTable(table.label, table.title, is_mixed and table.is_online, _seats(table)),
            )
            for table in self.tables
        ]
        tables += [
            (table.number, ScreenTable(table.label, "", is_online=False, seats=[], outcomes=table.outcomes))
            for table in self.finished
        ]
        if self.finished:
            tables.sort(key=itemgetter(0))
        return [shown for _number, shown in tables]

    @cached_property
    def _is_mixed(self) -> bool:
        """Whether some play online and others with real cards."""
        return len({table.is_online for table in self.tables}) > 1

    @cached_property
    def standings(self) -> list[Entrant]:
        """Everybody who has a rank, the best first, division by division; without divisions the best."""
        rows = self._ranked.select_related("player")
        of_entrants = ("competition", "division", "division_rank", "rank", "points")
        of_players = ("player__name", "player__is_hidden", "player__merged_into")
        rows = rows.only(*of_entrants, *of_players)
        rows = rows.order_by("division", "division_rank", "rank", "seed", "number")
        return list(rows if self._may_have_divisions else rows[:_ROWS])

    @property
    def _ranked(self) -> QuerySet[Entrant]:
        return self.competition.entrants.filter(rank__isnull=False)

    @property
    def _may_have_divisions(self) -> bool:
        return any(stage.get("format") == SEASON for stage in self.competition.stages)

    @cached_property
    def groups(self) -> list[ScreenGroup]:
        """The standings of each division, of each group of the stage in play, or of all without a name."""
        if self._has_groups:
            return self._groups_of_stage()
        rows = self.standings
        is_cut = len(rows) == _ROWS and not self._may_have_divisions
        return [
            ScreenGroup(
                translated(f"Division {division}") if division else "",
                [
                    ScreenRow(row.division_rank or row.rank, row.player.name, row.points)
                    for row in of_division[:_ROWS]
                ],
                self._ranked.count() if is_cut else len(of_division),
            )
            for division, rows_of in groupby(rows, key=lambda row: row.division)
            for of_division in [list(rows_of)]
        ]

    @property
    def _has_groups(self) -> bool:
        stage = self._stage
        has_several = int(stage.get("groups", 1)) > 1 and self.competition.stage_number > 0
        return has_several and not self.is_knockout and stage.get("format") != SEASON

    def _groups_of_stage(self) -> list[ScreenGroup]:
        state, head = state_and_head(self.competition)
        cached_standings.remember(self.competition.pk, head, state)
        stage = state.stages[self.competition.stage_number - 1]
        tables = standings_cache.tables(head, state, stage).rows
        names = entrant_names(state)
        return [
            ScreenGroup(
                translated(f"Group {number}"),
                [ScreenRow(row.rank, names[row.entrant], row.points) for row in rows[:_ROWS]],
                len(rows),
            )
            for number, rows in enumerate(tables, start=1)
        ]

    @property
    def _stage(self) -> Mapping[str, Any]:
        """The settings of the stage in play."""
        stage: Mapping[str, Any] = self.competition.stages[max(self.competition.stage_number, 1) - 1]
        return stage

    @property
    def is_knockout(self) -> bool:
        """Whether a bracket says more than standings, which are empty in a knock-out until its end.

        The stage in play decides: groups have standings, the knock-out after them a bracket.
        """
        return self._stage.get("format") in _WITH_BRACKET

    @cached_property
    def champions(self) -> list[Entrant]:
        """The winners, of each division, once the competition is over. One query."""
        if self.competition.status != "finished":
            return []
        return list(
            self.competition.entrants.filter(Entrant.placed(1))
            .select_related("player")
            .order_by("division", "number")
        )

    @property
    def podium(self) -> list[Entrant]:
        """Second and third place beside the champions; empty where each division has its own."""
        if not self.champions or self.champions[0].division:
            return []
        return [entrant for entrant in self.standings if entrant.rank in (2, 3)][:4]

    @cached_property
    def expected(self) -> list[Entrant]:
        """Before the start: all active entrants, from A to Z."""
        rows = self.competition.entrants.filter(withdrawn=False, is_waiting=False).select_related("player")
        return by_name(rows, name=lambda entrant: entrant.player.name)

    @property
    def missing(self) -> int:
        """The number of entrants who have not checked in yet."""
        return sum(not entrant.is_here for entrant in self.expected)

    @cached_property
    def round_name(self) -> str:
        """The current round, empty when there is none; or the round that is asked for."""
        if self.rounds and self.rounds.round:
            return self.rounds.round.title
        names = {table.round_name for table in self.finished}
        if self.tables or len(names) != 1:
            return tables_in_play.round_of_all(self.tables)
        return names.pop()

    @property
    def timer(self) -> TimerShown | None:
        """The remaining time of the round, until the competition is over."""
        if self.competition.status == "finished":
            return None
        return timer_of(self.competition, self.at) or evening_of(self.competition, self.at)

    @property
    def as_of(self) -> str:
        """The server's time of the page."""
        return dates.clock_with_seconds(timezone.localtime(self.at))

    @property
    def clock(self) -> str:
        """The same time for the script, which counts on: `19:05:07` in every language."""
        return timezone.localtime(self.at).time().isoformat("seconds")

    @cached_property
    def shown(self) -> list[str]:
        """The views with any content, in the order of rotation."""
        if self.competition.is_before_start:
            return [NAMES]
        if self.rounds:
            return [NAMES, TABLES]
        is_bracket = self.is_knockout and self.competition.status in ("running", "finished")
        there = {
            NAMES: bool(self.tables or self.finished),
            TABLES: bool(self.tables or self.finished),
            STANDINGS: bool(self.standings) and not is_bracket,
            BRACKET: is_bracket,
            CHAMPION: bool(self.champions),
        }
        if self.champions:  # first, as the hall waits for them
            there = {CHAMPION: True} | there
        return [view for view, is_there in there.items() if is_there] or [STANDINGS]

    @property
    def first(self) -> str:
        """The first view, also without a script: of a cup the bracket stands for standings."""
        wanted = (self.view, INSTEAD.get(self.view))
        return next((view for view in wanted if view in self.shown), self.shown[0])


def _seats(table: TableInPlay) -> list[ScreenSeat]:
    first = "" if table.deals else table.dealer
    return [
        ScreenSeat(chair.letter, chair.name, bool(first) and chair.name == first, chair.is_out)
        for chair in table.players
    ]
