"""The matches of a competition in play, table by table, with their seats."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from typing import Final

from django.db.models import Count, Exists, OuterRef, Prefetch, Q, QuerySet, prefetch_related_objects
from django.urls import reverse

from games.localization import collation
from games.models import Player, Seat, Table
from league.competitions.event_night import table_scorekeepers
from league.models import Competition, Match, Placement
from league.rules.settings import result_kinds
from league.rules.settings.translated_names import translated
from league.rules.settings.venues import ELSEWHERE, PHYSICAL

_NUMBERED: Final = re.compile(r"Table \d+")
MOST: Final = 1000
"""Two thousand in pairs; only a round robin without tables has more matches that could be played now."""
_GOES_ON: Final = [Table.Status.OPEN, Table.Status.RUNNING]
IS_PLAYED: Final = Q(kind="") | Q(kind=result_kinds.OPEN, table__status__in=_GOES_ON)
"""The condition that a match waits for its result, also where play goes on after a result was taken back."""
_OF_PLAYERS: Final = ("name", "is_hidden", "merged_into")
"""The columns that a name is read from: a hall has thousands of people."""
_PLACEMENTS: Final = Prefetch(
    "placements",
    Placement.objects.select_related("entrant__player").only(
        "match", *(f"entrant__player__{column}" for column in _OF_PLAYERS)
    ),
)


@dataclass(slots=True)
class Chair:
    """A seat and its player; the letter is empty where seats are not assigned."""

    letter: str
    name: str
    player: int | None
    total: int = 0
    is_out: bool = False


@dataclass
class TableInPlay:
    """A match that could be played now. `table` is None where it has none (yet)."""

    match: Match
    table: Table | None
    chairs: list[Chair] = field(default_factory=list)
    is_kept: bool = False  # whether the reader keeps its score
    names_round: bool = False  # whether other tables in play are of another round, or of another division
    advancing: str = ""  # on a score sheet: how many advance from it
    part: str = ""  # its division or round, where another table in play would have the same name

    @property
    def label(self) -> str:
        """The name of the table in the room, or else of the match: no other table in play has it."""
        return f"{translated(self.part)}, {self.name}" if self.part else self.name

    @cached_property  # each player of a large hall asks
    def name(self) -> str:
        """The name of the table in the room, or else that of the match in its round."""
        match = self.match
        if match.table_number:
            return translated(f"Table {match.table_number}")
        return translated(f"Match {match.number}") if match.name == match.key else match.title

    @property
    def title(self) -> str:
        """The title beside its label: its round where others are in play, and the name of its match.

        The number that a match has within its round says nothing in a room whose tables have their own.
        """
        match = self.match
        is_said = match.title == self.name or match.name == match.key
        is_number = bool(match.table_number) and _NUMBERED.fullmatch(match.name) is not None
        name = "" if is_said or is_number else match.title
        if not self.names_round:
            return name
        rest = match.round_name.removeprefix(self.part).removeprefix(", ") if self.part else match.round_name
        shown = translated(rest)
        return f"{shown}, {name}" if shown and name else shown or name

    @property
    def is_physical(self) -> bool:
        """Whether it is played with real cards."""
        return self.match.venue == PHYSICAL

    @property
    def is_online(self) -> bool:
        """Whether it is played at a table of this site."""
        return self.table is not None and not self.is_physical

    @property
    def dealer(self) -> str:
        """The next dealer, where dealers deal by hand; empty otherwise."""
        seat = self.table.dealer_seat if self.table else None
        return "" if seat is None or seat >= len(self.chairs) else self.chairs[seat].name

    @property
    def players(self) -> list[Chair]:
        """The chairs without those whose player left before the first deal."""
        return [chair for chair in self.chairs if self.deals or not chair.is_out]

    @property
    def deals(self) -> int:
        """The number of deals played, or online of deals begun."""
        return self.table.round_number if self.table else 0

    @property
    def url(self) -> str:
        """The page of the table, or of the match."""
        if self.table is not None:
            return self.table.get_absolute_url()
        return reverse("match", args=[self.match.competition_id, self.match.stage, self.match.key])


def tables_of(competition: Competition) -> list[TableInPlay]:
    """Return the matches that could be played now, by the number of their table: the first thousand.

    Of a schedule without tables only the next match of each player. Three queries at most.
    """
    return tables_of_several([competition.pk])


def tables_of_several(ids: Collection[int]) -> list[TableInPlay]:
    """Return the same of several competitions, one after the other, by number. Three queries at most."""
    waiting = Match.objects.filter(IS_PLAYED, competition__in=ids, is_bye=False)
    without = Q(venue=ELSEWHERE, seats_known__gte=2)
    known = (
        waiting.annotate(seats_known=Count("placements"))
        .filter(Q(table__isnull=False) | without)
        .order_by("competition_id", "table_number", "stage", "round_number", "number")
    )
    matches = list(_with_seats(known)[:MOST])
    if any(match.table_id is None for match in matches):  # the others have their people in the seats
        prefetch_related_objects(matches, _PLACEMENTS)
        matches = list(_next_of_each(matches))
    tables = [_shown(match) for match in matches]
    for _pk, of_one in groupby(tables, key=lambda table: table.match.competition_id):
        _name_rounds(list(of_one))
    return tables


def tables_of_round(competition: Competition, stage: int, number: int) -> list[TableInPlay]:
    """Return the matches of a round, played or not, by the number of their table. Three queries at most."""
    known = competition.matches.filter(stage=stage, round_number=number, is_bye=False)
    known = known.filter(placements__isnull=False).distinct().order_by("table_number", "number")
    matches = list(_with_seats(known)[:MOST])
    if any(match.table_id is None for match in matches):
        prefetch_related_objects(matches, _PLACEMENTS)
    return [_shown(match) for match in matches]


def round_of(tables: Iterable[TableInPlay]) -> str:
    """Return the name of the round in play; empty where there are several, or none."""
    names = {table.match.round_name for table in tables}
    return translated(names.pop()) if len(names) == 1 else ""


def round_of_all(tables: Iterable[TableInPlay]) -> str:
    """Return the name of the round in play, also where all divisions or groups play the same one."""
    names = {table.match.round_name for table in tables}
    if len(names) > 1:
        names = {name.rpartition(", ")[2] for name in names}
    return translated(names.pop()) if len(names) == 1 else ""


def tables_for(player: Player, competition: Competition | None = None, *, most: int) -> list[TableInPlay]:
    """Return the tables at which a player sits or keeps the score now, in a competition or in all.

    The first of them if there are more than `most`. Two queries at most.
    """
    sits = Seat.objects.order_by().filter(table=OuterRef("table"), player=player)
    here = {"competition": OuterRef("competition"), "table_number": OuterRef("table_number")}
    keeps = Exists(table_scorekeepers.at_matches(player).filter(**here))
    own_matches = Match.objects.annotate(is_kept=Q(keeps, venue=PHYSICAL)).filter(
        Q(Exists(sits)) | Q(is_kept=True),
        IS_PLAYED,
        table__status__in=[Table.Status.OPEN, Table.Status.RUNNING],
    )
    if competition is not None:
        own_matches = own_matches.filter(competition=competition)
    wanted = own_matches.select_related("competition").order_by("pk")
    return [_shown(match) for match in _with_seats(wanted)[:most]]


def tables_with(players: Collection[int], competition: int) -> list[TableInPlay]:
    """Return the tables of a competition in play at which some of these players sit. Two queries."""
    sits = Seat.objects.order_by().filter(table=OuterRef("table"), player__in=players)
    here = Match.objects.filter(
        IS_PLAYED, Exists(sits), competition=competition, table__status__in=_GOES_ON
    ).order_by("table_number", "pk")
    return [_shown(match) for match in _with_seats(here)]


def chair_of(table: TableInPlay, player: Player) -> Chair | None:
    """Return a player's seat at a table."""
    return next((chair for chair in table.chairs if chair.player == player.pk), None)


