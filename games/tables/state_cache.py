"""The states of the tables this process wrote to last, so that the next move need not fold the deal again.

An entry is valid only if the head of the hash chain is still the same. Entries are never shared: a
transaction takes its table out of the cache and puts it back at its end.
"""

from threading import Lock
from typing import Final, NamedTuple

from cachetools import LRUCache

from games.eventstore import store
from games.eventstore.bulk_update import Values
from games.rules.match.state import State

LARGEST: Final = 128
"""How many tables one process caches: some tens of kilobytes each."""


class CachedTable(NamedTuple):
    """A table after its last event: the `rows` since its last deal, and the values of its row and seats."""

    head: bytes
    state: State
    rows: list[store.Stored]
    table: Values
    seats: list[Values]


def take(table_id: int) -> CachedTable | None:
    """Remove a table from the cache and return it; None if it is not cached."""
    with _lock:
        return _tables.pop(table_id, None)


def put(table_id: int, cached: CachedTable) -> None:
    """Cache a table; drop the one that was written to longest ago if there are too many."""
    with _lock:
        _tables[table_id] = cached


_lock = Lock()
_tables: Final[LRUCache[int, CachedTable]] = LRUCache(LARGEST)
