"""A table that is locked for one writer: its rows, its state, and the events a transaction adds.

A process caches the states of the tables it wrote to last, so that the next move need not fold the deal
again. An entry is valid only if the head of the hash chain is still the same. Entries are never shared: a
transaction takes its table out of the cache and puts it back at its end.
"""

import datetime as dt
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import chain
from threading import Lock
from typing import Any, Final, NamedTuple

import msgspec
from cachetools import LRUCache
from django.db import connection, transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import quotas
from games.deals import played_deals
from games.eventstore import ConflictError, Stored, appending, bulk_update, read, read_several
from games.eventstore.bulk_update import Values
from games.models import Player, Seat, Table, TableEvent
from games.realtime import publisher
from games.rules.base.chance import Chance
from games.rules.base.refusal import Refusal
from games.rules.decisions.decide import new_match, step
from games.rules.match.commands import Command, Deal, DrawForDealer
from games.rules.match.events import Event, RoundStarted
from games.rules.match.evolve import fold
from games.rules.match.state import State
from games.rules.options.options import from_differences
from games.rules.scoresheet import decide
from games.rules.scoresheet.decide import Sheet, SheetCommand
from games.rules.scoresheet.events import ResultReported
from games.tables import command_times, deadlines, projection, scheduling, shuffles
from games.tables.events import MatchStarted, SeatHandedOver, SeatKept, SeatTaken

CACHED_AT_MOST: Final = 128
"""The number of tables that a process caches: some tens of kilobytes each."""


class CachedTable(NamedTuple):
    """A table after its last event: the `rows` since its last deal, and the values of its row and seats."""

    head: bytes
    state: State
    rows: list[Stored]
    table: Values
    seats: list[Values]


