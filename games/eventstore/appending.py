"""Append events to the streams of tables and competitions. Only the write side may import this module."""

import datetime as dt
from collections.abc import Sequence
from typing import Any, Final

import msgspec
from django.db import IntegrityError, connection
from django.utils.translation import gettext as _

from games.eventstore import codec, hash_chain
from games.eventstore.store import ConflictError, Stored
from games.models import StoredEvent
from games.rules.base.refusal import Refusal


class PendingEvents:
    """New events at the end of a stream, chained at once and written together.

    `head` is the hash of the last event so far, or hash 0 of a stream without events.
    """

    def __init__(self, model: type[StoredEvent], stream_id: int, *, version: int, head: bytes) -> None:
        self.head = head or hash_chain.first_hash(model.stream_name(stream_id))
        table = model._meta.db_table  # noqa: SLF001 - public in Django
        self.insert = f'INSERT INTO "{table}" ({_QUOTED}) VALUES'
        self.rows: list[tuple[Any, ...]] = []
        self._stream_id = stream_id
        self._version = version
        self._largest = model.LARGEST

    def __bool__(self) -> bool:
        return bool(self.rows)

    def add(self, events: Sequence[msgspec.Struct], *, step: int, by: str, at: dt.datetime) -> list[Stored]:
        """Chain the events of a command and return them as stored.

        Refusal `event_too_large`: the log keeps every event for ever.
        """
        stored = []
        written_at = connection.ops.adapt_datetimefield_value(at)
        for event in events:
            name, schema, payload = codec.encode(event)
            if len(payload.encode()) > self._largest:
                raise Refusal(
                    "event_too_large", _("This is more than the log takes in one request: request less.")
                )
            self._version += 1
            self.head = hash_chain.next_hash(self.head, self._version, step, name, schema, by, at, payload)
            stored.append(Stored(self._version, step, event, by, at, self.head))
            self.rows.append(
                (self._stream_id, self._version, step, name, schema, payload, by, written_at, self.head)
            )
        return stored


def write(*streams: PendingEvents) -> None:
    """Write the pending events of streams of the same model, a few hundred in a query.

    Call it inside a transaction that is rolled back with the error: ConflictError when another writer has
    written the same version (the unique constraint of the stream is the last protection).
    """
    rows = [row for stream in streams for row in stream.rows]
    try:
        # Every move runs this code: plain SQL takes a third of the time of model objects.
        with connection.cursor() as cursor:
            for first in range(0, len(rows), _ROWS_AT_ONCE):
                batch = rows[first : first + _ROWS_AT_ONCE]
                places = ", ".join([_PLACES] * len(batch))
                cursor.execute(f"{streams[0].insert} {places}", [value for row in batch for value in row])
    except IntegrityError as error:
        raise ConflictError from error
    for stream in streams:
        stream.rows = []


_COLUMNS: Final = ("stream_id", "version", "step", "name", "schema", "payload", "by", "at", "hash")
_QUOTED: Final = ", ".join(f'"{name}"' for name in _COLUMNS)
_PLACES: Final = f"({', '.join(['%s'] * len(_COLUMNS))})"
_ROWS_AT_ONCE: Final = 500