def by_name(tables: Iterable[TableInPlay]) -> list[tuple[Chair, TableInPlay]]:
    """Return everybody who plays with their table, from A to Z."""
    seats = [(chair, table) for table in tables for chair in table.players]
    seats.sort(key=lambda seated: seated[1].match.table_number or 0)
    return collation.by_name(seats, name=lambda seated: seated[0].name)


def _next_of_each(matches: Iterable[Match]) -> Iterator[Match]:
    """Yield the matches, without those whose players have an earlier one to play first."""
    busy: set[int] = set()
    for match in matches:
        entrants = {placement.entrant_id for placement in match.placements.all()}
        if match.table_id is not None or not entrants & busy:
            yield match
        busy |= entrants


def _name_rounds(tables: Sequence[TableInPlay]) -> None:
    """Let the tables of a competition say their round, where there are several."""
    if len({table.match.round_name for table in tables}) > 1:
        for table in tables:
            table.names_round = True
        _name_apart(tables)


def _name_apart(tables: Iterable[TableInPlay]) -> None:
    """Name the division, or else the whole round, of tables that would have the same name."""
    for is_whole in (False, True):
        known = Counter(table.label for table in tables)
        for table in tables:
            if known[table.label] > 1:
                division, _comma, _round = table.match.round_name.rpartition(", ")
                table.part = table.match.round_name if is_whole else division


def _with_seats(matches: QuerySet[Match]) -> QuerySet[Match]:
    """Read the tables and their people, too: only the columns that a chair needs, as a hall has thousands."""
    of_seats = ("table", "index", "bot_name", "total", "eliminated_round")
    of_players = (f"player__{column}" for column in _OF_PLAYERS)
    seats = Seat.objects.select_related("player").only(*of_seats, *of_players)
    with_tables = matches.select_related("table").defer("table__options", "table__penalty_asked")
    return with_tables.prefetch_related(Prefetch("table__seats", seats))


def _shown(match: Match) -> TableInPlay:
    table = match.table
    if table is None:
        chairs = [
            Chair("", placement.entrant.player.name, placement.entrant.player_id)
            for placement in match.placements.all()
        ]
    else:
        chairs = [
            Chair(seat.letter, seat.name, seat.player_id, seat.total, seat.eliminated_round > 0)
            for seat in table.seats.all()
        ]
    return TableInPlay(match, table, chairs, getattr(match, "is_kept", False))
