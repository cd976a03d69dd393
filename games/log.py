"""The append-only log of tables and competitions: read a stream, append to it at a known version."""

import datetime as dt
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import msgspec
from django.db import IntegrityError, models

from games import codec
from games.models import StoredEvent
from games.rules.refusal import Refusal


class ConflictError(Refusal):
    """Somebody else was faster: the stream has moved on from the version the command was meant for."""

    def __init__(self, sentence: str = "Somebody was faster. Look again and decide anew.") -> None:
        super().__init__("stale", sentence)


class Stored(NamedTuple):
    """An event as the log holds it. `by` is who asked for it, such as `player:7`, `bot` or `clock`."""

    version: int
    step: int
    event: Any
    by: str
    at: dt.datetime


def read(
    model: type[StoredEvent], stream_id: int, *, after: int = 0, until: int | None = None
) -> list[Stored]:
    """Return the events with versions above `after`, up to and with `until`, oldest first. One query."""
    rows = _manager(model).filter(stream_id=stream_id, version__gt=after).order_by("version")
    if until is not None:
        rows = rows.filter(version__lte=until)
    return [
        Stored(version, step, codec.decode(name, schema, payload), by, at)
        for version, step, name, schema, payload, by, at in rows.values_list(
            "version", "step", "name", "schema", "payload", "by", "at"
        )
    ]


def read_events(model: type[StoredEvent], stream_id: int, *, after: int = 0) -> list[Any]:
    """Return the bare events of a stream with a version above `after`, oldest first."""
    return [stored.event for stored in read(model, stream_id, after=after)]


def append(
    model: type[StoredEvent],
    stream_id: int,
    *,
    after: int,
    step: int,
    events: Sequence[msgspec.Struct],
    by: str,
    at: dt.datetime,
) -> int:
    """Write the events of one command behind version `after` and return the new version. One query.

    Call it inside a transaction that ends with the error: ConflictError when `after` is no longer the
    last version (the unique version of the stream is the last guard against two writers).
    """
    numbered = enumerate(events, start=after + 1)
    store(model, stream_id, [Stored(number, step, event, by, at) for number, event in numbered])
    return after + len(events)


def store(model: type[StoredEvent], stream_id: int, rows: Iterable[Stored]) -> None:
    """Write rows that are numbered already, of one or more commands, in one query; else as `append`."""
    objects = [_row(model, stream_id, row) for row in rows]
    try:
        _manager(model).bulk_create(objects)
    except IntegrityError as error:
        raise ConflictError from error


def _manager(model: type[StoredEvent]) -> models.Manager[Any]:
    return model._default_manager  # noqa: SLF001 - how Django names a model's manager in generic code


def _row(model: type[StoredEvent], stream_id: int, row: Stored) -> StoredEvent:
    name, schema, payload = codec.encode(row.event)
    facts: dict[str, Any] = {"stream_id": stream_id, "name": name, "schema": schema, "payload": payload}
    return model(version=row.version, step=row.step, by=row.by, at=row.at, **facts)
