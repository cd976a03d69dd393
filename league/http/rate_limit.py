"""Rate limits per minute, counted for all web processes together.

The limits of log-ins are `ACCOUNT_RATE_LIMITS` in the settings; allauth keeps them.

Each process counts by itself and shares its count every so often: at once for small limits, every fiftieth of
a large limit, so that a hundred requests cost a handful of queries and a limit is exceeded by at most a
fiftieth for each process. Shared counts are in Redis where `LIVE_URL` names one, otherwise in a table.
"""

import datetime as dt
import logging
import threading
import time
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from django.conf import settings
from django.db import connection, transaction

from games.realtime import transports

logger = logging.getLogger(__name__)

WINDOW: Final = 60
"""A minute begins with the first request."""
_PARTS: Final = 50
_LATER: Final = 30
_KEPT: Final = 20_000
_PREFIX: Final = "wildleague:asked:"
_REST: Final = 3.0
"""The seconds for which a failed Redis is not used: a silent one would delay every request by a second."""
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
    """A process's view of a key: the last shared count, and its own count since then."""

    known: int = 0
    unshared: int = 0
    ends_at: int = 0


@dataclass(frozen=True)
class MinuteCount:
    """The number of requests in this minute, as far as known, and the seconds until its end."""

    count: int
    wait: int


def count(key: str, limit: int, *, now: float | None = None) -> MinuteCount:
    """Count another request, of which `limit` are allowed in a minute. One query every fiftieth of them.

    Over the limit nothing is written any more: excessive requests cost nothing.
    """
    at = int(time.time() if now is None else now)
    with _lock:
        counted = _here(key, at)
        counted.unshared += 1
        is_due = counted.unshared >= max(1, limit // _PARTS) or not counted.ends_at
        if not is_due or counted.known > limit:
            return MinuteCount(counted.known + counted.unshared, max(1, counted.ends_at - at))
        unshared, counted.unshared = counted.unshared, 0
    total, ends_at = _share(key, unshared, at)
    with _lock:
        counted.known, counted.ends_at = max(counted.known, total), ends_at
        return MinuteCount(counted.known + counted.unshared, max(1, ends_at - at))


def count_later(key: str, how_many: int, limit: int, at: dt.datetime) -> int:
    """Count within a transaction; return the count of this minute, as far as known.

    Shared after the commit, so that nobody waits for a locked row, and only every thirtieth: an ordinary pace
    costs no query.
    """
    now = int(at.timestamp())
    with _lock:
        counted = _here(key, now)
        counted.ends_at = counted.ends_at or now + WINDOW
        counted.unshared += how_many
        total = counted.known + counted.unshared
        if counted.unshared < _LATER or counted.known > limit:
            return total
        unshared, counted.unshared, counted.known = counted.unshared, 0, total
    transaction.on_commit(partial(_share_later, counted, key, unshared, now), robust=True)
    return total


def is_due(key: str, limit: int) -> bool:
    """Whether the next count queries the database or Redis, so that it needs a thread."""
    with _lock:
        counted = _here(key, int(time.time()))
        return counted.known <= limit and (
            not counted.ends_at or counted.unshared + 1 >= max(1, limit // _PARTS)
        )


def add(key: str, how_many: int, *, at: int, seconds: int) -> tuple[int, int]:
    """Add to a count in the table; return the count and the end of its time. One query."""
    with connection.cursor() as cursor:
        cursor.execute(_SHARE, [key[:120], at + seconds, how_many, at, at])
        total, ends_at = cursor.fetchone()
    return int(total), int(ends_at)


def forget(at: int) -> int:
    """Delete the counts of minutes that have ended; return how many."""
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM league_askedcount WHERE ends_at <= %s", [at])
        return int(cursor.rowcount)


def forget_here() -> None:
    """Forget the counts of this process, as after a restart."""
    with _lock:
        _counted.clear()
    _rests[0] = 0.0


_counted: Final[dict[str, _Counted]] = {}
_lock = threading.Lock()
_line: list[Any] = []
_rests = [0.0]  # until when


def _here(key: str, at: int) -> _Counted:
    counted = _counted.get(key)
    if counted is None or (counted.ends_at and counted.ends_at <= at):
        if len(_counted) >= _KEPT:
            _counted.clear()  # the others still know what was shared
        counted = _counted[key] = _Counted()
    return counted


def _share_later(counted: _Counted, key: str, unshared: int, at: int) -> None:
    total, ends_at = _share(key, unshared, at)
    with _lock:
        counted.known, counted.ends_at = max(counted.known, total), ends_at


def _share(key: str, unshared: int, at: int) -> tuple[int, int]:
    """Share the count of this process; return the total and the end of the minute."""
    if transports.transport_name() == "redis" and time.monotonic() >= _rests[0]:
        try:
            return _share_by_redis(key, unshared, at)
        except OSError as error:
            _rests[0] = time.monotonic() + _REST
            logger.warning("Questions are counted in the database, as Redis is away: %s", error)
    return add(key, unshared, at=at, seconds=WINDOW)


def _share_by_redis(key: str, unshared: int, at: int) -> tuple[int, int]:
    """Share the count by Redis; OSError if it is away."""
    import redis  # takes a tenth of the start of a process, and few installations need it

    if not _line:
        _line.append(redis.Redis.from_url(settings.LIVE_URL, socket_connect_timeout=1, socket_timeout=1))
    try:
        with _line[0].pipeline() as together:
            together.set(_PREFIX + key, 0, ex=WINDOW, nx=True)
            together.incrby(_PREFIX + key, unshared)
            together.ttl(_PREFIX + key)
            _made, total, left = together.execute()
    except redis.RedisError as error:
        raise ConnectionError(str(error)) from error
    return int(total), at + max(1, int(left))
