"""The event types of a table for the reference page."""

from typing import NamedTuple

from games import eventstore
from league.api.serializers import match_document


class EventType(NamedTuple):
    """A type of event: what it is called, what it means, and which fields it has."""

    name: str
    about: str
    fields: list[str]


def event_types() -> list[EventType]:
    """Return every type of event at a table."""
    shown = match_document.told()
    return [
        EventType(name, _first_paragraph(cls), [field for field in cls.__struct_fields__ if field in shown])
        for name, cls in eventstore.event_classes().items()
        if cls.__module__.startswith("games.")
    ]


def _first_paragraph(cls: type) -> str:
    return " ".join((cls.__doc__ or "").split("\n\n")[0].split())
