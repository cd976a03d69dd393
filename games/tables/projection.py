"""Project the log of a table on its rows of `Table` and `Seat`; a rebuild runs the same code."""

import datetime as dt
from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Any, Final

from django.db import transaction

from games.events import table_events
from games.eventstore import store
from games.models import Seat, Table, TableEvent
from games.rules.base.spelling import legible
from games.rules.match.events import Event, RoundStarted
from games.rules.match.evolve import (
    fold,
)
from games.rules.match.state import (
    MATCH_OVER,
    State,
)
from games.rules.options.options import from_differences
from games.rules.scoresheet.events import ResultReported, SheetEvent
from games.rules.scoresheet.state import FINAL, REPORTED, Sheet
from games.tables import deadlines

TABLE_FIELDS: Final = (
    "name", "rulebook", "options", "rulebook_title", "seat_count", "host_id", "turn_seconds", "bot_pause_ms",
    "bank_seconds", "away_after", "is_physical", "confirm", "silence_seconds", "self_report",
    "limit_seconds", "limit_at_once", "limit_at",
    "status", "version", "step", "head", "round_number", "round_version",
    "state_name", "turn_seat", "dealer_seat", "committed", "turn_ends_at", "turn_left_ms", "due_at",
    "paused_at", "opened_at", "started_at", "finished_at",
)  # fmt: skip
SEAT_FIELDS: Final = (
    "player_id", "bot_name", "is_bot", "bank_ms", "missed", "total", "eliminated_round", "place",
    "words", "dealt_words",
)  # fmt: skip


def project(
    table: Table,
    seats: list[Seat],
    state: State | None,
    rows: Sequence[store.Stored],
    sheet: Sheet | None = None,
) -> None:
    """Change the rows in memory by the events of one command; `state` or `sheet` is the one after them."""
    changes = [row.event for row in rows]
    _count_time(table, seats, changes, rows[-1])
    if not deadlines.changes_no_turn(changes):
        table.turn_left_ms = None
    for row in rows:
        if handler := _HANDLERS.get(type(row.event)):
            handler(table, seats, row)
    last = rows[-1]
    table.version, table.step, table.head = last.version, last.step, last.hash
    if sheet is not None:
        _follow_sheet(table, seats, sheet, rows)
        return
    if state is not None:
        _follow_rules(table, seats, state, last)
    table.turn_ends_at = deadlines.turn_ends_at(table, seats, state, changes, last.at)
    table.due_at = deadlines.due_at(table, seats)


def follow(state: State | None, rows: Iterable[store.Stored]) -> State | None:
    """Return the state of the rules after some rows; None as long as nothing was dealt."""
    events = [row.event for row in rows if isinstance(row.event, Event)]
    return fold(events, state) if events else state


def follow_sheet(sheet: Sheet | None, rows: Iterable[store.Stored]) -> Sheet | None:
    """Return the score sheet after some rows, from the first one on; None for a table played online."""
    for row in rows:
        event = row.event
        if isinstance(event, table_events.TableOpened) and event.is_physical:
            options = from_differences(event.options)
            sheet = Sheet(event.rulebook, options, event.seats, asks=event.confirm != "none")
        elif sheet is not None and isinstance(event, Event | SheetEvent):
            sheet.follow(event)
    return sheet


class LogProjection:
    """Table and seats as they follow from a log, one command after the other."""

    def __init__(self, table_id: int) -> None:
        self.table = Table(pk=table_id)
        self.seats: list[Seat] = []
        self._state: State | None = None
        self._sheet: Sheet | None = None

    def add(self, rows: Sequence[store.Stored]) -> None:
        """Add the events of one command."""
        self._sheet = follow_sheet(self._sheet, rows)
        if self._sheet is None:
            self._state = follow(self._state, rows)
        project(self.table, self.seats, self._state, rows, self._sheet)


def project_log(table_id: int) -> tuple[Table, list[Seat]]:
    """Return table and seats as they follow from the whole log; nothing is written. One query."""
    projected = LogProjection(table_id)
    for _step, group in groupby(store.read(TableEvent, table_id), key=attrgetter("step")):
        projected.add(list(group))
    return projected.table, projected.seats


@transaction.atomic
def rebuild(table_id: int) -> None:
    """Rebuild the rows of table and seats from the log. Table.DoesNotExist when there is no such table."""
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


def values(row: Table | Seat) -> dict[str, Any]:
    """Return the values of a table or seat that follow from the log, by column."""
    names = TABLE_FIELDS if isinstance(row, Table) else SEAT_FIELDS
    return {name: getattr(row, name) for name in names}


def _count_time(table: Table, seats: list[Seat], changes: Sequence[Any], last: store.Stored) -> None:
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


def _follow_rules(table: Table, seats: list[Seat], state: State, last: store.Stored) -> None:
    table.round_number = state.round
    table.state_name = state.name
    table.turn_seat = state.to_act if state.to_act >= 0 else None
    for seat in seats:
        seat.total = state.totals[seat.index]
        seat.eliminated_round = state.eliminated[seat.index]
    if state.name == MATCH_OVER and table.status != Table.Status.FINISHED:
        table.status = Table.Status.FINISHED
        table.finished_at = last.at
        for seat in seats:
            seat.place = state.places[seat.index]