class LockedTable:
    """A table that nobody else changes until the transaction ends.

    `rows` are the events since the last deal began, `state` is None before the first deal. A physical table
    has a `sheet` instead, and `rows` are all its events. `added` are the events that are still to be written;
    `row_before` and `seats_before` are the values in the database.
    """

    table: Table
    seats: list[Seat]
    rows: list[Stored]
    state: State | None
    sheet: Sheet | None = None

    row_before: Values
    seats_before: list[Values]
    newcomers: frozenset[int] = frozenset()
    """Players who were seated by this transaction."""
    has_kept_seats: bool = False
    """Whether a seat was kept for a player in this transaction."""
    has_dealt: bool = False
    """Whether a deal began in this transaction."""

    def __init__(self, table_id: int, *, head: bytes | None = None) -> None:
        """Lock a table; `head` is that of its log if the transaction has locked it already."""
        cached = take_cached(table_id)
        if cached is None or cached.head != (head or head_for_update(table_id)):
            self._read(table_id)
        else:
            self._restore(cached)
        table = self.table
        self.added = appending.PendingEvents(TableEvent, table.pk, version=table.version, head=table.head)

    @classmethod
    def of_new(cls, table: Table) -> "LockedTable":
        """Return a table that this transaction has created: it needs no lock."""
        held = cls.__new__(cls)
        held.table, held.seats, held.rows, held.state, held.sheet = table, [], [], None, None
        held.row_before, held.seats_before = bulk_update.values(table), []
        held.added = appending.PendingEvents(TableEvent, table.pk, version=table.version, head=table.head)
        return held

    def do(self, command: Command, *, by: str, at: dt.datetime, chance: Chance | None = None) -> None:
        """Carry out a command of the rules, shuffling as the table is bound to unless orders are given.

        IllegalCommand changes nothing; `conflict` before the first deal.
        """
        if self.state is None:
            raise Refusal("conflict", _("The cards have not been dealt yet."))
        self._add(step(self.state, command, chance or self._chance(command)), by, at)

    def begin(
        self, deal: Deal | None = None, *, by: str, at: dt.datetime, chance: Chance | None = None
    ) -> None:
        """Start the match with its first deal."""
        self.note(MatchStarted(), by=by, at=at)
        self.deal_first(deal or Deal(), by=by, at=at, chance=chance)

    def deal_first(self, deal: Deal, *, by: str, at: dt.datetime, chance: Chance | None = None) -> None:
        """Find the first dealer and deal, in a match that has started."""
        table = self.table
        self.state = new_match(table.rulebook, from_differences(table.options), table.seat_count)
        events = []
        if self.state.options.dealer_choice != "fixed":
            events += step(self.state, DrawForDealer(), chance or shuffles.of_dealer_draw(table, self.seats))
        events += step(self.state, deal, chance or self._chance(deal))
        self._add(events, by, at)

    def follow(self, events: Sequence[Event], *, by: str, at: dt.datetime) -> None:
        """Add the events of a command that the rules have judged already, as those of a match record."""
        self.state = fold(events, self.state)
        self._add(events, by, at)

    def note(self, *changes: msgspec.Struct, by: str, at: dt.datetime) -> None:
        """Add events of the table itself, as one step."""
        self._add(changes, by, at)

    def write_down(self, command: SheetCommand, *, reporter: int, by: str, at: dt.datetime) -> bool:
        """Carry out a command of the score sheet; return whether it was new. IllegalCommand changes nothing.

        `reporter` is the seat of the player who sends it, -1 for anybody else.
        """
        if self.sheet is None:
            raise Refusal("not_physical", _("This table is played online: it has no score sheet."))
        events = decide.decide(self.sheet, command, reporter=reporter)
        if self.sheet.asks and any(isinstance(event, ResultReported) for event in events):
            events = decide.asking_only(self.sheet, events, unasked=self._without_account())
        if events:
            self._add(events, by, at)
        return bool(events)

    def _without_account(self) -> list[int]:
        players = [seat.player_id for seat in self.seats if seat.player_id]
        nobody = set(Player.objects.filter(pk__in=players, user=None).values_list("pk", flat=True))
        return [seat.index for seat in self.seats if seat.player_id in nobody]

    def require_online(self) -> None:
        """Refuse (`physical`) at a table with real cards."""
        if self.table.is_physical:
            raise Refusal("physical", _("This is a table with real cards: its score is recorded by hand."))

    def publish(self) -> None:
        """Tell all subscribers what was added, as soon as it is committed."""
        table, at = self.table, self.rows[-1].at
        publisher.publish("table", table.pk, table.version)
        for player in self.newcomers:
            publisher.publish("player", player, table.version)
        moment = deadlines.bots_wake_at(table, self.seats, self.state, at)
        if moment is not None:
            seconds = scheduling.seconds_until(moment, at)
            transaction.on_commit(partial(scheduling.wake_bots, table.pk, table.version, seconds))
        if table.is_over or self.has_dealt:
            transaction.on_commit(partial(played_deals.keep, table.pk), robust=True)
        if self.has_kept_seats:
            transaction.on_commit(partial(scheduling.announce_kept_seats, table.pk))
        if table.status == Table.Status.FINISHED:
            transaction.on_commit(partial(scheduling.announce_end, table.pk))

    def cache(self) -> None:
        """Cache the table in this process for its next move, as soon as the transaction is committed."""
        if self.state is not None and self.table.status == Table.Status.RUNNING:
            transaction.on_commit(partial(put_cached, self.table.pk, self._to_cache(self.state)))

    def require(self, *statuses: Table.Status) -> None:
        """Refuse (`conflict`) unless the table is in one of the statuses."""
        if self.table.status not in statuses:
            raise Refusal("conflict", str(_NOT_NOW[Table.Status(self.table.status)]))

    def value_before(self, name: str) -> Any:
        """Return the value of a column of the table in the database."""
        return self.row_before[bulk_update.names(Table).index(name)]

    @property
    def has_ended(self) -> bool:
        """Whether this transaction ended the table."""
        return self.value_before("status") in _LIVE and self.table.status not in _LIVE

    def _chance(self, command: Command) -> Chance:
        assert self.state is not None
        if isinstance(command, Deal):
            return shuffles.of_new_deal(self.table, self.seats, self.state.round + 1)
        return shuffles.of_running_deal(self.table, self.seats, self.state.round, self.rows)

    def _add(self, events: Sequence[msgspec.Struct], by: str, at: dt.datetime) -> None:
        changes = [*events, *shuffles.commitment_events(self.table, self.state, events, self.rows)]
        seated = [change.player for change in changes if isinstance(change, SeatTaken | SeatHandedOver)]
        self.newcomers |= frozenset(seated) if seated else self.newcomers
        self.has_dealt = self.has_dealt or any(isinstance(change, RoundStarted) for change in changes)
        self.has_kept_seats = self.has_kept_seats or any(isinstance(change, SeatKept) for change in changes)
        stored = self.added.add(changes, step=self.table.step + 1, by=by, at=at)
        self.sheet = projection.follow_sheet(self.sheet, stored)
        projection.project(self.table, self.seats, self.state, stored, self.sheet)
        self.rows += stored

    def _read(self, table_id: int) -> None:
        # Waiting for the row is faster on a busy table than losing the race and trying again.
        self.table = Table.objects.select_for_update().get(pk=table_id)
        self.seats = list(self.table.seats.all())
        dealt = 1 if self.table.is_physical else self.table.round_version
        self.rows = read(TableEvent, table_id, after=dealt - 1) if dealt else []
        self.sheet = projection.follow_sheet(None, self.rows) if self.table.is_physical else None
        self.state = None if self.sheet else projection.follow(None, self.rows)
        self.row_before = bulk_update.values(self.table)
        self.seats_before = [bulk_update.values(seat) for seat in self.seats]

    def _restore(self, cached: CachedTable) -> None:
        """Restore the table as this process wrote it last: nobody has written to it since."""
        self.table = bulk_update.from_values(Table, cached.table)
        self.seats = [bulk_update.from_values(Seat, seat) for seat in cached.seats]
        self.rows, self.state = cached.rows, cached.state
        self.row_before, self.seats_before = cached.table, cached.seats

    def _to_cache(self, state: State) -> CachedTable:
        stored = self.rows
        if stored[0].version < self.table.round_version:
            stored = [row for row in stored if row.version >= self.table.round_version]
        seats = [bulk_update.values(seat) for seat in self.seats]
        table = bulk_update.values(self.table)
        return CachedTable(self.table.head, state.copy(), stored[:], table, seats)


