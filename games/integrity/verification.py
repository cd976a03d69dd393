"""Verify that the log is unchanged and the rows of the tables follow from it."""

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import groupby
from operator import attrgetter
from typing import Any, Final, NamedTuple

from django.db import OperationalError, connection
from django.db.models import QuerySet, TextField
from django.db.models.functions import Cast

from games import eventstore
from games.deals import played_deals
from games.models import StoredEvent, Table, TableEvent
from games.tables import projection

Row = tuple[int, int, str, int, str, str, dt.datetime, bytes]
"""version, step, name, schema, payload, by, at, hash: an event as stored in the database."""

_COLUMNS: Final = ("version", "step", "name", "schema", "payload", "by", "at", "hash")
_ATTEMPTS: Final = 5
UNREADABLE: Final = (OperationalError, ValueError, TypeError)
"""Errors when SQLite holds a value that does not fit its column; see `is_about_bytes`."""


class Fault(NamedTuple):
    """The first fault of a stream: its version (0: before the first event) and a sentence."""

    stream: str
    version: int
    sentence: str

    def __str__(self) -> str:
        return f"{self.stream}, version {self.version}: {self.sentence}"


def check_table(pk: int, published: Mapping[int, bytes]) -> Fault | None:
    """Return the first fault of a table, None if there is none; `published` are hashes by version.

    If the table changes during the check, the check is repeated. Table.DoesNotExist.
    """
    fault = None
    for _attempt in range(_ATTEMPTS):
        before = Table.objects.get(pk=pk)
        fault = _table_fault(before, published)
        if fault is None or Table.objects.filter(pk=pk, version=before.version).exists():
            return fault
    return fault


def rows_of(model: type[StoredEvent], stream_id: int) -> list[Row] | Fault:
    """Return the events of a stream as stored in the database, or the fault of the first unreadable one.

    One query, on SQLite two.
    """
    rows = eventstore.all_rows(model, stream_id).order_by("version")
    try:
        stored = list(rows.values_list(*_COLUMNS))
    except UNREADABLE as error:
        if not is_about_bytes(error):
            raise
        return _unreadable(model, stream_id)
    version = _version_with_changed_time(rows, stored) if connection.vendor == "sqlite" else 0
    return _changed_event(model.stream_name(stream_id), version) if version else stored


def chain_fault(
    stream: str,
    rows: Iterable[Row],
    version: int,
    head: bytes,
    published: Mapping[int, bytes],
    *,
    each: str = "event",
) -> Fault | None:
    """Return the first event that is missing or does not fit the event before it, or a wrong end.

    `version` and `head` are those of the last event in the row of the stream; `each` is the word for an
    event.
    """
    chain, last = eventstore.first_hash(stream), 0
    for last, (number, step, name, schema, payload, by, at, stored_hash) in enumerate(rows, start=1):
        if number != last:
            return Fault(stream, last, f"this {each} is missing.")
        # SQLite stores a time as text, and reads None if the text is not a time.
        chain = eventstore.next_hash(chain, number, step, name, schema, by, at, payload) if at else b""
        if chain != stored_hash:
            return _changed_event(stream, number, each)
        if published.get(number, chain) != chain:
            return Fault(stream, number, f"this {each} is not the one whose hash was published.")
    if last != version:
        what = "is missing" if last < version else "stands behind the end of the stream"
        return Fault(stream, min(last, version) + 1, f"this {each} {what}.")
    if max(published, default=0) > last:
        return Fault(stream, last + 1, f"this {each} is missing, although a later one was published.")
    return None if not last or chain == head else Fault(stream, last, "the head of the chain differs.")


def decoded(stream: str, rows: Sequence[Row]) -> list[eventstore.Stored] | Fault:
    """Return the events of the rows, or the fault of the first unreadable one."""
    events = []
    for version, step, name, schema, payload, by, at, stored_hash in rows:
        try:
            event = eventstore.decode(name, schema, payload)
        except (eventstore.UnknownEventError, ValueError) as error:
            return Fault(stream, version, f"this event cannot be read: {error}.")
        except Exception as error:  # noqa: BLE001 - a forged payload can break any upcast
            return Fault(stream, version, f"this event cannot be read ({type(error).__name__}: {error}).")
        events.append(eventstore.Stored(version, step, event, by, at, bytes(stored_hash)))
    return events


def impossible(stream: str, version: int, error: Exception) -> Fault:
    """Return the fault of an event that cannot follow the events before it."""
    what = f"this cannot have happened after the events before it ({type(error).__name__})."
    return Fault(stream, version, what)


def is_about_bytes(error: Exception) -> bool:
    """Whether a row could not be read because of its bytes: no valid text, or no valid time."""
    return not isinstance(error, OperationalError) or "Could not decode" in str(error)


def _unreadable(model: type[StoredEvent], stream_id: int) -> Fault:
    """Return the fault of the first event that the database cannot read. One query for each event."""
    rows, stream, version = eventstore.all_rows(model, stream_id), model.stream_name(stream_id), 1
    with suppress(*UNREADABLE):
        while rows.filter(version=version).values_list(*_COLUMNS).first():
            version += 1
        return Fault(stream, version, "this event is missing.")
    return _changed_event(stream, version)


def _version_with_changed_time(rows: QuerySet[Any], stored: Sequence[Row]) -> int:
    """Return the first version whose time SQLite stores as another text than was written, 0 if none."""
    texts = rows.values_list("version", Cast("at", TextField()))
    times = {row[0]: connection.ops.adapt_datetimefield_value(row[6]) for row in stored if row[6]}
    return next((version for version, text in texts if times.get(version, text) != text), 0)


def _changed_event(stream: str, version: int, each: str = "event") -> Fault:
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
    if isinstance(events, Fault):
        return events
    return _projection_fault(table, events) or _kept_fault(table, events)


def _projection_fault(table: Table, events: Sequence[eventstore.Stored]) -> Fault | None:
    stream, version = TableEvent.stream_name(table.pk), table.version
    projected = projection.LogProjection(table.pk)
    for _step, group in groupby(events, key=attrgetter("step")):
        rows = list(group)
        try:
            projected.add(rows)
        except Exception as error:  # noqa: BLE001 - a forged event can break any handler
            return impossible(stream, rows[0].version, error)
    expected_table, expected_seats = projected.table, projected.seats
    seats = list(table.seats.all())
    if len(seats) != len(expected_seats):
        return Fault(stream, version, "the seats are not those of the log.")
    stored = [projection.values(table), *map(projection.values, seats)]
    expected = [projection.values(expected_table), *map(projection.values, expected_seats)]
    faults = (_differing(stream, version, *pair) for pair in zip(stored, expected, strict=True))
    return next((fault for fault in faults if fault), None)


def _kept_fault(table: Table, events: Sequence[eventstore.Stored]) -> Fault | None:
    stream = TableEvent.stream_name(table.pk)
    try:
        number = played_deals.first_wrong(table, events)
    except Exception as error:  # noqa: BLE001 - a forged event can break any handler
        return impossible(stream, table.version, error)
    if not number:
        return None
    return Fault(stream, table.version, f"deal {number} is kept otherwise than it follows from the log.")


def _differing(
    stream: str, version: int, stored: Mapping[str, Any], expected: Mapping[str, Any]
) -> Fault | None:
    for name, value in expected.items():
        if stored[name] != value:
            return Fault(stream, version, f"the column {name} does not say what follows from the log.")
    return None
