"""Kombu's Redis transport with a change; only processes whose broker is Redis import it.

A worker that finishes a task while the connection is lost acknowledges it on a closed channel. Kombu fails
there in a way that ends the worker; here the error says that the connection is lost, which kombu handles by
waiting.
"""

from queue import Empty
from typing import Any

from kombu.transport import redis
from redis.exceptions import ConnectionError as RedisConnectionError

from league.workers.file_broker import UNREADABLE, WholeOnly, log_dropped, next_readable


class Channel(redis.Channel):
    """Kombu's channel, with an error when it is closed."""

    def _connparams(self, asynchronous: bool = False) -> dict[str, Any]:
        if self.connection is None or self.connection.client is None:
            raise RedisConnectionError("The connection to the broker is lost.")
        facts: dict[str, Any] = super()._connparams(asynchronous)  # type: ignore[misc]
        return facts

    def _get(self, queue: str, *_more: Any) -> Any:
        return next_readable(super()._get, queue)

    def _brpop_read(self, **options: Any) -> Any:
        try:
            return super()._brpop_read(**options)  # type: ignore[misc]
        except UNREADABLE as error:
            log_dropped(error)
        raise Empty


class Transport(WholeOnly, redis.Transport):  # type: ignore[misc]
    """The transport of this channel."""

    Channel = Channel
