"""The types of events: a class is registered where it is written, with all that belongs to it.

    @event_type("uno_called")
    class UnoCalled(Event, frozen=True):
        seat: int

        def change(self, state): ...
        sentence = of_seat(gettext_noop("{name} said UNO"))

What the class must define besides its fields is abstract in its base class: whatever it lacks is a TypeError
when the module is imported.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeVar

import msgspec

Upcast = Callable[[dict[str, Any]], dict[str, Any]]
"""Turns the JSON object of one schema into that of the next."""

EventClass = TypeVar("EventClass", bound=type[msgspec.Struct])


class EventType(NamedTuple):
    """A type of events; `upcasts[0]` turns schema 1 into schema 2, and so on."""

    name: str
    cls: type[msgspec.Struct]
    upcasts: Sequence[Upcast]

    @property
    def schema(self) -> int:
        """The number of the shape that the class has today, counted from 1."""
        return len(self.upcasts) + 1


def event_type(name: str, *, upcasts: Sequence[Upcast] = ()) -> Callable[[EventClass], EventClass]:
    """Register a class of events under its name in the log, which never changes and is used once.

    When the stored shape changes, add an upcast from the shape before. Raises ValueError when the name or the
    class is registered already, TypeError when the class lacks a part that its base class demands.
    """

    def register(cls: EventClass) -> EventClass:
        if name in _BY_NAME or cls in _BY_CLASS:
            raise ValueError(f"{name} or {cls.__name__} is registered already")
        if missing := [part for part in dir(cls) if _is_abstract(cls, part)]:
            raise TypeError(f"{cls.__name__} lacks {', '.join(missing)}")
        _BY_NAME[name] = _BY_CLASS[cls] = EventType(name, cls, tuple(upcasts))
        return cls

    return register


def by_name() -> Mapping[str, EventType]:
    """Return all types of events by their names in the log, in the order of their registration."""
    return _BY_NAME


def type_of(event: msgspec.Struct) -> EventType | None:
    """Return the type of an event, None when its class is not registered."""
    return _BY_CLASS.get(type(event))


def _is_abstract(cls: type, part: str) -> bool:
    return getattr(getattr(cls, part, None), "__isabstractmethod__", False)


_BY_NAME: Final[dict[str, EventType]] = {}
_BY_CLASS: Final[dict[type, EventType]] = {}
