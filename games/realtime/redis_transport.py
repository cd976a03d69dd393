"""Carry notifications by Redis; only processes with a `LIVE_URL` import it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

import redis

_TIMEOUT_SECONDS: Final = 5.0
"""Seconds that Redis may take to answer."""


class Redis:
    """A transport (see `transports.Transport`): whatever Redis complains about is a ConnectionError."""

    def __init__(self, url: str, channel: str) -> None:
        self._redis: Any = redis.Redis.from_url(
            url, socket_connect_timeout=2, socket_timeout=_TIMEOUT_SECONDS
        )
        number = self._redis.connection_pool.connection_kwargs.get("db") or 0
        self._channel = f"{channel}:{number}"  # Redis channels are not separated by database

    def send(self, text: str) -> None:
        """Send to all listeners."""
        with _as_lost_connections():
            self._redis.publish(self._channel, text)

    @contextmanager
    def listening(self) -> Iterator[Callable[[float], list[str]]]:
        """Return a context with a function that waits for texts."""
        with _as_lost_connections(), self._redis.pubsub(ignore_subscribe_messages=True) as pubsub:
            pubsub.subscribe(self._channel)
            pubsub.get_message(timeout=_TIMEOUT_SECONDS)  # the confirmation: nothing is missed from now on
            yield lambda seconds: _texts(pubsub.get_message(timeout=seconds))

    def close(self) -> None:
        """Close the connection; it can be used again."""
        self._redis.close()


@contextmanager
def _as_lost_connections() -> Iterator[None]:
    try:
        yield
    except redis.RedisError as error:
        raise ConnectionError(str(error)) from error


def _texts(message: dict[str, Any] | None) -> list[str]:
    return [message["data"].decode(errors="replace")] if message else []
