"""The event store: append-only streams, chained by hashes and protected by triggers of the database.

All others read through this package. Only the write side appends, by `games.eventstore.appending`, and
changes rows beside it, by `games.eventstore.bulk_update`. Migrations, backups and tests use `triggers`.

For other packages: `appending`, `bulk_update`, `replica`.
"""

from games.eventstore.codec import UnknownEventError, decode, encode, event_classes
from games.eventstore.hash_chain import first_hash, next_hash
from games.eventstore.store import (
    ConflictError,
    Happened,
    Stored,
    all_rows,
    read,
    read_events,
    read_events_of,
    read_happened,
    read_named,
    read_several,
)

__all__ = [
    "ConflictError",
    "Happened",
    "Stored",
    "UnknownEventError",
    "all_rows",
    "decode",
    "encode",
    "event_classes",
    "first_hash",
    "next_hash",
    "read",
    "read_events",
    "read_events_of",
    "read_happened",
    "read_named",
    "read_several",
]
