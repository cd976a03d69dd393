"""Carry notifications by Redis; only processes with a `LIVE_URL` import it."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import Any, Final

import redis

_TIMEOUT_SECONDS: Final = 5.0
"""Seconds that Redis may take to answer."""


class Redis:
    """A transport (see `transports.Transport`): whatever Redis complains about is a ConnectionError.

    `common` is the channel to which every process listens.
    """

    def __init__(self, url: str, common: str) -> None:
        self._common = common
        self._redis: Any = redis.Redis.from_url(
            url, socket_connect_timeout=2, socket_timeout=_TIMEOUT_SECONDS
        )
        # Redis channels are not separated by database.
        self._number = self._redis.connection_pool.connection_kwargs.get("db") or 0

    def send(self, text: str, channel: str = "") -> None:
        """Send to all listeners of a channel, the common one if none is named."""
        with _as_lost_connections():
            self._redis.publish(f"{channel or self._common}:{self._number}", text)

    @contextmanager
    def listening(self) -> Iterator["_Listen"]:
        """Return a context with a function that waits for texts."""
        with _as_lost_connections(), self._redis.pubsub() as pubsub:
            listen = _Listen(pubsub, self._number)
            listen.follow({self._common})
            yield listen

    def close(self) -> None:
        """Close the connection; it can be used again."""
        self._redis.close()


class _Listen:
    def __init__(self, pubsub: Any, number: int) -> None:
        self._pubsub, self._number = pubsub, number
        self._channels: frozenset[str] = frozenset()
        self._early: list[str] = []

    def __call__(self, seconds: float) -> list[str]:
        early, self._early = self._early, []
        return early or _texts(self._pubsub.get_message(timeout=seconds))

    def follow(self, channels: Collection[str]) -> bool:
        new, old = frozenset(channels) - self._channels, self._channels - frozenset(channels)
        if old:
            self._pubsub.unsubscribe(*(f"{channel}:{self._number}" for channel in old))
        if new:
            self._pubsub.subscribe(*(f"{channel}:{self._number}" for channel in new))
            self._wait_for(len(new))
        self._channels = frozenset(channels)
        return bool(new)

    def _wait_for(self, confirmations: int) -> None:
        """Wait until Redis has confirmed new channels: nothing is missed from then on."""
        while confirmations:
            message = self._pubsub.get_message(timeout=_TIMEOUT_SECONDS)
            if message is None:
                raise ConnectionError("Redis confirms no channel.")
            confirmations -= message["type"] == "subscribe"
            self._early += _texts(message)


@contextmanager
def _as_lost_connections() -> Iterator[None]:
    try:
        yield
    except redis.RedisError as error:
        raise ConnectionError(str(error)) from error


def _texts(message: dict[str, Any] | None) -> list[str]:
    is_text = message is not None and message["type"] == "message"
    return [message["data"].decode(errors="replace")] if message and is_text else []
