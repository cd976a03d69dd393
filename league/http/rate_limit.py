"""How often something was asked within a minute, counted for all web processes together.

Each process counts by itself and shares what it has counted every so often: at once for small limits, every
fiftieth of a large one, so that a hundred questions cost a handful of queries and a limit is overrun by a
fiftieth for each process at most. What is shared lies in Redis where `LIVE_URL` names one, else in a table.
"""

import logging
import threading
import time
from dataclasses import dataclass
from typing import Any, Final

import redis
from django.conf import settings
from django.db import connection

logger = logging.getLogger(__name__)

WINDOW: Final = 60
"""A minute begins with the first question."""
_PARTS: Final = 50
_KEPT: Final = 20_000
_PREFIX: Final = "wildleague:asked:"
_REST: Final = 3.0
"""So many seconds a Redis that failed is left alone: a silent one would cost every question a second."""
_SHARE: Final = """
INSERT INTO league_askedcount (key, ends_at, count) VALUES (%s, %s, %s)
ON CONFLICT (key) DO UPDATE SET
    count = CASE WHEN league_askedcount.ends_at > %s THEN league_askedcount.count ELSE 0 END + excluded.count,
    ends_at = CASE WHEN league_askedcount.ends_at > %s THEN league_askedcount.ends_at
              ELSE excluded.ends_at END
RETURNING count, ends_at
"""


@dataclass
class _Counted:
    """What a process knows of one key: the count of all when it last asked, and its own since then."""

    known: int = 0
    unshared: int = 0
    ends_at: int = 0


@dataclass(frozen=True)
class Found:
    """How often it was asked in this minute, as far as is known, and how many seconds that lasts."""

    count: int
    wait: int


def count(key: str, limit: int, *, now: float | None = None) -> Found:
    """Count one more question, of which `limit` are allowed in a minute. One query every fiftieth of them.

    Over the limit nothing is written any more: who asks too often costs nothing.
    """
    at = int(time.time() if now is None else now)
    with _lock:
        mine = _here(key, at)
        mine.unshared += 1
        is_due = mine.unshared >= max(1, limit // _PARTS) or not mine.ends_at
        if not is_due or mine.known > limit:
            return Found(mine.known + mine.unshared, max(1, mine.ends_at - at))
        unshared, mine.unshared = mine.unshared, 0
    total, ends_at = _share(key, unshared, at)
    with _lock:
        mine.known, mine.ends_at = max(mine.known, total), ends_at
        return Found(mine.known + mine.unshared, max(1, ends_at - at))


def is_due(key: str, limit: int) -> bool:
    """Whether counting this once more asks the database or Redis, so that it needs a thread."""
    with _lock:
        mine = _here(key, int(time.time()))
        return mine.known <= limit and (not mine.ends_at or mine.unshared + 1 >= max(1, limit // _PARTS))


def add(key: str, how_many: int, *, at: int, seconds: int) -> tuple[int, int]:
    """Count so many more in the table and return the count and when its time ends. One query."""
    with connection.cursor() as cursor:
        cursor.execute(_SHARE, [key[:120], at + seconds, how_many, at, at])
        total, ends_at = cursor.fetchone()
    return int(total), int(ends_at)


def forget(at: int) -> int:
    """Delete the counts of minutes that are over; return how many."""
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM league_askedcount WHERE ends_at <= %s", [at])
        return int(cursor.rowcount)


def forget_here() -> None:
    """Forget what this process has counted, as if it had just begun."""
    with _lock:
        _counted.clear()
    _rests[0] = 0.0


_counted: Final[dict[str, _Counted]] = {}
_lock = threading.Lock()
_line: list[Any] = []
_rests = [0.0]  # until when


def _here(key: str, at: int) -> _Counted:
    found = _counted.get(key)
    if found is None or (found.ends_at and found.ends_at <= at):
        if len(_counted) >= _KEPT:
            _counted.clear()  # what was shared is known to the others still
        found = _counted[key] = _Counted()
    return found


def _share(key: str, unshared: int, at: int) -> tuple[int, int]:
    """Add what this process has counted to what all have, and return that and when the minute ends."""
    if settings.LIVE_URL and time.monotonic() >= _rests[0]:
        try:
            return _share_by_redis(key, unshared, at)
        except (redis.RedisError, OSError) as error:
            _rests[0] = time.monotonic() + _REST
            logger.warning("Questions are counted in the database, as Redis is away: %s", error)
    return add(key, unshared, at=at, seconds=WINDOW)


def _share_by_redis(key: str, unshared: int, at: int) -> tuple[int, int]:
    if not _line:
        _line.append(redis.Redis.from_url(settings.LIVE_URL, socket_connect_timeout=1, socket_timeout=1))
    with _line[0].pipeline() as together:
        together.set(_PREFIX + key, 0, ex=WINDOW, nx=True)
        together.incrby(_PREFIX + key, unshared)
        together.ttl(_PREFIX + key)
        _made, total, left = together.execute()
    return int(total), at + max(1, int(left))
