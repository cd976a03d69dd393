"""What this process knows of the tables it wrote to last, so that the next move need not fold the deal anew.

It is only a saving: what is kept counts for nothing unless the log has not moved on since, which the head of
the chain tells. Nothing kept is ever shared: it is taken out for one transaction and put back after it.
"""

from collections import OrderedDict
from threading import Lock
from typing import Final, NamedTuple

from games.eventstore import store
from games.eventstore.bulk_update import Values
from games.rules.match.state import State

LARGEST: Final = 128
"""How many tables one process keeps: some tens of kilobytes each."""


class Kept(NamedTuple):
    """A table after its last event: `rows` since the last deal began, what stands in its row and seats."""

    head: bytes
    state: State
    rows: list[store.Stored]
    table: Values
    seats: list[Values]


def take(table_id: int) -> Kept | None:
    """Hand out what is kept of a table; it is the caller's alone from now on."""
    with _lock:
        return _tables.pop(table_id, None)


def put(table_id: int, kept: Kept) -> None:
    """Keep a table; of too many those go that were written to longest ago."""
    with _lock:
        _tables[table_id] = kept
        if len(_tables) > LARGEST:
            _tables.popitem(last=False)


_lock = Lock()
_tables: OrderedDict[int, Kept] = OrderedDict()
