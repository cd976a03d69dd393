"""A table in the hands of one writer: its rows, its state, and what a transaction adds to its log."""

import datetime as dt
import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial

import msgspec
from django.db import transaction

from games import clock, log, projection, wake
from games.models import Seat, Table, TableEvent
from games.rules.chance import Chance
from games.rules.commands import Command, Deal
from games.rules.decide import new_match, step
from games.rules.events import Event
from games.rules.evolve import fold
from games.rules.options import from_differences
from games.rules.refusal import Refusal
from games.rules.state import State
from games.table_events import MatchStarted


class LockedTable:
    """A table that nobody else changes until the transaction ends.

    `rows` are the events since the last deal began, `state` is None before the first deal.
    """

    def __init__(self, table: Table, seats: list[Seat]) -> None:
        self.table = table
        self.seats = seats
        self.rows = (
            log.read(TableEvent, table.pk, after=table.round_version - 1) if table.round_version else []
        )
        self.state: State | None = projection.follow(None, self.rows)
        self._version = table.version
        self._before = [projection.values(seat) for seat in seats]
        self._new = log.Unwritten(TableEvent, table.pk, version=table.version, head=table.head)

    def do(self, command: Command, *, by: str, at: dt.datetime, chance: Chance | None = None) -> None:
        """Carry out a command of the rules, with fresh dice unless given; IllegalCommand changes nothing."""
        assert self.state is not None
        self._add(step(self.state, command, chance or Chance(secrets.token_bytes(32))), by, at)

    def begin(
        self, deal: Deal | None = None, *, by: str, at: dt.datetime, chance: Chance | None = None
    ) -> None:
        """Start the match with its first deal."""
        table = self.table
        self.note(MatchStarted(), by=by, at=at)
        self.state = new_match(table.rulebook, from_differences(table.options), table.seat_count)
        self.do(deal or Deal(), by=by, at=at, chance=chance)

    def follow(self, events: Sequence[Event], *, by: str, at: dt.datetime) -> None:
        """Add the events of a command that the rules have judged already, as those of a match record."""
        self.state = fold(events, self.state)
        self._add(events, by, at)

    def note(self, *changes: msgspec.Struct, by: str, at: dt.datetime) -> None:
        """Add events of the table itself, as one step."""
        self._add(changes, by, at)

    def store(self) -> None:
        """Write what was added. ConflictError when another writer was faster in spite of the lock."""
        if not self._new:
            return
        self._update_table()
        self._new.write()
        self._update_seats()
        self._ring(self.rows[-1].at)

    def require(self, *statuses: Table.Status) -> None:
        """Refuse (`conflict`) unless the table is in one of the statuses."""
        if self.table.status not in statuses:
            raise Refusal("conflict", _NOT_NOW[Table.Status(self.table.status)])

    def _add(self, events: Sequence[msgspec.Struct], by: str, at: dt.datetime) -> None:
        rows = self._new.add(events, step=self.table.step + 1, by=by, at=at)
        projection.project(self.table, self.seats, self.state, rows)
        self.rows += rows

    def _update_table(self) -> None:
        # The comparison guards what the lock already promises, also where a database has no row locks.
        unchanged = Table.objects.filter(pk=self.table.pk, version=self._version)
        if not unchanged.update(**projection.values(self.table)):
            raise log.ConflictError

    def _update_seats(self) -> None:
        if not self._before:
            Seat.objects.bulk_create(self.seats)  # the table has just been opened
            return
        now = [projection.values(seat) for seat in self.seats]
        changed = [seat for seat, old, new in zip(self.seats, self._before, now, strict=True) if old != new]
        if changed:
            names = [name.removesuffix("_id") for name in projection.SEAT_FIELDS]
            Seat.objects.bulk_update(changed, names)

    def _ring(self, at: dt.datetime) -> None:
        table = self.table
        moment = clock.bots_wake_at(table, self.seats, self.state, at)
        if moment is not None:
            seconds = wake.seconds_until(moment, at)
            transaction.on_commit(partial(wake.bots, table.pk, table.version, seconds))
        if table.status == Table.Status.FINISHED:
            transaction.on_commit(partial(wake.listeners, table.pk))


@contextmanager
def locked(table_id: int) -> Iterator[LockedTable]:
    """Lock a table for one transaction and store what was added to it; an error leaves everything as it was.

    Raises Table.DoesNotExist. Three queries to read, three or four to write, however long the match is.
    """
    with transaction.atomic():
        # Waiting for the row is faster on a busy table than losing the race and trying again.
        table = Table.objects.select_for_update().get(pk=table_id)
        seats = list(table.seats.select_related("player"))
        held = LockedTable(table, seats)
        yield held
        held.store()


_NOT_NOW = {
    Table.Status.OPEN: "The match has not begun yet.",
    Table.Status.RUNNING: "The match is being played already.",
    Table.Status.FINISHED: "The match is over.",
    Table.Status.CLOSED: "This table was closed.",
}
