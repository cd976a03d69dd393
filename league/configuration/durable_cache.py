"""Django's cache in the database, without eviction before the expiry.

It holds the throttles of log-ins and the used one-time codes: an attacker who could evict an entry by
creating many others could guess on, or use a code twice. Rows are small, and their creation is throttled by
address.
"""

import datetime as dt
from typing import Any

from django.core.cache.backends.db import DatabaseCache as DjangosCache
from django.db import connections


class DurableCache(DjangosCache):
    """A cache in the database that drops only expired entries, however many there are."""

    def _cull(self, db: str, cursor: Any, now: dt.datetime, num: int) -> None:  # noqa: ARG002 - Django's form
        ops = connections[db].ops
        table: str = self._table  # type: ignore[attr-defined]  # which its types leave out
        cursor.execute(
            f"DELETE FROM {ops.quote_name(table)} WHERE expires < %s",  # noqa: S608 - a name of ours
            [ops.adapt_datetimefield_value(now)],
        )
