"""The table as spectators see it: rendered once for all of them."""

import asyncio
import logging
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, NamedTuple
from weakref import WeakKeyDictionary

from django.db import Error, close_old_connections, connections
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.views.decorators.http import require_GET

from games import chat, tables
from games.access import spectators
from games.chat.page import ChatPage
from games.models import Table
from games.pages.context import TablePage
from games.wording import script_catalog

logger = logging.getLogger(__name__)

FRESH_SECONDS: Final = 1.0
"""How long a fragment is fresh without a new version: its clock shows whole seconds."""
IDLE_SECONDS: Final = 5.0


@require_GET
async def table_watch(request: HttpRequest, pk: int) -> HttpResponse:
    """Answer with the fragment of a match for anybody who has no seat at it and is not its referee.

    204 when there is nothing newer than `?after=`, 404 before the match and at a table that not everybody may
    watch: those who may use its own address. Like a stream it needs no thread and no session: every visitor
    gets what a stranger sees, in the `?language=` of the page.
    """
    return await _answer(request, "table", pk)


@require_GET
async def chat_watch(request: HttpRequest, pk: int) -> HttpResponse:
    """Answer with the chat in the same way, for anybody who may not hide messages."""
    return await _answer(request, "chat", pk)


async def _answer(request: HttpRequest, kind: str, pk: int) -> HttpResponse:
    language = script_catalog.known(request.GET.get("language", ""))
    fragment = await _cache().get(_Key(kind, pk, language))
    if fragment is None:
        return HttpResponse(status=404)
    is_known = request.GET.get("after") == str(fragment.version)
    response = HttpResponse(status=204) if is_known else HttpResponse(fragment.html)
    if fragment.turn_ms is not None:
        response["Turn-Left"] = fragment.turn_ms - round((time.monotonic() - fragment.rendered_at) * 1000)
    response["Cache-Control"] = "no-store"
    return response


class _Key(NamedTuple):
    kind: str
    pk: int
    language: str = script_catalog.ENGLISH


class _Fragment(NamedTuple):
    version: int
    html: bytes
    turn_ms: int | None
    """The milliseconds left of the turn when it was rendered; None without a clock."""
    rendered_at: float


class _FragmentCache:
    """Renders a fragment once for all requests that wait for it; rendering begins after they came.

    It belongs to an event loop. Fragments are rendered in one thread, which ends when there are no requests.
    """

    def __init__(self) -> None:
        self._waiting: dict[_Key, asyncio.Future[_Fragment | None]] = {}
        self._tasks: dict[_Key, asyncio.Task[None]] = {}
        self._last: dict[_Key, _Fragment] = {}
        self._thread: ThreadPoolExecutor | None = None
        self._end_timer: asyncio.TimerHandle | None = None

    async def get(self, key: _Key) -> _Fragment | None:
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
                waiting.set_exception(error)
                waiting.exception()  # even if no request waits any more
                continue
            if fragment is not None:
                self._last[key] = fragment
            waiting.set_result(fragment)
        del self._tasks[key]
        if not self._tasks:
            self._end_timer = loop.call_later(IDLE_SECONDS, self._end)

    def _end(self) -> None:
        if self._thread is not None and not self._tasks:
            self._thread.submit(connections.close_all)
            self._thread.shutdown(wait=False)
            self._thread = None
            self._last.clear()


def _fragment(key: _Key, last: _Fragment | None) -> _Fragment | None:
    """Return the current fragment: the `last` one while it is fresh."""
    pk = key.pk
    version_of, render = _KINDS[key.kind]
    close_old_connections()
    try:
        version = version_of(pk)
        if version is None or not spectators.is_for_everybody(pk):
            return None
        if (
            last is not None
            and last.version == version
            and time.monotonic() < last.rendered_at + FRESH_SECONDS
        ):
            return last
        with translation.override(key.language):
            shown_version, html, turn_ms = render(pk)
        return _Fragment(shown_version, html.encode(), turn_ms, time.monotonic())
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
