"""Everything that can happen at a table, as the events tell it to programs."""

from typing import NamedTuple

from games import eventstore
from league.api.serializers import match_document


class Happening(NamedTuple):
    """A type of event: what it is called, what it means, and which fields it has."""

    name: str
    about: str
    fields: list[str]


def happenings() -> list[Happening]:
    """Return every type of event at a table."""
    found = []
    for name, cls in eventstore.event_classes().items():
        if cls.__module__.startswith("games."):
            fields = [one for one in cls.__struct_fields__ if one in match_document.told()]
            found.append(Happening(name, " ".join((cls.__doc__ or "").split("\n\n")[0].split()), fields))
    return found
