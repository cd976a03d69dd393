"""The table and its chat as all spectators see them: rendered once for all of them.

A spectator's page fetches these fragments (`games.pages.views.spectators`) or has them sent by its stream.
"""

import asyncio
import logging
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple
from weakref import WeakKeyDictionary

from django.db import Error, close_old_connections, connections
from django.template.loader import render_to_string
from django.utils import timezone, translation

from games import chat, metrics, tables
from games.access import spectators
from games.chat.page import ChatPage
from games.models import Table
from games.pages.context import TablePage
from games.realtime.server_sent_events import SentFragment, fragment_message
from games.wording import script_catalog

logger = logging.getLogger(__name__)

FRESH_SECONDS: Final = 1.0
"""How long a fragment is fresh without a new version: its clock shows whole seconds."""
IDLE_SECONDS: Final = 5.0


@dataclass(frozen=True)
class Fragment:
    """A part of a page as all spectators of a language see it, at a version of the match or the chat."""

    kind: str
    version: int
    html: bytes
    turn_ms: int | None
    """The milliseconds left of the turn when it was rendered; None without a clock."""
    rendered_at: float

    @property
    def is_fresh(self) -> bool:
        """Whether its clock is right to the second."""
        return time.monotonic() < self.rendered_at + FRESH_SECONDS

    @cached_property
    def sent(self) -> SentFragment:
        """The same as an event of a stream; encoded once for all streams."""
        name = "version" if self.kind == "table" else self.kind
        return SentFragment(self.version, fragment_message(name, self.version, self.html))


async def current(kind: str, pk: int, language: str) -> Fragment | None:
    """Return the fragment of a `table` or its `chat`; None when not everybody may watch. Raises `Error`."""
    return await _cache().get(_Key(kind, pk, language))


async def for_stream(kind: str, pk: int, language: str, version: int) -> SentFragment | None:
    """Return the fragment of a version or a later one as an event of a stream; None if there is none."""
    key = _Key(kind, pk, language)
    fragment = _cache().last(key)
    try:
        if fragment is None or fragment.version < version or not fragment.is_fresh:
            fragment = await _cache().get(key)
    except Exception:  # noqa: BLE001 - logged once for all streams, which send the number instead
        return None
    if fragment is None or fragment.version < version:
        return None
    metrics.FRAGMENTS.labels(kind, "streamed").inc()
    return fragment.sent


class _Key(NamedTuple):
    kind: str
    pk: int
    language: str = script_catalog.ENGLISH


class _FragmentCache:
    """Renders a fragment once for all requests that wait for it; rendering begins after they came.

    It belongs to an event loop. Fragments are rendered in one thread, which ends when there are no requests.
    """

    def __init__(self) -> None:
        self._waiting: dict[_Key, asyncio.Future[Fragment | None]] = {}
        self._tasks: dict[_Key, asyncio.Task[None]] = {}
        self._last: dict[_Key, Fragment] = {}
        self._thread: ThreadPoolExecutor | None = None
        self._end_timer: asyncio.TimerHandle | None = None

    def last(self, key: _Key) -> Fragment | None:
        """Return the fragment that was rendered last, if one was."""
        return self._last.get(key)

    async def get(self, key: _Key) -> Fragment | None:
        """Return the current fragment; None when there is nothing to watch. Raises `Error`."""
        loop = asyncio.get_running_loop()
        if key not in self._waiting:
            self._waiting[key] = loop.create_future()
        waiting = self._waiting[key]
        if key not in self._tasks:
            self._tasks[key] = loop.create_task(self._render(key))
        return await asyncio.shield(waiting)

    async def _render(self, key: _Key) -> None:
        loop = asyncio.get_running_loop()
        if self._end_timer is not None:
            self._end_timer.cancel()
        if self._thread is None:
            self._thread = ThreadPoolExecutor(1, "spectators")
        while (waiting := self._waiting.pop(key, None)) is not None:
            try:
                fragment = await loop.run_in_executor(self._thread, _fragment, key, self._last.get(key))
            except Error as error:
                logger.warning("Fragments for spectators cannot be rendered: %s", error)
                _fail(waiting, error)
                continue
            except Exception as error:
                logger.exception("A fragment for spectators cannot be rendered")
                _fail(waiting, error)
                continue
            if fragment is not None:
                self._last[key] = fragment
                loop.call_later(FRESH_SECONDS, self._forget, key, fragment)
            waiting.set_result(fragment)
        del self._tasks[key]
        if not self._tasks:
            self._end_timer = loop.call_later(IDLE_SECONDS, self._end)

    def _forget(self, key: _Key, fragment: Fragment) -> None:
        if self._last.get(key) is fragment:
            del self._last[key]

    def _end(self) -> None:
        if self._thread is not None and not self._tasks:
            self._thread.submit(connections.close_all)
            self._thread.shutdown(wait=False)
            self._thread = None
            self._last.clear()


def _fail(waiting: "asyncio.Future[Fragment | None]", error: Exception) -> None:
    waiting.set_exception(error)
    waiting.exception()  # even if no request waits any more


def _fragment(key: _Key, last: Fragment | None) -> Fragment | None:
    """Return the current fragment: the `last` one while it is fresh."""
    pk = key.pk
    version_of, render = _KINDS[key.kind]
    close_old_connections()
    try:
        version = version_of(pk)
        if version is None or not spectators.is_for_everybody(pk):
            return None
        if last is not None and last.version == version and last.is_fresh:
            return last
        with translation.override(key.language):
            shown_version, html, turn_ms = render(pk)
        metrics.FRAGMENTS.labels(key.kind, "rendered").inc()
        return Fragment(key.kind, shown_version, html.encode(), turn_ms, time.monotonic())
    finally:
        close_old_connections()


def _version_of_match(pk: int) -> int | None:
    running = Table.objects.filter(pk=pk, is_physical=False).exclude(status=Table.Status.OPEN)
    return running.values_list("version", flat=True).first()


def _match(pk: int) -> tuple[int, str, int | None]:
    look = tables.look(pk, None)
    page = TablePage(look, timezone.now())
    facts = {"page": page, "is_late": False}
    return look.version, render_to_string("games/pages/table_answer.html", facts), page.time.turn_ms


def _version_of_chat(pk: int) -> int | None:
    row = Table.objects.filter(pk=pk).values_list("pk", "chat__version").first()
    return None if row is None else row[1] or 0


def _chat(pk: int) -> tuple[int, str, int | None]:
    table, conversation = Table.objects.get(pk=pk), chat.read(pk)
    page = ChatPage(
        table, conversation, list(table.seats.all()), is_open=False, may_write=False, may_hide=False
    )
    html = render_to_string("games/chat/chat_answer.html", {"chat": page, "is_answer": False})
    return conversation.version, html, None


_Rendered = tuple[int, str, int | None]
_KINDS: Final[dict[str, tuple[Callable[[int], int | None], Callable[[int], _Rendered]]]] = {
    "table": (_version_of_match, _match),
    "chat": (_version_of_chat, _chat),
}


def _cache() -> _FragmentCache:
    return _caches.setdefault(asyncio.get_running_loop(), _FragmentCache())


_caches: WeakKeyDictionary[asyncio.AbstractEventLoop, _FragmentCache] = WeakKeyDictionary()
