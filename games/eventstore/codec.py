"""Convert events to JSON and back, and upcast those that were stored in an older schema.

The names are independent of class names (see `games.rules.base.event_types`). A type of events can be read
once its module has been imported: the configuration of each app imports those with its events.
"""

from functools import cache
from typing import Any

import msgspec

from games.rules.base import event_types


class UnknownEventError(LookupError):
    """An event has no registered name, or a stored name or schema is not known to this version."""


def encode(event: msgspec.Struct) -> tuple[str, int, str]:
    """Return name, schema and JSON text of an event; UnknownEventError when its class has no name."""
    event_type = event_types.type_of(event)
    if event_type is None:
        raise UnknownEventError(f"{type(event).__name__} has no name in the log")
    return event_type.name, event_type.schema, _ENCODER.encode(event).decode()


def decode(name: str, schema: int, payload: str | bytes) -> Any:
    """Return the event of a stored row; UnknownEventError for a name or schema that is not known."""
    event_type = event_types.by_name().get(name)
    if event_type is None or not 1 <= schema <= (current := event_type.schema):
        raise UnknownEventError(f"{name} of schema {schema} is not known here")
    if schema == current:
        return _decoder(event_type.cls).decode(payload)
    value = msgspec.json.decode(payload)
    for upcast in event_type.upcasts[schema - 1 :]:
        value = upcast(value)
    return msgspec.convert(value, event_type.cls, str_keys=True)  # numbers as keys are text in JSON


def event_classes() -> dict[str, type[msgspec.Struct]]:
    """Return the classes of all events by their names in the log."""
    return {name: event_type.cls for name, event_type in event_types.by_name().items()}


@cache
def _decoder(cls: type[msgspec.Struct]) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(cls)


_ENCODER = msgspec.json.Encoder()
