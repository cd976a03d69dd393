"""The table as spectators see it: made once for all who ask, however many they are."""

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
"""How long a fragment is good without a new version: its clock counts whole seconds."""
IDLE_SECONDS: Final = 5.0


@require_GET
async def table_watch(request: HttpRequest, pk: int) -> HttpResponse:
    """Answer with the fragment of a match for anybody who neither sits at it nor is its referee.

    204 when there is nothing newer than `?after=`, 404 before the match and at a table that is not for
    everybody: its own address tells those who may see it. Like a stream it takes no thread of
    its own and no session: whoever asks sees what a stranger sees, in the `?language=` of the page.
    """
    return await _watched(request, "table", pk)


@require_GET
async def chat_watch(request: HttpRequest, pk: int) -> HttpResponse:
    """Answer likewise with what was said, for anybody who may not hide it."""
    return await _watched(request, "chat", pk)


async def _watched(request: HttpRequest, kind: str, pk: int) -> HttpResponse:
    language = script_catalog.known(request.GET.get("language", ""))
    shown = await _gallery().shown(_Wanted(kind, pk, language))
    if shown is None:
        return HttpResponse(status=404)
    is_known = request.GET.get("after") == str(shown.version)
    response = HttpResponse(status=204) if is_known else HttpResponse(shown.fragment)
    if shown.turn_ms is not None:
        response["Turn-Left"] = shown.turn_ms - round((time.monotonic() - shown.made_at) * 1000)
    response["Cache-Control"] = "no-store"
    return response


class _Wanted(NamedTuple):
    kind: str
    pk: int
    language: str = script_catalog.ENGLISH


class _Shown(NamedTuple):
    version: int
    fragment: bytes
    turn_ms: int | None
    """What was left of the turn when it was made; None for what has no clock."""
    made_at: float


class _Gallery:
    """Who asks at the same time is answered by one look, which begins after all of them have asked.

    Lives in one event loop. Looks are made in one thread, which ends when nobody asks any more.
    """

    def __init__(self) -> None:
        self._waiting: dict[_Wanted, asyncio.Future[_Shown | None]] = {}
        self._looking: dict[_Wanted, asyncio.Task[None]] = {}
        self._last: dict[_Wanted, _Shown] = {}
        self._thread: ThreadPoolExecutor | None = None
        self._rest: asyncio.TimerHandle | None = None

    async def shown(self, key: _Wanted) -> _Shown | None:
        """Return a thing as it is now; None when there is nothing to watch. Raises `Error`."""
        loop = asyncio.get_running_loop()
        if key not in self._waiting:
            self._waiting[key] = loop.create_future()
        waiting = self._waiting[key]
        if key not in self._looking:
            self._looking[key] = loop.create_task(self._look(key))
        return await asyncio.shield(waiting)

    async def _look(self, key: _Wanted) -> None:
        loop = asyncio.get_running_loop()
        if self._rest is not None:
            self._rest.cancel()
        if self._thread is None:
            self._thread = ThreadPoolExecutor(1, "spectators")
        while (asked := self._waiting.pop(key, None)) is not None:
            try:
                shown = await loop.run_in_executor(self._thread, _made, key, self._last.get(key))
            except Error as error:
                logger.warning("Spectators are shown nothing at the moment: %s", error)
                asked.set_exception(error)
                asked.exception()  # also where nobody waits any more
                continue
            if shown is not None:
                self._last[key] = shown
            asked.set_result(shown)
        del self._looking[key]
        if not self._looking:
            self._rest = loop.call_later(IDLE_SECONDS, self._end)

    def _end(self) -> None:
        if self._thread is not None and not self._looking:
            self._thread.submit(connections.close_all)
            self._thread.shutdown(wait=False)
            self._thread = None
            self._last.clear()


def _made(key: _Wanted, last: _Shown | None) -> _Shown | None:
    """Return a thing as it is now; the `last` fragment as long as it is as good as a new one."""
    pk = key.pk
    version_of, fragment_of = _KINDS[key.kind]
    close_old_connections()
    try:
        version = version_of(pk)
        if version is None or not spectators.is_for_everybody(pk):
            return None
        if last is not None and last.version == version and time.monotonic() < last.made_at + FRESH_SECONDS:
            return last
        with translation.override(key.language):
            shown, fragment, turn_ms = fragment_of(pk)
        return _Shown(shown, fragment.encode(), turn_ms, time.monotonic())
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
    found = Table.objects.filter(pk=pk).values_list("pk", "chat__version").first()
    return None if found is None else found[1] or 0


def _talk(pk: int) -> tuple[int, str, int | None]:
    table, talk = Table.objects.get(pk=pk), chat.read(pk)
    page = ChatPage(table, talk, list(table.seats.all()), is_open=False, may_write=False, may_hide=False)
    shown = render_to_string("games/chat/chat_answer.html", {"chat": page, "is_answer": False})
    return talk.version, shown, None


_Fragment = tuple[int, str, int | None]
_KINDS: Final[dict[str, tuple[Callable[[int], int | None], Callable[[int], _Fragment]]]] = {
    "table": (_version_of_match, _match),
    "chat": (_version_of_chat, _talk),
}


def _gallery() -> _Gallery:
    return _galleries.setdefault(asyncio.get_running_loop(), _Gallery())


_galleries: WeakKeyDictionary[asyncio.AbstractEventLoop, _Gallery] = WeakKeyDictionary()
