"""A broker that needs no server: messages are files in one folder, each complete as soon as it can be seen.

Kombu's own transport writes a message into the file that readers already look for; under load a worker
reads it empty and dies. Here a message gets its name only when it is whole.
"""

import os
import time
import uuid
from pathlib import Path
from typing import Any

from kombu.exceptions import ChannelError
from kombu.transport import TRANSPORT_ALIASES, filesystem
from kombu.utils.json import dumps

ALIAS = "filesystem"


def use() -> None:
    """Let broker addresses `filesystem://` mean this transport."""
    TRANSPORT_ALIASES[ALIAS] = "league.broker:Transport"


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
