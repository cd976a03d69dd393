"""Whether the log is what was written, and the rows of the tables are what follows from it."""

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import groupby
from operator import attrgetter
from typing import Any, Final, NamedTuple

from django.db import OperationalError, connection
from django.db.models import QuerySet, TextField
from django.db.models.functions import Cast

from games.events import codec
from games.eventstore import hash_chain, store
from games.models import StoredEvent, Table, TableEvent
from games.tables import projection

Row = tuple[int, int, str, int, str, str, dt.datetime, bytes]
"""version, step, name, schema, payload, by, at, hash: an event as it stands in the database."""

_COLUMNS: Final = ("version", "step", "name", "schema", "payload", "by", "at", "hash")
_LOOKS: Final = 5
UNREADABLE: Final = (OperationalError, ValueError, TypeError)
"""What is raised when SQLite holds something else than its column says; see `is_about_bytes`."""


class Fault(NamedTuple):
    """The first thing wrong with a stream: at which version (0: before the first event), and what."""

    stream: str
    version: int
    sentence: str

    def __str__(self) -> str:
        return f"{self.stream}, version {self.version}: {self.sentence}"


def check_table(pk: int, published: Mapping[int, bytes]) -> Fault | None:
    """Return the first fault of a table, None if there is none; `published` are hashes by version.

    A table that is written to meanwhile is looked at again. Table.DoesNotExist.
    """
    fault = None
    for _look in range(_LOOKS):
        before = Table.objects.get(pk=pk)
        fault = _table_fault(before, published)
        if fault is None or Table.objects.filter(pk=pk, version=before.version).exists():
            return fault
    return fault


def rows_of(model: type[StoredEvent], stream_id: int) -> list[Row] | Fault:
    """Return the events of a stream as they stand in the database, or the first unreadable one.

    One query, on SQLite two.
    """
    rows = store.all_rows(model, stream_id).order_by("version")
    try:
        found = list(rows.values_list(*_COLUMNS))
    except UNREADABLE as error:
        if not is_about_bytes(error):
            raise
        return _unreadable(model, stream_id)
    version = _time_written_otherwise(rows, found) if connection.vendor == "sqlite" else 0
    return _not_the_one(model.stream_name(stream_id), version) if version else found


def chain_fault(
    stream: str,
    rows: Iterable[Row],
    version: int,
    head: bytes,
    published: Mapping[int, bytes],
    *,
    each: str = "event",
) -> Fault | None:
    """Return the first event that is missing or does not fit the one before it, or a wrong end.

    `version` and `head` are what the row of the stream says of its last event; `each` is the word for one.
    """
    found, last = hash_chain.first_hash(stream), 0
    for last, (number, step, name, schema, payload, by, at, its_hash) in enumerate(rows, start=1):
        if number != last:
            return Fault(stream, last, f"this {each} is missing.")
        # SQLite keeps a time as text, and reads as none what looks like a time no more.
        found = hash_chain.next_hash(found, number, step, name, schema, by, at, payload) if at else b""
        if found != its_hash:
            return _not_the_one(stream, number, each)
        if published.get(number, found) != found:
            return Fault(stream, number, f"this {each} is not the one whose hash was published.")
    if last != version:
        what = "is missing" if last < version else "stands behind the end of the stream"
        return Fault(stream, min(last, version) + 1, f"this {each} {what}.")
    if max(published, default=0) > last:
        return Fault(stream, last + 1, f"this {each} is missing, although a later one was published.")
    return None if not last or found == head else Fault(stream, last, "the head of the chain differs.")


def decoded(stream: str, rows: Sequence[Row]) -> list[store.Stored] | Fault:
    """Return the events of the rows, or the first that cannot be read."""
    events = []
    for version, step, name, schema, payload, by, at, its_hash in rows:
        try:
            event = codec.decode(name, schema, payload)
        except (codec.UnknownEventError, ValueError) as error:
            return Fault(stream, version, f"this event cannot be read: {error}.")
        except Exception as error:  # noqa: BLE001 - whatever a made-up payload breaks on its way to today
            return Fault(stream, version, f"this event cannot be read ({type(error).__name__}: {error}).")
        events.append(store.Stored(version, step, event, by, at, bytes(its_hash)))
    return events


def impossible(stream: str, version: int, error: Exception) -> Fault:
    """Return the fault of an event that breaks the fold."""
    what = f"this cannot have happened after the events before it ({type(error).__name__})."
    return Fault(stream, version, what)


def is_about_bytes(error: Exception) -> bool:
    """Whether a row could not be read because of what stands there: bytes that are no text, or no time."""
    return not isinstance(error, OperationalError) or "Could not decode" in str(error)


def _unreadable(model: type[StoredEvent], stream_id: int) -> Fault:
    """Return the first event of a stream that the database cannot hand out. One query an event."""
    rows, stream, version = store.all_rows(model, stream_id), model.stream_name(stream_id), 1
    with suppress(*UNREADABLE):
        while rows.filter(version=version).values_list(*_COLUMNS).first():
            version += 1
        return Fault(stream, version, "this event is missing.")
    return _not_the_one(stream, version)


def _time_written_otherwise(rows: QuerySet[Any], found: Sequence[Row]) -> int:
    """Return the first version whose time SQLite keeps as another text than was written, 0 if none."""
    texts = rows.values_list("version", Cast("at", TextField()))
    times = {row[0]: connection.ops.adapt_datetimefield_value(row[6]) for row in found if row[6]}
    return next((version for version, text in texts if times.get(version, text) != text), 0)


def _not_the_one(stream: str, version: int, each: str = "event") -> Fault:
    return Fault(stream, version, f"this {each} is not the one that was written.")


def _table_fault(table: Table, published: Mapping[int, bytes]) -> Fault | None:
    stream = TableEvent.stream_name(table.pk)
    rows = rows_of(TableEvent, table.pk)
    if isinstance(rows, Fault):
        return rows
    fault = chain_fault(stream, rows, table.version, table.head, published)
    if fault or not rows:
        return fault
    events = decoded(stream, rows)
    return events if isinstance(events, Fault) else _projection_fault(table, events)


def _projection_fault(table: Table, events: Sequence[store.Stored]) -> Fault | None:
    stream, version = TableEvent.stream_name(table.pk), table.version
    unfolding = projection.LogProjection(table.pk)
    for _step, group in groupby(events, key=attrgetter("step")):
        rows = list(group)
        try:
            unfolding.add(rows)
        except Exception as error:  # noqa: BLE001 - whatever a made-up event breaks, it is that event
            return impossible(stream, rows[0].version, error)
    due, due_seats = unfolding.table, unfolding.seats
    seats = list(table.seats.all())
    if len(seats) != len(due_seats):
        return Fault(stream, version, "the seats are not those of the log.")
    shown = [projection.values(table), *map(projection.values, seats)]
    wanted = [projection.values(due), *map(projection.values, due_seats)]
    faults = (_differing(stream, version, *pair) for pair in zip(shown, wanted, strict=True))
    return next((fault for fault in faults if fault), None)


def _differing(stream: str, version: int, shown: Mapping[str, Any], due: Mapping[str, Any]) -> Fault | None:
    for name, value in due.items():
        if shown[name] != value:
            return Fault(stream, version, f"the column {name} does not say what follows from the log.")
    return None
