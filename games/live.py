"""The stream of version numbers to pages. Cards never travel here: pages fetch what they may see.

One thread per process asks the database a few times a second for the versions of everything that is
watched, however many people watch. It works across processes and on every database; it begins with the
first watcher and ends with the last.
"""

import asyncio
import logging
import threading
from collections.abc import AsyncIterator, Mapping
from typing import Any, Final

from django.db import Error, connections, models

from games.models import Chat, Table

logger = logging.getLogger(__name__)

POLL_SECONDS: Final = 0.3
HEARTBEAT_SECONDS: Final = 15.0


async def versions(kind: str, pk: int, after: int = -1) -> AsyncIterator[int]:
    """Yield the current version at once if it is not `after`, and each new one from then on.

    When nothing happens the last version comes again as a sign of life. `kind` is `table` or another
    that was announced by `watch`; KeyError otherwise. The stream ends when the row is gone.
    """
    async for _kind, version in news(pk, {kind: after}):
        yield version


async def news(pk: int, after: Mapping[str, int]) -> AsyncIterator[tuple[str, int]]:
    """Yield (kind, version) for several streams of one thing, each as in `versions`.

    `after` says what the page has seen, by kind. The first kind is the thing itself: the stream ends with
    it. Of the others there may be no row yet.
    """
    watcher = _Watcher(after)
    keys = [(kind, pk) for kind in after]
    try:
        for key in keys:
            _poller.add(key, watcher)
        while True:
            found = await watcher.next(HEARTBEAT_SECONDS)
            if found is None:
                return
            yield found
    finally:
        for key in keys:
            _poller.remove(key, watcher)


def watch(kind: str, model: type[models.Model]) -> None:
    """Announce a kind of stream: a model with a column `version`."""
    _MODELS[kind] = model


def is_polling() -> bool:
    """Whether the thread runs, i.e. whether anybody watches in this process."""
    return _poller.is_running()


_MODELS: dict[str, type[models.Model]] = {"table": Table, "chat": Chat}
_Key = tuple[str, int]


class _Watcher:
    """One page. Lives in an event loop; the thread reaches it only through `tell`."""

    def __init__(self, after: Mapping[str, int]) -> None:
        self._loop = asyncio.get_running_loop()
        self._news = asyncio.Event()
        self._found: dict[str, int | None] = dict(after)
        self._sent = dict(after)
        self._first = next(iter(after))

    def tell(self, kind: str, version: int | None) -> None:
        """Pass on a version, or None when the row is gone, from any thread."""
        try:
            self._loop.call_soon_threadsafe(self._set, kind, version)
        except RuntimeError:
            # The loop has been closed with the page still open; its generator will never run again.
            logger.debug("A page went away without saying so")

    async def next(self, seconds: float) -> tuple[str, int] | None:
        """Return the next (kind, version), the last one again after some seconds, None when all is gone."""
        while True:
            self._news.clear()
            if self._found[self._first] is None:
                return None
            for kind, version in self._found.items():
                if version is not None and version != self._sent[kind]:
                    self._sent[kind] = version
                    return kind, version
            try:
                await asyncio.wait_for(self._news.wait(), seconds)
            except TimeoutError:
                if self._sent[self._first] >= 0:
                    return self._first, self._sent[self._first]

    def _set(self, kind: str, version: int | None) -> None:
        if version != self._found[kind] and (version is not None or kind == self._first):
            self._found[kind] = version
            self._news.set()


class _Poller:
    """The thread that asks, and who waits for which stream."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._watchers: dict[_Key, set[_Watcher]] = {}
        self._thread: threading.Thread | None = None
        self._in_a_hurry = False

    def add(self, key: _Key, watcher: _Watcher) -> None:
        """Begin to watch; the thread asks at once."""
        _MODELS[key[0]]
        with self._changed:
            self._watchers.setdefault(key, set()).add(watcher)
            self._in_a_hurry = True
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="live", daemon=True)
                self._thread.start()
            self._changed.notify()

    def remove(self, key: _Key, watcher: _Watcher) -> None:
        """Stop to watch; with the last watcher the thread ends."""
        with self._changed:
            left = self._watchers.get(key, set())
            left.discard(watcher)
            if not left:
                self._watchers.pop(key, None)
            self._changed.notify()

    def is_running(self) -> bool:
        with self._changed:
            return self._thread is not None

    def _run(self) -> None:
        try:
            while self._waits_for_more():
                self._poll()
        finally:
            connections.close_all()

    def _waits_for_more(self) -> bool:
        """Wait for the next round of questions; False when nobody watches any more."""
        with self._changed:
            if not self._in_a_hurry and self._watchers:
                self._changed.wait(POLL_SECONDS)
            self._in_a_hurry = False
            if not self._watchers:
                self._thread = None
            return bool(self._watchers)

    def _poll(self) -> None:
        with self._changed:
            wanted = {key: list(watchers) for key, watchers in self._watchers.items()}
        try:
            found = _current_versions(wanted)
        except Error:
            logger.exception("The versions could not be read; trying again")
            connections.close_all()
            return
        for key, watchers in wanted.items():
            for watcher in watchers:
                watcher.tell(key[0], found.get(key))


def _current_versions(wanted: dict[_Key, Any]) -> dict[_Key, int]:
    found: dict[_Key, int] = {}
    for kind in {kind for kind, _pk in wanted}:
        ids = [pk for other, pk in wanted if other == kind]
        rows = _MODELS[kind]._default_manager.filter(pk__in=ids)  # noqa: SLF001 - Django's own name for it
        found |= {(kind, pk): version for pk, version in rows.values_list("pk", "version")}
    return found


_poller = _Poller()
