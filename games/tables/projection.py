"""Project the log of a table on its rows of `Table` and `Seat`; a rebuild runs the same code."""

import datetime as dt
from collections.abc import Iterable, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Any, Final

from django.db import transaction

from games import eventstore
from games.deals import played_deals
from games.models import Seat, Table, TableEvent
from games.rules.match.events import Event, RoundStarted
from games.rules.match.evolve import (
    fold,
)
from games.rules.match.state import (
    MATCH_OVER,
    State,
)
from games.rules.options.options import from_differences
from games.rules.scoresheet.events import ResultFinal, ResultReported, SheetEvent
from games.rules.scoresheet.evolve import evolve
from games.rules.scoresheet.state import FINAL, REPORTED, Sheet
from games.tables import deadlines
from games.tables.events import (
    DecisionWithdrawn,
    MatchDecided,
    SeatHandedOver,
    SeatLeft,
    TableChange,
    TableOpened,
)

TABLE_FIELDS: Final = (
    "name", "rulebook", "options", "rulebook_title", "seat_count", "host_id", "turn_seconds", "bot_pause_ms",
    "bank_seconds", "away_after", "is_physical", "confirm", "silence_seconds", "self_report",
    "limit_seconds", "limit_at_once", "limit_at", "bot_strength",
    "status", "version", "step", "head", "round_number", "round_version",
    "state_name", "turn_seat", "dealer_seat", "committed", "turn_ends_at", "turn_left_ms", "due_at",
    "paused_at", "penalty_asked", "opened_at", "started_at", "finished_at",
)  # fmt: skip
SEAT_FIELDS: Final = (
    "player_id", "earlier_players", "bot_name", "is_bot", "away_from", "away_steps", "bank_ms", "missed",
    "total", "eliminated_round", "place",
    "words", "dealt_words", "kept_for_id", "kept_until",
)  # fmt: skip


def project(
    table: Table,
    seats: list[Seat],
    state: State | None,
    rows: Sequence[eventstore.Stored],
    sheet: Sheet | None = None,
) -> None:
    """Change the rows in memory by the events of one command; `state` or `sheet` is the one after them."""
    _follow(table, seats, state, rows, sheet)
    _count_absence(table, seats)


def follow(state: State | None, rows: Iterable[eventstore.Stored]) -> State | None:
    """Return the state of the rules after some rows; None as long as nothing was dealt."""
    events = [row.event for row in rows if isinstance(row.event, Event)]
    return fold(events, state) if events else state


def follow_sheet(sheet: Sheet | None, rows: Iterable[eventstore.Stored]) -> Sheet | None:
    """Return the score sheet after some rows, from the first one on; None for a table played online."""
    for row in rows:
        event = row.event
        if isinstance(event, TableOpened) and event.is_physical:
            options = from_differences(event.options)
            sheet = Sheet(event.rulebook, options, event.seats, asks=event.confirm != "none")
        elif sheet is not None and isinstance(event, Event | SheetEvent):
            evolve(sheet, event)
    return sheet


class LogProjection:
    """Table and seats as they follow from a log, one command after the other."""

    def __init__(self, table_id: int) -> None:
        self.table = Table(pk=table_id)
        self.seats: list[Seat] = []
        self._state: State | None = None
        self._sheet: Sheet | None = None

    def add(self, rows: Sequence[eventstore.Stored]) -> None:
        """Add the events of one command."""
        self._sheet = follow_sheet(self._sheet, rows)
        if self._sheet is None:
            self._state = follow(self._state, rows)
        project(self.table, self.seats, self._state, rows, self._sheet)


def project_log(table_id: int) -> tuple[Table, list[Seat]]:
    """Return table and seats as they follow from the whole log; nothing is written. One query."""
    projected = LogProjection(table_id)
    for _step, group in groupby(eventstore.read(TableEvent, table_id), key=attrgetter("step")):
        projected.add(list(group))
    return projected.table, projected.seats


@transaction.atomic
def rebuild(table_id: int) -> None:
    """Rebuild the rows of table, seats and kept deals from the log. Table.DoesNotExist if there is none."""
    Table.objects.select_for_update().get(pk=table_id)
    table, seats = project_log(table_id)
    if not seats:
        return  # a table without a log was never opened
    table.save(force_update=True)
    seat_ids = dict(Seat.objects.filter(table_id=table_id).values_list("index", "pk"))
    for seat in seats:
        seat.pk = seat_ids.pop(seat.index, None)
        seat.save()
    Seat.objects.filter(pk__in=seat_ids.values()).delete()
    played_deals.rebuild(table_id)


def values(row: Table | Seat) -> dict[str, Any]:
    """Return the values of a table or seat that follow from the log, by column."""
    names = TABLE_FIELDS if isinstance(row, Table) else SEAT_FIELDS
    return {name: getattr(row, name) for name in names}


