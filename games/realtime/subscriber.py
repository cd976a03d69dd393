"""Receive the notifications of other processes, by a thread that runs while anybody listens."""

import logging
import threading
import time
from collections.abc import Collection, Mapping
from typing import Final, Protocol

from games.realtime import publisher, transports
from games.realtime.publisher import Key

logger = logging.getLogger(__name__)

POLL_SECONDS: Final = 0.3
"""How often streams query the database where notifications of other processes cannot be received."""
SAFETY_SECONDS: Final = 3.0
"""How often they query it where notifications can be received, as some may be lost."""
_WAIT_SECONDS: Final = 0.25
"""How long a process waits for notifications before it looks which channels it needs."""
_KEPT_SECONDS: Final = 60.0
"""How long it listens to a channel that it needs no longer: people come back."""


class Listener(Protocol):
    """Receives notifications; called in the thread of the subscriber."""

    def notify(self, versions: Mapping[Key, int]) -> None:
        """Receive the new versions that other processes have published."""

    def tables(self) -> Collection[int] | None:
        """Return the tables whose notifications it needs; None for all."""

    def connection_changed(self) -> None:
        """Query the database soon: the connection to other processes was made, extended or lost."""


def subscribe(listener: Listener) -> None:
    """Notify a listener from now on; doing it again changes nothing. Without a transport nothing comes."""
    _subscriber.subscribe(listener)


def unsubscribe(listener: Listener) -> None:
    """Stop notifying a listener; the thread ends with the last listener."""
    _subscriber.unsubscribe(listener)


def poll_seconds() -> float:
    """Return after how many seconds a stream should query the database if no notification comes."""
    return SAFETY_SECONDS if _subscriber.is_connected() else POLL_SECONDS


class _Subscriber:
    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._listeners: set[Listener] = set()
        self._thread: threading.Thread | None = None
        self._connected: threading.Thread | None = None

    def subscribe(self, listener: Listener) -> None:
        with self._changed:
            self._listeners.add(listener)
            if self._thread is None and transports.transport_name():
                self._thread = threading.Thread(target=self._work, name="subscriber", daemon=True)
                self._thread.start()

    def unsubscribe(self, listener: Listener) -> None:
        with self._changed:
            self._listeners.discard(listener)
            self._changed.notify_all()

    def is_connected(self) -> bool:
        """Whether the current thread receives notifications; a thread that is about to end does not count."""
        with self._changed:
            return self._thread is not None and self._connected is self._thread

    def _work(self) -> None:
        transport = transports.new_transport()
        try:
            while self._is_wanted():
                try:
                    with transport.listening() as listen:
                        self._receive(listen)
                except transports.ERRORS as error:
                    logger.warning("No notifications from other processes, querying more often: %s", error)
                    self._pause()
        finally:
            transport.close()
            with self._changed:  # after an unexpected error the next listener starts a new thread
                if self._thread is threading.current_thread():
                    self._thread = None

    def _receive(self, listen: transports.Listen) -> None:
        channels = _Channels()
        listen.follow(channels.needed(self._all()))
        self._set_connected(is_connected=True)
        try:
            while self._is_wanted():
                if channels.are_due and listen.follow(channels.needed(self._all())):
                    self._tell_all()
                for text in listen(_WAIT_SECONDS):
                    versions = publisher.decode(text)
                    for listener in self._all():
                        listener.notify(versions)
        finally:
            self._set_connected(is_connected=False)

    def _set_connected(self, *, is_connected: bool) -> None:
        me = threading.current_thread()
        with self._changed:
            if is_connected:
                self._connected = me
            elif self._connected is me:
                self._connected = None
        self._tell_all()

    def _tell_all(self) -> None:
        for listener in self._all():
            listener.connection_changed()

    def _is_wanted(self) -> bool:
        """Whether this thread has listeners; if not it has to end."""
        with self._changed:
            if self._thread is threading.current_thread() and not self._listeners:
                self._thread = None
            return self._thread is threading.current_thread()

    def _all(self) -> list[Listener]:
        with self._changed:
            return list(self._listeners)

    def _pause(self) -> None:
        with self._changed:
            if self._listeners:
                self._changed.wait(publisher.RETRY_SECONDS)


class _Channels:
    """The channels that a process listens to: those that it needs, and needed a moment ago."""

    def __init__(self) -> None:
        self._needed_at: dict[str, float] = {}
        self._due_at = 0.0

    @property
    def are_due(self) -> bool:
        """Whether it is time to look again which channels are needed."""
        return time.monotonic() >= self._due_at

    def needed(self, listeners: Collection[Listener]) -> Collection[str]:
        """Return the channels to listen to now."""
        now = time.monotonic()
        self._due_at = now + _WAIT_SECONDS
        for listener in listeners:
            self._needed_at |= dict.fromkeys(transports.channels_of(listener.tables()), now)
        self._needed_at = {
            channel: at for channel, at in self._needed_at.items() if now - at < _KEPT_SECONDS
        } | {transports.CHANNEL: now}
        return self._needed_at.keys()


_subscriber = _Subscriber()
