"""Django's cache in the database, from which nothing goes before its time.

It holds what throttles log-ins and which one-time codes were used: whoever could push an entry out by making
many others could guess on, or use a code twice. Rows are small, and what makes them is throttled by address.
"""

import datetime as dt
from typing import Any

from django.core.cache.backends.db import DatabaseCache as DjangosCache
from django.db import connections


class DurableCache(DjangosCache):
    """A cache in the database that drops only what has expired, however many entries there are."""

    def _cull(self, db: str, cursor: Any, now: dt.datetime, num: int) -> None:  # noqa: ARG002 - Django's form
        ops = connections[db].ops
        table: str = self._table  # type: ignore[attr-defined]  # which its types leave out
        cursor.execute(
            f"DELETE FROM {ops.quote_name(table)} WHERE expires < %s",  # noqa: S608 - a name of ours
            [ops.adapt_datetimefield_value(now)],
        )