def _follow(
    table: Table,
    seats: list[Seat],
    state: State | None,
    rows: Sequence[eventstore.Stored],
    sheet: Sheet | None,
) -> None:
    changes = [row.event for row in rows]
    _count_time(table, seats, changes, rows[-1])
    if not deadlines.changes_no_turn(changes):
        table.turn_left_ms = None
    for row in rows:
        if isinstance(row.event, TableChange):
            _keep_turn_left(table, seats, row)
            _keep_earlier_player(seats, row)
            row.event.change(table, seats, row.at)
        elif isinstance(row.event, RoundStarted):
            _start_round(table, seats, row)
    last = rows[-1]
    table.version, table.step, table.head = last.version, last.step, last.hash
    if isinstance(changes[-1], MatchDecided):
        table.due_at = None
        return
    if sheet is not None:
        _follow_sheet(table, seats, sheet, rows)
        return
    if state is not None:
        _follow_rules(table, seats, state, last)
    table.turn_ends_at = deadlines.turn_ends_at(table, seats, state, changes, last.at)
    table.due_at = deadlines.due_at(table, seats)


def _count_absence(table: Table, seats: Sequence[Seat]) -> None:
    """Count the steps of the table while a bot played for a player."""
    for seat in seats:
        is_away = seat.is_bot and seat.player_id is not None and table.status == Table.Status.RUNNING
        if is_away and seat.away_from is None:
            seat.away_from = table.step
        elif not is_away and seat.away_from is not None:
            seat.away_steps += table.step - seat.away_from
            seat.away_from = None


def _count_time(table: Table, seats: list[Seat], changes: Sequence[Any], last: eventstore.Stored) -> None:
    """Take overtime from the bank of the seat on the clock, and count its overdue turns."""
    seat = deadlines.awaited(table, seats)
    if seat is not None:
        seat.bank_ms -= deadlines.bank_used_ms(table, seats, changes, last.at)
        # The clock may end a turn by two commands: after the first nothing is due any more.
        is_overdue = table.paused_at is None and table.due_at is not None and table.due_at <= last.at
        seat.missed += last.by == "clock" and is_overdue
    if last.by.startswith("player:"):
        for other in seats:
            if other.missed and last.by == f"player:{other.player_id}":
                other.missed = 0


def _keep_turn_left(table: Table, seats: list[Seat], row: eventstore.Stored) -> None:
    """Keep what is left of a turn for its player, whose seat a bot is about to play."""
    if isinstance(row.event, SeatLeft) and deadlines.awaited(table, seats) is seats[row.event.seat]:
        table.turn_left_ms = deadlines.turn_left_ms(table, row.at)


def _keep_earlier_player(seats: list[Seat], row: eventstore.Stored) -> None:
    """Keep who hands over a seat: the moves before bear that name."""
    if isinstance(row.event, SeatHandedOver):
        seat = seats[row.event.seat]
        seat.earlier_players = [*seat.earlier_players, [row.version, seat.player_id]]


def _follow_rules(table: Table, seats: list[Seat], state: State, last: eventstore.Stored) -> None:
    table.round_number = state.round
    table.state_name = state.phase
    table.turn_seat = state.to_act if state.to_act >= 0 else None
    for seat in seats:
        seat.total = state.totals[seat.index]
        seat.eliminated_round = state.eliminated[seat.index]
    if state.phase != MATCH_OVER:
        return
    if table.status != Table.Status.FINISHED:
        table.status = Table.Status.FINISHED
        table.finished_at = last.at
    elif not isinstance(last.event, DecisionWithdrawn):
        return
    for seat in seats:
        seat.place = state.places[seat.index]


def _follow_sheet(table: Table, seats: list[Seat], sheet: Sheet, rows: Sequence[eventstore.Stored]) -> None:
    """Follow a score sheet. The deadline of a physical table is when a reported result becomes final."""
    state, last = sheet.standing(), rows[-1]
    dealer = sheet.next_dealer()
    table.round_number, table.dealer_seat = sheet.deals, dealer if dealer >= 0 else None
    table.state_name = "" if table.started_at is None else sheet.phase
    is_final = sheet.phase == FINAL
    for seat in seats:
        seat.total = state.totals[seat.index]
        seat.eliminated_round = state.eliminated[seat.index]
        seat.place = sheet.top.places[seat.index] if is_final else None
    was_closed = any(isinstance(row.event, ResultFinal) for row in rows)
    if is_final and (was_closed or table.status != Table.Status.FINISHED):
        table.status, table.finished_at = Table.Status.FINISHED, last.at
    elif not is_final and table.status == Table.Status.FINISHED:
        table.status, table.finished_at = Table.Status.RUNNING, None
    if any(isinstance(row.event, ResultReported) for row in rows) and table.silence_seconds:
        table.turn_ends_at = last.at + dt.timedelta(seconds=table.silence_seconds)
    if sheet.phase != REPORTED:
        table.turn_ends_at = None
    table.due_at = None if table.paused_at else table.turn_ends_at


def _start_round(table: Table, seats: list[Seat], row: eventstore.Stored) -> None:
    if not table.is_physical:  # a score sheet is read from its first event
        table.round_version = row.version
    for seat in seats:
        seat.dealt_words = seat.words
