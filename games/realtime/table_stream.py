"""The stream of version numbers to pages. Cards never travel here: pages fetch what they may see.

However many people watch, a process has one thread that asks the database for the versions of everything
that is watched; where rings come from other processes, ears hear them. The thread begins with the first
watcher and ends with the last.
"""

import asyncio
import logging
import threading
import time
from collections import defaultdict
from collections.abc import AsyncGenerator, Callable, Collection, Iterable, Mapping
from contextlib import aclosing
from typing import Final

from django.conf import settings
from django.db import Error, connections, models

from games.models import Chat, Table
from games.realtime import publisher, subscriber
from games.realtime.publisher import Key

logger = logging.getLogger(__name__)

Ask = Callable[[Collection[int]], Iterable[tuple[int, int]]]
"""Answers ids with (id, version) of those that there are. Versions only grow. One query."""

_BREATH: Final = 1.0
_GONE: Final = -2


async def versions(kind: str, pk: int, after: int = -1) -> AsyncGenerator[int]:
    """Yield the current version at once if it is newer than `after`, and each new one from then on.

    When nothing happens the last version comes again as a sign of life. `kind` is `table` or another
    that was announced by `watch`; KeyError otherwise. The stream ends when the row is gone.
    """
    async with aclosing(news(pk, {kind: after})) as found:
        async for _kind, version in found:
            yield version


async def news(pk: int, after: Mapping[str, int]) -> AsyncGenerator[tuple[str, int]]:
    """Yield (kind, version) for several streams of one thing, each as in `versions`.

    `after` says what the page has seen, by kind. The first kind is the thing itself: the stream ends with
    it. Of the others there may be no row yet.
    """
    watcher = _Watcher(after)
    keys = [(kind, pk) for kind in after]
    try:
        for key in keys:
            _hub.add(key, watcher)
        while True:
            found = await watcher.next(settings.HEARTBEAT_SECONDS)
            if found is None:
                return
            yield found
    finally:
        for key in keys:
            _hub.remove(key, watcher)


async def is_there(kind: str, pk: int) -> bool:
    """Whether there is a thing to watch."""
    async with aclosing(versions(kind, pk)) as found:
        return await anext(found, None) is not None


async def wait(kind: str, pk: int, *, after: int, seconds: float) -> None:
    """Return as soon as the version is newer than `after`, the row is gone, or the time is over."""
    try:
        async with asyncio.timeout(seconds), aclosing(versions(kind, pk, after)) as found:
            async for version in found:
                if version > after:
                    return
    except TimeoutError:
        return


def watch(kind: str, ask: Ask) -> None:
    """Announce a kind of stream: what answers with the versions of some ids."""
    _ASKED[kind] = ask


def column_of(model: type[models.Model], column: str = "version") -> Ask:
    """Return what asks a model for the column of its versions."""

    def ask(ids: Collection[int]) -> Iterable[tuple[int, int]]:
        rows = model._default_manager.filter(pk__in=ids)  # noqa: SLF001 - Django's own name for it
        return rows.values_list("pk", column)

    return ask


def hang_up() -> None:
    """End every stream of this process, because it ends: pages come back, to the next one."""
    _hub.hang_up()


def is_polling() -> bool:
    """Whether the thread runs, i.e. whether anybody watches in this process."""
    return _hub.is_running()


_ASKED: dict[str, Ask] = {"table": column_of(Table), "chat": column_of(Chat)}


class _Watcher:
    """One page. Lives in an event loop and is reached only there."""

    def __init__(self, after: Mapping[str, int]) -> None:
        self.loop = asyncio.get_running_loop()
        self._news = asyncio.Event()
        self._found = dict(after)
        self._sent = dict(after)
        self._first = next(iter(after))

    def tell(self, kind: str, version: int) -> None:
        """Pass on a version, `_GONE` when there is no row."""
        if version > self._found[kind] or (version == _GONE and kind == self._first):
            self._found[kind] = version
            self._news.set()

    async def next(self, seconds: float) -> tuple[str, int] | None:
        """Return the next (kind, version), the last one again after some seconds, None when all is gone."""
        while True:
            self._news.clear()
            if self._found[self._first] == _GONE:
                return None
            for kind, version in self._found.items():
                if version > self._sent[kind]:
                    self._sent[kind] = version
                    return kind, version
            try:
                async with asyncio.timeout(seconds):
                    await self._news.wait()
            except TimeoutError:
                if self._sent[self._first] >= 0:
                    return self._first, self._sent[self._first]


