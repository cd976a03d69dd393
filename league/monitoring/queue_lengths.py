"""The number of waiting tasks in each queue, and the longest wait."""

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from celery import current_app
from django.conf import settings
from kombu import Connection
from kombu.exceptions import KombuError

from league.monitoring.task_signals import SENT_AT
from league.workers.queues import QUEUES


class Length(NamedTuple):
    """The tasks that wait in a queue; `oldest_seconds` is None if none waits, or the broker does not say."""

    queue: str
    waiting: int
    oldest_seconds: float | None


class BrokerError(Exception):
    """The broker does not answer."""


def lengths() -> list[Length]:
    """Return the length of every queue; BrokerError."""
    try:
        with current_app.connection_for_read() as broker:
            broker.ensure_connection(max_retries=1, interval_start=0, interval_step=0, timeout=2)
            measure = _MEASURES.get(str(broker.transport.driver_type), _declared)
            return [measure(broker, queue) for queue in QUEUES]
    except _errors() as error:
        raise BrokerError(str(error)) from error


def require_broker() -> None:
    """Return if the broker answers; BrokerError."""
    lengths()


def _errors() -> tuple[type[BaseException], ...]:
    """Return the errors that the transport may raise."""
    return (KombuError, OSError, *current_app.connection_for_read().connection_errors)


def _in_files(_broker: Connection, queue: str) -> Length:
    folder = Path(str(settings.CELERY_BROKER_TRANSPORT_OPTIONS["data_folder_in"]))
    names = sorted(file.name for file in folder.glob(f"*.{queue}.msg"))
    return Length(queue, len(names), _age_of(folder / names[0]) if names else None)


def _age_of(file: Path) -> float | None:
    try:
        return max(0.0, time.time() - file.stat().st_mtime)
    except FileNotFoundError:
        return None  # a worker has just taken it


def _in_redis(broker: Connection, queue: str) -> Length:
    channel: Any = broker.default_channel
    keys = [channel._q_for_pri(queue, priority) for priority in channel.priority_steps]  # noqa: SLF001 - no other way
    waiting = sum(channel.client.llen(key) for key in keys)
    return Length(queue, waiting, max(_ages(channel.client, keys), default=None))


def _ages(client: Any, keys: list[str]) -> Iterator[float]:
    """Yield the ages of the oldest messages."""
    for key in keys:
        message = client.lindex(key, -1)
        sent_at = json.loads(message).get("headers", {}).get(SENT_AT) if message else None
        if sent_at is not None:
            yield max(0.0, time.time() - sent_at)


def _declared(broker: Connection, queue: str) -> Length:
    channel: Any = broker.default_channel
    return Length(queue, channel.queue_declare(queue, passive=True).message_count, None)


_MEASURES: Final[dict[str, Callable[[Connection, str], Length]]] = {
    "filesystem": _in_files,
    "redis": _in_redis,
}