@contextmanager
def locked(table_id: int) -> Iterator[LockedTable]:
    """Lock a table for one transaction and store what was added to it; an error leaves everything as it was.

    Raises Table.DoesNotExist. Reading takes one query if this process was the last to write, else three;
    writing takes two or three, however long the match is. The seats come without their players.
    """
    began = time.perf_counter()
    with transaction.atomic():
        held = LockedTable(table_id)
        yield held
        is_changed = bool(held.added)
        store(held)
    if is_changed:
        command_times.note_command(held.rows, time.perf_counter() - began)


@contextmanager
def locked_for(table_id: int, *, by: str, at: dt.datetime) -> Iterator[LockedTable]:
    """Lock a table for a command, which counts as a step of its sender. Refusal `quota_used_up`."""
    quotas.require_steps(by, at=at)
    with locked(table_id) as held:
        yield held


@transaction.atomic
def if_waiting(table_id: int, version: int, act: Callable[[LockedTable], bool]) -> bool:
    """Lock a running table that is still at `version`, let `act` change it, and return its answer.

    False without calling `act` where the table has moved on.
    """
    # A task that comes late or twice must not read the table: under load most tasks do.
    began = time.perf_counter()
    head = head_for_update(table_id, version=version)
    if head is None:
        return False
    held = LockedTable(table_id, head=head)
    moved = is_waiting(held, version) and act(held)
    is_changed = bool(held.added)
    store(held)
    if is_changed:
        command_times.note_command(held.rows, time.perf_counter() - began)
    return moved


