"""Ears: the thread that hears the rings of other processes, as long as anybody in this one waits for news."""

import logging
import threading
from collections.abc import Mapping
from typing import Final, Protocol

from games.realtime import publisher, transports
from games.realtime.publisher import Key

logger = logging.getLogger(__name__)

POLL_SECONDS: Final = 0.3
"""How often the database is asked where rings of other processes cannot be heard."""
SAFETY_SECONDS: Final = 3.0
"""How often it is asked where they can: for those that were lost."""
_BREATH: Final = 1.0


class Listener(Protocol):
    """Who hears; is called in the thread of the ears."""

    def heard(self, versions: Mapping[Key, int]) -> None:
        """Take what other processes rang."""

    def hearing_changed(self) -> None:
        """Ask soon for what came in between: from now on rings can be heard, or no more."""


def lend(listener: Listener) -> None:
    """Let somebody hear; doing it again changes nothing. Where nothing carries rings, nothing is heard."""
    _ears.lend(listener)


def take_back(listener: Listener) -> None:
    """Let somebody hear no more; with the last one the thread ends."""
    _ears.take_back(listener)


def patience() -> float:
    """Return how many seconds may pass until the database is asked for what rings did not bring."""
    return SAFETY_SECONDS if _ears.can_hear() else POLL_SECONDS


class _Ears:
    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._listeners: set[Listener] = set()
        self._thread: threading.Thread | None = None
        self._hearing: threading.Thread | None = None

    def lend(self, listener: Listener) -> None:
        with self._changed:
            self._listeners.add(listener)
            if self._thread is None and transports.name():
                self._thread = threading.Thread(target=self._work, name="ears", daemon=True)
                self._thread.start()

    def take_back(self, listener: Listener) -> None:
        with self._changed:
            self._listeners.discard(listener)
            self._changed.notify_all()

    def can_hear(self) -> bool:
        """Whether nothing can be missed; a thread that is about to end hears nothing for those who come."""
        with self._changed:
            return self._thread is not None and self._hearing is self._thread

    def _work(self) -> None:
        carrier = transports.carrier()
        try:
            while self._is_wanted():
                try:
                    with carrier.listening() as listen:
                        self._hear(listen)
                except transports.ERRORS as error:
                    logger.warning("No rings from other processes, asking more often: %s", error)
                    self._pause()
        finally:
            carrier.close()
            with self._changed:  # something unforeseen: whoever comes next begins anew
                if self._thread is threading.current_thread():
                    self._thread = None

    def _hear(self, listen: transports.Listen) -> None:
        self._now_hears(is_so=True)
        try:
            while self._is_wanted():
                for text in listen(_BREATH):
                    versions = publisher.read(text)
                    for one in self._all():
                        one.heard(versions)
        finally:
            self._now_hears(is_so=False)

    def _now_hears(self, *, is_so: bool) -> None:
        me = threading.current_thread()
        with self._changed:
            if is_so:
                self._hearing = me
            elif self._hearing is me:
                self._hearing = None
        for one in self._all():
            one.hearing_changed()

    def _is_wanted(self) -> bool:
        """Whether anybody listens to this thread; if not it has to end."""
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


_ears = _Ears()
