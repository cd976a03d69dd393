"""A broker that needs no server: messages are files in one folder, each complete as soon as it can be seen.

Kombu's own transport writes a message into the file that readers already look for; under load a worker
reads it empty and dies. Here a message gets its name only when it is whole.

And Redis as kombu speaks with it, but for one thing: a worker that finishes a task while the connection is
lost acknowledges it on a closed channel. Kombu fails there in a way that ends the worker; here it is told
that the connection is lost, which it knows how to wait out.
"""

import os
import time
import uuid
from pathlib import Path
from typing import Any

from kombu.exceptions import ChannelError
from kombu.transport import TRANSPORT_ALIASES, filesystem, redis
from kombu.utils.json import dumps
from redis.exceptions import ConnectionError as RedisConnectionError

ALIAS = "filesystem"


def use() -> None:
    """Let broker addresses `filesystem://` and `redis://` mean these transports."""
    TRANSPORT_ALIASES[ALIAS] = "league.broker:Transport"
    TRANSPORT_ALIASES["redis"] = TRANSPORT_ALIASES["rediss"] = "league.broker:RedisTransport"


class Channel(filesystem.Channel):
    """Kombu's channel with whole messages only."""

    def _put(self, queue: str, payload: Any, **_facts: Any) -> None:  # type: ignore[override] # as kombu
        # The name begins with the time, because readers take the oldest first.
        name = f"{time.monotonic_ns():020}_{uuid.uuid4()}"
        folder = Path(self.data_folder_out)
        unfinished = folder / f"{name}.part"
        try:
            unfinished.write_text(dumps(payload), "utf-8")  # type: ignore[no-untyped-call] # kombu has no types
            os.replace(unfinished, folder / f"{name}.{queue}.msg")  # noqa: PTH105 - says that it is atomic
        except OSError as error:
            raise ChannelError(f"Cannot add a message to {folder}") from error


class Transport(filesystem.Transport):
    """The transport of this channel."""

    Channel = Channel


class RedisChannel(redis.Channel):
    """Kombu's channel, which knows when it is closed."""

    def _connparams(self, asynchronous: bool = False) -> dict[str, Any]:
        if self.connection is None or self.connection.client is None:
            raise RedisConnectionError("The connection to the broker is lost.")
        facts: dict[str, Any] = super()._connparams(asynchronous)  # type: ignore[no-untyped-call] # as above
        return facts


class RedisTransport(redis.Transport):
    """The transport of this channel."""

    Channel = RedisChannel