def is_waiting(held: LockedTable, version: int) -> bool:
    """Whether a match is running at the table and has not moved on from `version`."""
    return held.table.status == Table.Status.RUNNING and held.table.version == version


def store(*tables: LockedTable) -> None:
    """Write the added events and the changed rows of several tables, in one statement for each kind of row.

    ConflictError when another writer was faster in spite of the lock: the transaction has to be rolled back.
    """
    changed = [table for table in tables if table.added]
    if changed:
        # The comparison guards what the lock already promises, also where a database has no row locks.
        if not bulk_update.update(
            Table, [(table.table, table.row_before) for table in changed], guard="version"
        ):
            command_times.note_conflict()
            raise ConflictError
        numbers = [len(table.added.rows) for table in changed]
        appending.write(*[table.added for table in changed])
        _store_seats(changed)
        for table, number in zip(changed, numbers, strict=True):
            command_times.note_events(table.rows, number, table.value_before("due_at"))
        if ended := [table.table.pk for table in changed if table.has_ended]:
            quotas.forget_networks(ended)
    for table in changed:
        table.publish()
    for table in tables:
        table.cache()


def head_for_update(table_id: int, *, version: int | None = None) -> bytes | None:
    """Lock a table and return the head of its log; None if there is none, or none at that version."""
    lock = connection.ops.for_update_sql() if connection.features.has_select_for_update else ""
    where, parameters = '"id" = %s', [table_id]
    if version is not None:
        where, parameters = f'{where} AND "version" = %s', [table_id, version]
    with connection.cursor() as cursor:
        cursor.execute(f'SELECT "head" FROM "games_table" WHERE {where} {lock}', parameters)  # noqa: S608
        row = cursor.fetchone()
    return bytes(row[0]) if row else None


def read_ahead(tables: Sequence[Table]) -> None:
    """Read what `locked` needs of several running tables at once, and cache it.

    Two queries, however many tables. Raises what reading one of them raises; each can still be locked then.
    """
    seats: dict[int, list[Values]] = {table.pk: [] for table in tables}
    stored = read_several(TableEvent, list(seats), since="round_version")
    rows = Seat.objects.filter(table__in=seats).order_by("index")
    for table_id, *seat in rows.values_list("table_id", *bulk_update.names(Seat)):
        seats[table_id].append(tuple(seat))
    for table in tables:
        state = None if table.is_physical else projection.follow(None, stored[table.pk])
        if state is not None:
            row = bulk_update.values(table)
            put_cached(table.pk, CachedTable(table.head, state, stored[table.pk], row, seats[table.pk]))


def take_cached(table_id: int) -> CachedTable | None:
    """Remove a table from the cache and return it; None if it is not cached."""
    with _lock:
        return _cached.pop(table_id, None)


def put_cached(table_id: int, cached: CachedTable) -> None:
    """Cache a table; drop the one that was written to longest ago if there are too many."""
    with _lock:
        _cached[table_id] = cached


def _store_seats(changed: list[LockedTable]) -> None:
    opened = [seat for table in changed if not table.seats_before for seat in table.seats]
    if opened:
        Seat.objects.bulk_create(opened)
    known = [zip(table.seats, table.seats_before, strict=True) for table in changed if table.seats_before]
    if not bulk_update.update(Seat, chain.from_iterable(known)):
        raise ConflictError  # another process has changed the cached seats


_LIVE: Final = (Table.Status.OPEN, Table.Status.RUNNING)
_NOT_NOW = {
    Table.Status.OPEN: gettext_lazy("The match has not begun yet."),
    Table.Status.RUNNING: gettext_lazy("The match has already begun."),
    Table.Status.FINISHED: gettext_lazy("The match is over."),
    Table.Status.CLOSED: gettext_lazy("This table was closed."),
    Table.Status.DECIDED: gettext_lazy("The organizers entered the result of this match: it is over."),
}
_lock = Lock()
_cached: Final[LRUCache[int, CachedTable]] = LRUCache(CACHED_AT_MOST)
