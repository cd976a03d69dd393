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
        connection = connections[db]
        quote = connection.ops.quote_name
        cursor.execute(
            f"DELETE FROM {quote(self._table)} WHERE {quote('expires')} < %s",  # noqa: S608 - names of ours
            [connection.ops.adapt_datetimefield_value(now)],
        )
