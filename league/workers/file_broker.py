"""A broker without a server: messages are files in a folder, each complete as soon as it is visible.

Kombu's own transport writes a message into the file that readers already see; under load a worker reads it
empty and dies. Here a message gets its name only when it is complete.

A queue may contain data that no program of ours has sent. What is not a message, or names no task properly,
is logged and dropped: kombu and Celery by themselves would end the worker, and the next one, too.
"""

import binascii
import logging
import os
import time
import uuid
from base64 import b64decode
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, Literal

import msgspec
from celery.worker.consumer import Consumer
from kombu.exceptions import ChannelError, ContentDisallowed, SerializationError
from kombu.transport import TRANSPORT_ALIASES, filesystem
from kombu.utils.json import dumps

logger = logging.getLogger(__name__)

ALIAS = "filesystem"

UNREADABLE: Final = (ValueError, TypeError, AttributeError, ArithmeticError, RecursionError)
"""The errors of reading a message: no UTF-8, no JSON, too deep, a kind of value that kombu does not know."""


class _Where(msgspec.Struct):
    exchange: str
    routing_key: str


class _Properties(msgspec.Struct):
    delivery_tag: str
    delivery_info: _Where
    body_encoding: Literal["base64"] | None = None


class _Envelope(msgspec.Struct):
    """The parts of a message that kombu and Celery take for granted."""

    properties: _Properties
    body: str = ""
    headers: dict[str, Any] | None = None


def use() -> None:
    """Use these transports for broker addresses `filesystem://` and `redis://`."""
    TRANSPORT_ALIASES[ALIAS] = "league.workers.file_broker:Transport"
    TRANSPORT_ALIASES["redis"] = TRANSPORT_ALIASES["rediss"] = "league.workers.redis_broker:Transport"


class Channel(filesystem.Channel):
    """Kombu's channel with complete messages only."""

    def _put(self, queue: str, payload: Any, **_facts: Any) -> None:  # type: ignore[override] # as kombu
        # The name begins with the time, because readers take the oldest first.
        name = f"{time.monotonic_ns():020}_{uuid.uuid4()}"
        folder = Path(self.data_folder_out)
        unfinished = folder / f"{name}.part"
        try:
            unfinished.write_text(dumps(payload), "utf-8")
            os.replace(unfinished, folder / f"{name}.{queue}.msg")  # noqa: PTH105 - says that it is atomic
        except OSError as error:
            raise ChannelError(f"Cannot add a message to {folder}") from error

    def _get(self, queue: str, *_more: Any) -> Any:
        return next_readable(super()._get, queue)


class WholeOnly:
    """A mix-in for transports: passes on proper messages only."""

    def _deliver(self, message: Any, queue: str) -> None:
        if _is_whole(message):
            super()._deliver(message, queue)  # type: ignore[misc] # of the transport
        else:
            log_dropped()


class Transport(WholeOnly, filesystem.Transport):  # type: ignore[misc]
    """The transport of this channel."""

    Channel = Channel


class Steady(Consumer):
    """Celery's consumer, which survives a message that names a task but is malformed otherwise."""

    def create_task_handler(self, *args: Any, **kwargs: Any) -> Callable[[Any], None]:
        """Return the handler of a message."""
        handle = super().create_task_handler(*args, **kwargs)

        def handle_or_drop(message: Any) -> None:
            try:
                handle(message)
            except (LookupError, ContentDisallowed, SerializationError, *UNREADABLE) as error:
                log_dropped(error)
                message.reject_log_error(logger, self.connection_errors)  # type: ignore[attr-defined]

        return handle_or_drop

    def on_decode_error(self, message: Any, exc: Exception) -> None:
        """Drop a message that names no task and cannot be read either; Celery itself would log its text."""
        log_dropped(exc)
        message.ack()


def next_readable(get: Callable[[str], Any], queue: str) -> Any:
    """Return the next readable message of a queue; Empty."""
    while True:
        try:
            return get(queue)
        except UNREADABLE as error:
            log_dropped(error)


def _is_whole(message: Any) -> bool:
    try:
        read = msgspec.convert(message, _Envelope)
        if read.properties.body_encoding:
            b64decode(read.body).decode()
    except (msgspec.ValidationError, binascii.Error, UnicodeError):
        return False
    return True


def log_dropped(error: Exception | None = None) -> None:
    """Log that a message was dropped, and why."""
    # Neither the message nor the text of the error, which may quote it, is logged: otherwise everybody who
    # can write to the queue could write to the log.
    why = type(error).__name__ if error else "it is not whole"
    logger.warning("A message that nobody can read was dropped from the queue: %s", why)
