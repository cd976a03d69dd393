"""Publish notifications of new versions to this process and, by a thread, to others.

A notification is a hint and may be lost. Streams query the database as well, only less often, so that nothing
depends on the thread that sends notifications or on the server that carries them. No move waits for them.
"""

import logging
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Final

from django.db import transaction

from games.realtime import transports

logger = logging.getLogger(__name__)

Key = tuple[str, int]
"""The kind of a row with versions (`table`) and its primary key. A `player` is notified with the version of a
table when seated there."""
Notify = Callable[[Mapping[Key, int]], None]

COMMITTED: Final = ("committed", 0)
"""The key under which notifications carry the time of the oldest commit, in milliseconds since 1970."""
GATHER_SECONDS: Final = 0.01
"""How long notifications are gathered: a busy worker sends a hundred times a second, not for every move."""
IDLE_SECONDS: Final = 5.0
RETRY_SECONDS: Final = 1.0
_AT_ONCE: Final = 100  # a notification of PostgreSQL holds 8,000 bytes


def publish(kind: str, pk: int, version: int) -> None:
    """Notify all subscribers of a new version as soon as the transaction is committed."""
    transaction.on_commit(partial(_deliver, {(kind, pk): version}))


def subscribe(notify: Notify) -> None:
    """Have a function called with every notification of this process, in any thread."""
    if notify not in _SUBSCRIBERS:
        _SUBSCRIBERS.append(notify)


def encode(versions: Mapping[Key, int]) -> str:
    """Return notifications as the text that is sent: a line `table 7 43` each."""
    return "\n".join(f"{kind} {pk} {version}" for (kind, pk), version in versions.items())


def decode(text: str) -> dict[Key, int]:
    """Return the notifications of a text; malformed lines are left out."""
    lines = [line.split() for line in text.splitlines()]
    return {
        (words[0], int(words[1])): int(words[2])
        for words in lines
        if len(words) == 3 and words[1].isdecimal() and words[2].isdecimal()
    }


def milliseconds() -> int:
    """Return the time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def _deliver(versions: Mapping[Key, int]) -> None:
    for notify in _SUBSCRIBERS:
        notify(versions)
    if transports.transport_name():
        _sender.put({**versions, COMMITTED: milliseconds()})


class _Sender:
    """The thread that sends notifications to other processes; it ends when there are none for a while.

    Only the newest version of a row is sent. What cannot be sent is dropped.
    """

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._waiting: dict[Key, int] = {}
        self._thread: threading.Thread | None = None

    def put(self, versions: Mapping[Key, int]) -> None:
        """Send soon; returns at once."""
        with self._changed:
            oldest = min(versions[COMMITTED], self._waiting.get(COMMITTED, versions[COMMITTED]))
            for key, version in versions.items():
                self._waiting[key] = max(version, self._waiting.get(key, 0))
            self._waiting[COMMITTED] = oldest
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="publisher", daemon=True)
                self._thread.start()
            self._changed.notify()

    def _run(self) -> None:
        transport = transports.new_transport()
        try:
            while self._is_wanted():
                time.sleep(GATHER_SECONDS)
                batch = self._take_batch()
                try:
                    for channel, text in _texts(batch):
                        transport.send(text, channel)
                except transports.ERRORS as error:
                    logger.warning("Notifications are lost, streams query the database instead: %s", error)
                    transport.close()
                    time.sleep(RETRY_SECONDS)
        finally:
            transport.close()
            with self._changed:
                if self._thread is threading.current_thread():
                    self._thread = None  # after an unexpected error the next notification starts a new thread

    def _is_wanted(self) -> bool:
        """Wait for something to send; return whether there is anything, else the thread has to end."""
        with self._changed:
            if not self._waiting:
                self._changed.wait(IDLE_SECONDS)
            if not self._waiting:
                self._thread = None
            return bool(self._waiting)

    def _take_batch(self) -> dict[Key, int]:
        with self._changed:
            batch, self._waiting = self._waiting, {}
            return batch


def _texts(batch: Mapping[Key, int]) -> Iterable[tuple[str, str]]:
    """Yield what to send: each channel and a text."""
    by_channel: dict[str, list[tuple[Key, int]]] = defaultdict(list)
    for key, version in batch.items():
        if key != COMMITTED:
            by_channel[transports.channel_of(*key)].append((key, version))
    for channel, items in by_channel.items():
        for first in range(0, len(items), _AT_ONCE):
            yield channel, encode({**dict(items[first : first + _AT_ONCE]), COMMITTED: batch[COMMITTED]})


_SUBSCRIBERS: Final[list[Notify]] = []
_sender = _Sender()