def _follow_sheet(table: Table, seats: list[Seat], sheet: Sheet, rows: Sequence[store.Stored]) -> None:
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
    if is_final and table.status != Table.Status.FINISHED:
        table.status, table.finished_at = Table.Status.FINISHED, last.at
    if any(isinstance(row.event, ResultReported) for row in rows) and table.silence_seconds:
        table.turn_ends_at = last.at + dt.timedelta(seconds=table.silence_seconds)
    if sheet.phase != REPORTED:
        table.turn_ends_at = None
    table.due_at = None if table.paused_at else table.turn_ends_at


def _opened(table: Table, seats: list[Seat], row: store.Stored) -> None:
    event: table_events.TableOpened = row.event
    table.name, table.rulebook, table.options = legible(event.name), event.rulebook, event.options
    table.rulebook_title = legible(event.rulebook_title)
    table.seat_count, table.host_id = event.seats, event.host
    table.turn_seconds, table.bot_pause_ms = event.turn_seconds, event.bot_pause_ms
    table.bank_seconds, table.away_after = event.bank_seconds, event.away_after
    table.is_physical, table.confirm = event.is_physical, event.confirm
    table.silence_seconds, table.self_report = event.silence_seconds, event.self_report
    table.limit_seconds, table.limit_at_once = event.limit_seconds, event.limit_at_once
    table.opened_at = row.at
    bank = event.bank_seconds * 1000
    seats[:] = [Seat(table_id=table.pk, index=index, bank_ms=bank) for index in range(event.seats)]


def _seat_taken(_table: Table, seats: list[Seat], row: store.Stored) -> None:
    seats[row.event.seat].player_id = row.event.player


def _bot_seated(_table: Table, seats: list[Seat], row: store.Stored) -> None:
    seats[row.event.seat].bot_name = row.event.bot_name
    seats[row.event.seat].is_bot = True


def _seat_left(table: Table, seats: list[Seat], row: store.Stored) -> None:
    seat = seats[row.event.seat]
    if table.status == Table.Status.RUNNING:
        if deadlines.awaited(table, seats) is seat:
            table.turn_left_ms = deadlines.turn_left_ms(table, row.at)
        seat.is_bot = True
        return
    gone, seat.player_id, seat.words = seat.player_id, None, ""
    if gone == table.host_id:
        table.host_id = next_host(seats)


def next_host(seats: Sequence[Seat]) -> int | None:
    """Return the player who would be host of an open table: the first person seated, None for nobody."""
    return next((seat.player_id for seat in seats if seat.player_id is not None), None)


def _played_by_bot(_table: Table, seats: list[Seat], row: store.Stored) -> None:
    seats[row.event.seat].is_bot = True


def _returned(_table: Table, seats: list[Seat], row: store.Stored) -> None:
    seats[row.event.seat].is_bot = False


def _handed_over(table: Table, seats: list[Seat], row: store.Stored) -> None:
    seat = seats[row.event.seat]
    seat.player_id, seat.is_bot, seat.missed = row.event.player, False, 0
    if table.turn_seat == seat.index:
        table.turn_left_ms = None  # the new player has the whole time


def _match_started(table: Table, _seats: list[Seat], row: store.Stored) -> None:
    table.status = Table.Status.RUNNING
    table.started_at = row.at
    if table.limit_seconds:
        table.limit_at = row.at + dt.timedelta(seconds=table.limit_seconds)


def _paused(table: Table, _seats: list[Seat], row: store.Stored) -> None:
    table.paused_at = row.at


def _resumed(table: Table, _seats: list[Seat], row: store.Stored) -> None:
    assert table.paused_at is not None
    _move_deadline(table, row.at - table.paused_at)
    table.paused_at = None


def _deadline_moved(table: Table, _seats: list[Seat], row: store.Stored) -> None:
    _move_deadline(table, dt.timedelta(milliseconds=row.event.ms))


def _move_deadline(table: Table, by: dt.timedelta) -> None:
    if table.turn_ends_at is not None:
        table.turn_ends_at += by
    if table.limit_at is not None:
        table.limit_at += by


def _closed(table: Table, _seats: list[Seat], _row: store.Stored) -> None:
    table.status = Table.Status.CLOSED


def _round_started(table: Table, seats: list[Seat], row: store.Stored) -> None:
    if not table.is_physical:  # a score sheet is read from its first event
        table.round_version = row.version
    for seat in seats:
        seat.dealt_words = seat.words


def _committed(table: Table, _seats: list[Seat], row: store.Stored) -> None:
    table.committed = row.event.first - 1 + len(row.event.commitments)


def _words_given(_table: Table, seats: list[Seat], row: store.Stored) -> None:
    seats[row.event.seat].words = row.event.words


_HANDLERS: Final[dict[type, Callable[[Table, list[Seat], store.Stored], None]]] = {
    table_events.TableOpened: _opened,
    table_events.SeatTaken: _seat_taken,
    table_events.BotSeated: _bot_seated,
    table_events.SeatLeft: _seat_left,
    table_events.SeatPlayedByBot: _played_by_bot,
    table_events.SeatReturned: _returned,
    table_events.SeatHandedOver: _handed_over,
    table_events.MatchStarted: _match_started,
    table_events.TablePaused: _paused,
    table_events.TableResumed: _resumed,
    table_events.DeadlineMoved: _deadline_moved,
    table_events.TableClosed: _closed,
    table_events.ShufflesCommitted: _committed,
    table_events.WordsGiven: _words_given,
    RoundStarted: _round_started,
}