class _Hub:
    """Who waits for what, and what is known of it. The threads reach watchers only through their loops."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._watchers: dict[Key, set[_Watcher]] = {}
        self._known: dict[Key, int] = {}
        self._thread: threading.Thread | None = None
        self._ask_all_at = 0.0

    def add(self, key: Key, watcher: _Watcher) -> None:
        """Begin to watch: what is known already comes at once, everything else after one question."""
        _ASKED[key[0]]
        with self._changed:
            self._watchers.setdefault(key, set()).add(watcher)
            if key in self._known:
                watcher.tell(key[0], self._known[key])
                return
            subscriber.lend(self)
            if self._thread is None:
                self._thread = threading.Thread(target=self._ask, name="live", daemon=True)
                self._thread.start()
            self._changed.notify_all()

    def remove(self, key: Key, watcher: _Watcher) -> None:
        """Stop to watch; with the last watcher the thread ends."""
        with self._changed:
            left = self._watchers.get(key, set())
            left.discard(watcher)
            if not left:
                self._watchers.pop(key, None)
                self._known.pop(key, None)
            if not self._watchers:
                subscriber.take_back(self)
                self._changed.notify_all()

    def heard(self, found: Mapping[Key, int]) -> None:
        """Pass on what is new, from any thread; each event loop is called once."""
        told: dict[asyncio.AbstractEventLoop, list[tuple[_Watcher, str, int]]] = defaultdict(list)
        with self._changed:
            for key, version in found.items():
                if key in self._watchers and self._is_new(key, version):
                    self._known[key] = version
                    for watcher in self._watchers[key]:
                        told[watcher.loop].append((watcher, key[0], version))
        for loop, several in told.items():
            try:
                loop.call_soon_threadsafe(_tell, several)
            except RuntimeError:
                # The loop has been closed with pages still open; their generators will never run again.
                logger.debug("Pages went away without saying so")

    def hearing_changed(self) -> None:
        """Ask for everything at once: something may have come in between."""
        with self._changed:
            self._ask_all_at = 0.0
            self._changed.notify_all()

    def hang_up(self) -> None:
        """Tell everybody that there is nothing more to come from here."""
        with self._changed:
            keys = list(self._watchers)
        self.heard(dict.fromkeys(keys, _GONE))

    def is_running(self) -> bool:
        with self._changed:
            return self._thread is not None

    def _is_new(self, key: Key, version: int) -> bool:
        # What was read before a ring came must not take it back; a row that is gone is news.
        known = self._known.get(key)
        return known is None or version > known or (version == _GONE and known != _GONE)

    def _ask(self) -> None:
        try:
            while (wanted := self._next_question()) is not None:
                try:
                    self.heard(_current_versions(wanted))
                except Error as error:
                    logger.warning("The versions cannot be read, trying again: %s", error)
                    connections.close_all()
                    self._pause(_BREATH)
        finally:
            connections.close_all()
            with self._changed:  # something unforeseen: the next page begins anew
                if self._thread is threading.current_thread():
                    self._thread = None

    def _next_question(self) -> Collection[Key] | None:
        """Wait until there is something to ask for; None when nobody watches any more."""
        with self._changed:
            while self._is_watched():
                unknown = self._watchers.keys() - self._known.keys()
                left = self._ask_all_at - time.monotonic()
                if left <= 0:
                    self._ask_all_at = time.monotonic() + subscriber.patience()
                    return list(self._watchers)
                if unknown:
                    return unknown
                self._changed.wait(min(left, subscriber.patience()))
            return None

    def _is_watched(self) -> bool:
        """Whether anybody watches and this is the thread that asks; if not it has to end."""
        me = threading.current_thread()
        if self._thread is me and not self._watchers:
            self._thread = None
        return self._thread is me

    def _pause(self, seconds: float) -> None:
        with self._changed:
            if self._watchers:
                self._changed.wait(seconds)


def _tell(several: list[tuple[_Watcher, str, int]]) -> None:
    for watcher, kind, version in several:
        watcher.tell(kind, version)


def _current_versions(wanted: Collection[Key]) -> dict[Key, int]:
    found = dict.fromkeys(wanted, _GONE)
    for kind in {kind for kind, _pk in wanted}:
        ids = [pk for other, pk in wanted if other == kind]
        found |= {(kind, pk): version for pk, version in _ASKED[kind](ids)}
    return found


_hub = _Hub()
publisher.hear(_hub.heard)
