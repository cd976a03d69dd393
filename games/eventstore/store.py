"""Read the append-only streams of tables and competitions."""

import datetime as dt
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from django.db import models
from django.utils.translation import gettext as _

from games.eventstore import codec
from games.eventstore.replica import fetched
from games.models import StoredEvent
from games.rules.base.refusal import Refusal


class ConflictError(Refusal):
    """Another command was faster: the stream is no longer at the version this command was meant for."""

    def __init__(self, sentence: str = "", *, version: int | None = None) -> None:
        super().__init__("stale", sentence or _("Someone was faster. Check and try again."))
        self.version = version


class Stored(NamedTuple):
    """An event as stored. `by` is the sender of its command, such as `player:7`, `bot` or `clock`.

    `hash` chains it to all events before it (see `hash_chain`).
    """

    version: int
    step: int
    event: Any
    by: str
    at: dt.datetime
    hash: bytes


class Happened(NamedTuple):
    """An event and the step of its command: all that those need who do not ask who sent it, and when."""

    step: int
    event: Any


def read(
    model: type[StoredEvent], stream_id: int, *, after: int = 0, until: int | None = None
) -> list[Stored]:
    """Return the events with versions above `after`, up to and with `until`, oldest first. One query."""
    rows = all_rows(model, stream_id).filter(version__gt=after).order_by("version")
    if until is not None:
        rows = rows.filter(version__lte=until)
    return [_stored(*row) for row in fetched(rows.values_list(*_STORED))]


def read_several(
    model: type[StoredEvent], stream_ids: Sequence[int], *, since: str
) -> dict[int, list[Stored]]:
    """Return events of several streams by id, each from the version in a column of the stream.

    One query, whose text does not grow with the number of streams.
    """
    events: dict[int, list[Stored]] = {stream_id: [] for stream_id in stream_ids}
    manager: models.Manager[Any] = model._default_manager  # noqa: SLF001 - Django's name for generic code
    rows = manager.filter(stream__in=stream_ids, version__gte=models.F(f"stream__{since}"))
    for stream_id, *row in rows.order_by("version").values_list("stream_id", *_STORED):
        events[stream_id].append(_stored(*row))
    return events


def all_rows(model: type[StoredEvent], stream_id: int) -> models.QuerySet[Any]:
    """Return the rows of a stream as stored in the database."""
    manager: models.Manager[Any] = model._default_manager  # noqa: SLF001 - Django's name for generic code
    return manager.filter(stream_id=stream_id)


def read_happened(model: type[StoredEvent], stream_id: int, *, until: int) -> list[Happened]:
    """Return the events up to and with the version `until`, oldest first, in half the time. One query."""
    rows = all_rows(model, stream_id).filter(version__lte=until).order_by("version")
    stored = rows.values_list("step", "name", "schema", "payload")
    return [
        Happened(step, codec.decode(name, schema, payload)) for step, name, schema, payload in fetched(stored)
    ]


def read_events(model: type[StoredEvent], stream_id: int, *, after: int = 0) -> list[Any]:
    """Return only the events of a stream with a version above `after`, oldest first."""
    rows = all_rows(model, stream_id).filter(version__gt=after).order_by("version")
    return [codec.decode(*row) for row in fetched(rows.values_list("name", "schema", "payload"))]


def read_events_of(model: type[StoredEvent], stream_ids: Sequence[int]) -> dict[int, list[Any]]:
    """Return only the events of several streams by id, oldest first. One query."""
    events: dict[int, list[Any]] = {stream_id: [] for stream_id in stream_ids}
    manager: models.Manager[Any] = model._default_manager  # noqa: SLF001 - Django's name for generic code
    rows = manager.filter(stream__in=stream_ids).order_by("version")
    for stream_id, *row in rows.values_list("stream_id", "name", "schema", "payload"):
        events[stream_id].append(codec.decode(*row))
    return events


def read_named(model: type[StoredEvent], stream_id: int, names: Sequence[str]) -> list[Any]:
    """Return the bare events of a stream that bear one of the names, oldest first. One query."""
    rows = all_rows(model, stream_id).filter(name__in=names).order_by("version")
    return [codec.decode(*row) for row in fetched(rows.values_list("name", "schema", "payload"))]


_STORED: Final = ("version", "step", "name", "schema", "payload", "by", "at", "hash")


def _stored(
    version: int, step: int, name: str, schema: int, payload: str, by: str, at: dt.datetime, row_hash: bytes
) -> Stored:
    return Stored(version, step, codec.decode(name, schema, payload), by, at, row_hash)
