"""Read the append-only streams of tables and competitions."""

import datetime as dt
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from django.db import models
from django.utils.translation import gettext as _

from games.eventstore import codec
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
