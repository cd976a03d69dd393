"""The append-only log of tables and competitions: read a stream, chain events and write them behind it."""

import datetime as dt
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import msgspec
from django.db import IntegrityError, connection, models
from django.utils.translation import gettext as _

from games.events import codec
from games.eventstore import hash_chain
from games.models import StoredEvent
from games.rules.base.refusal import Refusal


class ConflictError(Refusal):
    """Somebody else was faster: the stream has moved on from the version the command was meant for."""

    def __init__(self, sentence: str = "", *, version: int | None = None) -> None:
        super().__init__("stale", sentence or _("Somebody was faster. Look again and decide anew."))
        self.version = version


class Stored(NamedTuple):
    """An event as the log holds it. `by` is who asked for it, such as `player:7`, `bot` or `clock`.

    `hash` binds it to all events before it (see `chain`).
    """

    version: int
    step: int
    event: Any
    by: str
    at: dt.datetime
    hash: bytes


def read(
    model: type[StoredEvent], stream_id: int, *, after: int = 0, until: int | None = None
) -> list[Stored]:
    """Return the events with versions above `after`, up to and with `until`, oldest first. One query."""
    rows = all_rows(model, stream_id).filter(version__gt=after).order_by("version")
    if until is not None:
        rows = rows.filter(version__lte=until)
    return [_stored(*row) for row in rows.values_list(*_STORED)]


def read_several(
    model: type[StoredEvent], stream_ids: Sequence[int], *, since: str
) -> dict[int, list[Stored]]:
    """Return events of several streams by id, each from the version on that a column of the stream names.

    One query, which stays as short as it is when there are many streams.
    """
    found: dict[int, list[Stored]] = {stream_id: [] for stream_id in stream_ids}
    manager: models.Manager[Any] = model._default_manager  # noqa: SLF001 - so it is named in generic code
    rows = manager.filter(stream__in=stream_ids, version__gte=models.F(f"stream__{since}"))
    for stream_id, *row in rows.order_by("version").values_list("stream_id", *_STORED):
        found[stream_id].append(_stored(*row))
    return found


def all_rows(model: type[StoredEvent], stream_id: int) -> models.QuerySet[Any]:
    """Return the rows of a stream as they stand in the database."""
    manager: models.Manager[Any] = model._default_manager  # noqa: SLF001 - so it is named in generic code
    return manager.filter(stream_id=stream_id)


def read_events(model: type[StoredEvent], stream_id: int, *, after: int = 0) -> list[Any]:
    """Return the bare events of a stream with a version above `after`, oldest first."""
    return [stored.event for stored in read(model, stream_id, after=after)]


def read_named(model: type[StoredEvent], stream_id: int, names: Sequence[str]) -> list[Any]:
    """Return the bare events of a stream that bear one of the names, oldest first. One query."""
    rows = all_rows(model, stream_id).filter(name__in=names).order_by("version")
    return [codec.decode(*row) for row in rows.values_list("name", "schema", "payload")]


_STORED: Final = ("version", "step", "name", "schema", "payload", "by", "at", "hash")


def _stored(
    version: int, step: int, name: str, schema: int, payload: str, by: str, at: dt.datetime, its_hash: bytes
) -> Stored:
    return Stored(version, step, codec.decode(name, schema, payload), by, at, its_hash)


class Unwritten:
    """New events behind the last one of a stream, chained at once and written together.

    `head` is the hash of the last event so far, that of the stream itself when it has none.
    """

    def __init__(self, model: type[StoredEvent], stream_id: int, *, version: int, head: bytes) -> None:
        self.head = head or hash_chain.first_hash(model.stream_name(stream_id))
        table = model._meta.db_table  # noqa: SLF001 - public in spite of its name
        self.insert = f'INSERT INTO "{table}" ({_QUOTED}) VALUES'
        self.rows: list[tuple[Any, ...]] = []
        self._stream_id = stream_id
        self._version = version
        self._largest = model.LARGEST

    def __bool__(self) -> bool:
        return bool(self.rows)

    def add(self, events: Sequence[msgspec.Struct], *, step: int, by: str, at: dt.datetime) -> list[Stored]:
        """Chain the events of one command and return them as the log will hold them.

        Refusal `event_too_large`: what was written once stays for ever.
        """
        stored = []
        written_at = connection.ops.adapt_datetimefield_value(at)
        for event in events:
            name, schema, payload = codec.encode(event)
            if len(payload.encode()) > self._largest and name not in _BY_OPERATORS:
                raise Refusal("event_too_large", _("This is more than the log takes at once: ask for less."))
            self._version += 1
            self.head = hash_chain.next_hash(self.head, self._version, step, name, schema, by, at, payload)
            stored.append(Stored(self._version, step, event, by, at, self.head))
            self.rows.append(
                (self._stream_id, self._version, step, name, schema, payload, by, written_at, self.head)
            )
        return stored


def write(*streams: Unwritten) -> None:
    """Write what was added to streams of one model, a few hundred events in one query.

    Call it inside a transaction that ends with the error: ConflictError when somebody else has
    written behind the same version (the unique version of the stream is the last guard).
    """
    rows = [row for stream in streams for row in stream.rows]
    try:
        # Every move of everybody comes by here: plain SQL takes a third of the time of model objects.
        with connection.cursor() as cursor:
            for first in range(0, len(rows), _ROWS_AT_ONCE):
                some = rows[first : first + _ROWS_AT_ONCE]
                places = ", ".join([_PLACES] * len(some))
                cursor.execute(f"{streams[0].insert} {places}", [value for row in some for value in row])
    except IntegrityError as error:
        raise ConflictError from error
    for stream in streams:
        stream.rows = []


_COLUMNS: Final = ("stream_id", "version", "step", "name", "schema", "payload", "by", "at", "hash")
_QUOTED: Final = ", ".join(f'"{name}"' for name in _COLUMNS)
_PLACES: Final = f"({', '.join(['%s'] * len(_COLUMNS))})"
_ROWS_AT_ONCE: Final = 500
_BY_OPERATORS: Final = frozenset({"record_imported"})
"""Events that only `manage.py` writes: a record of very many deals is larger, and its file has a limit."""
