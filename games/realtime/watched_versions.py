"""The stream of version numbers to pages. Cards never travel here: pages fetch what they may see.

However many people watch, a process has one thread that queries the database for the versions of all watched
rows; notifications of other processes make it faster. The thread runs while there are watchers.
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

from games import metrics
from games.models import Chat, Table
from games.realtime import publisher, subscriber
from games.realtime.publisher import Key

logger = logging.getLogger(__name__)

VersionQuery = Callable[[Collection[int]], Iterable[tuple[int, int]]]
"""Returns (id, version) of the rows with these ids, in one query. Versions only grow."""

_RETRY_SECONDS: Final = 1.0
_GONE: Final = -2


async def versions(kind: str, pk: int, after: int = -1) -> AsyncGenerator[int]:
    """Yield the current version at once if it is newer than `after`, and each new one from then on.

    When nothing happens the last version comes again as a heartbeat. `kind` is `table` or another that was
    registered; KeyError otherwise. The stream ends when the row is gone.
    """
    async with aclosing(news({(kind, pk): after})) as stream:
        async for _kind, version in stream:
            yield version


async def news(after: Mapping[Key, int]) -> AsyncGenerator[tuple[str, int]]:
    """Yield (kind, version) for several rows of different kinds, each as in `versions`.

    `after` holds the versions the page has seen. The stream ends with the first row. The others may not exist
    yet.
    """
    watcher = _Watcher({kind: version for (kind, _pk), version in after.items()})
    try:
        for key in after:
            _hub.add(key, watcher)
        while True:
            change = await watcher.next(settings.HEARTBEAT_SECONDS)
            if change is None:
                return
            yield change
    finally:
        for key in after:
            _hub.remove(key, watcher)


async def is_there(kind: str, pk: int) -> bool:
    """Whether there is such a row."""
    async with aclosing(versions(kind, pk)) as stream:
        return await anext(stream, None) is not None


async def wait(kind: str, pk: int, *, after: int, seconds: float) -> None:
    """Return as soon as the version is newer than `after`, the row is gone, or the time is over."""
    try:
        async with asyncio.timeout(seconds), aclosing(versions(kind, pk, after)) as stream:
            async for version in stream:
                if version > after:
                    return
    except TimeoutError:
        return


def register(kind: str, query: VersionQuery) -> None:
    """Register a kind of stream with the query of its versions."""
    _QUERIES[kind] = query


def versions_in(model: type[models.Model], column: str = "version") -> VersionQuery:
    """Return a query of the versions in a column of a model."""

    def query(ids: Collection[int]) -> Iterable[tuple[int, int]]:
        rows = model._default_manager.filter(pk__in=ids)  # noqa: SLF001 - Django's own name for it
        return rows.values_list("pk", column)

    return query


def close_all() -> None:
    """End every stream of this process, because it ends: pages reconnect to the next process."""
    _hub.close_all()


def is_polling() -> bool:
    """Whether the thread runs, because anybody watches in this process."""
    return _hub.is_running()


_QUERIES: dict[str, VersionQuery] = {"table": versions_in(Table), "chat": versions_in(Chat)}


class _Watcher:
    """An open page. It belongs to an event loop and is used only there."""

    def __init__(self, after: Mapping[str, int]) -> None:
        self.loop = asyncio.get_running_loop()
        self._has_news = asyncio.Event()
        self._current = dict(after)
        self._sent = dict(after)
        self._main_kind = next(iter(after))

    def update(self, kind: str, version: int) -> None:
        """Pass on a version, `_GONE` when there is no row."""
        if version > self._current[kind] or (version == _GONE and kind == self._main_kind):
            self._current[kind] = version
            self._has_news.set()

    async def next(self, seconds: float) -> tuple[str, int] | None:
        """Return the next (kind, version), the last again after some seconds, None when the row is gone."""
        while True:
            self._has_news.clear()
            if self._current[self._main_kind] == _GONE:
                return None
            for kind, version in self._current.items():
                if version > self._sent[kind]:
                    self._sent[kind] = version
                    return kind, version
            try:
                async with asyncio.timeout(seconds):
                    await self._has_news.wait()
            except TimeoutError:
                if self._sent[self._main_kind] >= 0:
                    return self._main_kind, self._sent[self._main_kind]


class _Hub:
    """The watchers of all rows and their current versions. Threads call watchers only through their loops."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._watchers: dict[Key, set[_Watcher]] = {}
        self._known: dict[Key, int] = {}
        self._thread: threading.Thread | None = None
        self._query_all_at = 0.0

    def add(self, key: Key, watcher: _Watcher) -> None:
        """Begin to watch: a known version comes at once, others after a query."""
        _QUERIES[key[0]]
        with self._changed:
            self._watchers.setdefault(key, set()).add(watcher)
            if key in self._known:
                watcher.update(key[0], self._known[key])
                return
            subscriber.subscribe(self)
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="table-stream", daemon=True)
                self._thread.start()
            self._changed.notify_all()

    def remove(self, key: Key, watcher: _Watcher) -> None:
        """Stop watching; the thread ends with the last watcher."""
        with self._changed:
            left = self._watchers.get(key, set())
            left.discard(watcher)
            if not left:
                self._watchers.pop(key, None)
                self._known.pop(key, None)
            if not self._watchers:
                subscriber.unsubscribe(self)
                self._changed.notify_all()

    def notify(self, versions: Mapping[Key, int]) -> None:
        """Pass on newer versions that were just committed, from any thread."""
        self._pass_on(versions, versions.get(publisher.COMMITTED, publisher.milliseconds()))

    def _pass_on(self, versions: Mapping[Key, int], committed: int | None = None) -> None:
        """Pass on newer versions; each event loop is called once."""
        updates: dict[asyncio.AbstractEventLoop, list[tuple[_Watcher, str, int]]] = defaultdict(list)
        with self._changed:
            for key, version in versions.items():
                if key in self._watchers and self._is_new(key, version):
                    self._known[key] = version
                    for watcher in self._watchers[key]:
                        updates[watcher.loop].append((watcher, key[0], version))
        for loop, batch in updates.items():
            try:
                loop.call_soon_threadsafe(_update, batch, committed)
            except RuntimeError:
                # The loop has been closed with pages still open; their generators will never run again.
                logger.debug("Pages went away without saying so")

    def tables(self) -> Collection[int]:
        """Return the tables that anybody watches."""
        with self._changed:
            return {pk for kind, pk in self._watchers if kind in ("table", "chat")}

    def connection_changed(self) -> None:
        """Query all versions at once: notifications may have been lost."""
        with self._changed:
            self._query_all_at = 0.0
            self._changed.notify_all()

    def close_all(self) -> None:
        """End all streams."""
        with self._changed:
            keys = list(self._watchers)
        self._pass_on(dict.fromkeys(keys, _GONE))

    def is_running(self) -> bool:
        with self._changed:
            return self._thread is not None

    def _is_new(self, key: Key, version: int) -> bool:
        # A version that was read before a notification must not replace it; a deleted row is news.
        known = self._known.get(key)
        return known is None or version > known or (version == _GONE and known != _GONE)

    def _run(self) -> None:
        try:
            while (keys := self._next_query()) is not None:
                try:
                    self._pass_on(_current_versions(keys))
                except Error as error:
                    logger.warning("The versions cannot be read, trying again: %s", error)
                    connections.close_all()
                    self._pause(_RETRY_SECONDS)
        finally:
            connections.close_all()
            with self._changed:  # after an unexpected error the next page starts a new thread
                if self._thread is threading.current_thread():
                    self._thread = None

    def _next_query(self) -> Collection[Key] | None:
        """Wait until a query is due and return its keys; None when nobody watches any more."""
        with self._changed:
            while self._is_watched():
                unknown = self._watchers.keys() - self._known.keys()
                left = self._query_all_at - time.monotonic()
                if left <= 0:
                    self._query_all_at = time.monotonic() + subscriber.poll_seconds()
                    return list(self._watchers)
                if unknown:
                    return unknown
                self._changed.wait(min(left, subscriber.poll_seconds()))
            return None

    def _is_watched(self) -> bool:
        """Whether anybody watches and this is the current thread; if not it has to end."""
        me = threading.current_thread()
        if self._thread is me and not self._watchers:
            self._thread = None
        return self._thread is me

    def _pause(self, seconds: float) -> None:
        with self._changed:
            if self._watchers:
                self._changed.wait(seconds)


def _update(batch: list[tuple[_Watcher, str, int]], committed: int | None) -> None:
    for watcher, kind, version in batch:
        watcher.update(kind, version)
    if committed is not None:
        delay = time.time() - committed / 1000
        metrics.STREAM_DELAY_SECONDS.labels("notification").observe(max(0.0, delay))


def _current_versions(keys: Collection[Key]) -> dict[Key, int]:
    current = dict.fromkeys(keys, _GONE)
    for kind in {kind for kind, _pk in keys}:
        ids = [pk for other, pk in keys if other == kind]
        current |= {(kind, pk): version for pk, version in _QUERIES[kind](ids)}
    return current


_hub = _Hub()
publisher.subscribe(_hub.notify)
