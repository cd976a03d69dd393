"""Rings: how web processes hear at once that something has a new version.

A ring is a hint and may be lost. Whoever waits for news asks the database as well, only less often, so that
nothing depends on the thread that sends them or on the server that carries them. No move ever waits for it.
"""

import logging
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Final

from django.db import transaction

from games.realtime import transports

logger = logging.getLogger(__name__)

Key = tuple[str, int]
"""What has versions: its kind (`table`) and its primary key. A `player` rings with that of a table there
whenever they are seated at one."""
Hear = Callable[[Mapping[Key, int]], None]

GATHER_SECONDS: Final = 0.01
"""How long a ring waits for others: a busy worker sends a hundred times a second and not for every move."""
IDLE_SECONDS: Final = 5.0
RETRY_SECONDS: Final = 1.0
_AT_ONCE: Final = 100  # a notification of PostgreSQL holds 8,000 bytes


def ring(kind: str, pk: int, version: int) -> None:
    """Tell everybody who waits, as soon as the transaction is committed, that there is a new version."""
    transaction.on_commit(partial(_out, {(kind, pk): version}))


def hear(hear: Hear) -> None:
    """Announce who wants to hear the rings of this process, in whatever thread they come."""
    if hear not in _HEARERS:
        _HEARERS.append(hear)


def written(versions: Mapping[Key, int]) -> str:
    """Return rings as the text that travels: a line `table 7 43` each."""
    return "\n".join(f"{kind} {pk} {version}" for (kind, pk), version in versions.items())


def read(text: str) -> dict[Key, int]:
    """Return the rings of a text; lines that are none are left out, whoever sent them."""
    lines = [line.split() for line in text.splitlines()]
    return {
        (words[0], int(words[1])): int(words[2])
        for words in lines
        if len(words) == 3 and words[1].isdecimal() and words[2].isdecimal()
    }


def _out(versions: Mapping[Key, int]) -> None:
    for one in _HEARERS:
        one(versions)
    if transports.name():
        _sender.put(versions)


class _Sender:
    """The thread that sends rings to other processes: it begins with the first and ends when none come.

    Of several rings for one thing only the newest is sent. What cannot be sent is dropped.
    """

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._waiting: dict[Key, int] = {}
        self._thread: threading.Thread | None = None

    def put(self, versions: Mapping[Key, int]) -> None:
        """Send soon; returns at once."""
        with self._changed:
            for key, version in versions.items():
                self._waiting[key] = max(version, self._waiting.get(key, 0))
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="rings", daemon=True)
                self._thread.start()
            self._changed.notify()

    def _run(self) -> None:
        carrier = transports.carrier()
        try:
            while self._is_wanted():
                time.sleep(GATHER_SECONDS)
                batch = self._taken()
                try:
                    for text in _texts(batch):
                        carrier.send(text)
                except transports.ERRORS as error:
                    logger.warning("Rings are lost, pages hear by asking: %s", error)
                    carrier.close()
                    time.sleep(RETRY_SECONDS)
        finally:
            carrier.close()
            with self._changed:
                if self._thread is threading.current_thread():
                    self._thread = None  # something unforeseen: the next ring begins anew

    def _is_wanted(self) -> bool:
        """Wait for something to send; when nothing comes the thread has to end."""
        with self._changed:
            if not self._waiting:
                self._changed.wait(IDLE_SECONDS)
            if not self._waiting:
                self._thread = None
            return bool(self._waiting)

    def _taken(self) -> dict[Key, int]:
        with self._changed:
            batch, self._waiting = self._waiting, {}
            return batch


def _texts(batch: Mapping[Key, int]) -> Iterable[str]:
    items = list(batch.items())
    for first in range(0, len(items), _AT_ONCE):
        yield written(dict(items[first : first + _AT_ONCE]))


_HEARERS: Final[list[Hear]] = []
_sender = _Sender()
