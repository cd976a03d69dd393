"""The ASGI application: streams without a thread each, all else by Django on a bounded number of threads."""

import asyncio
import signal
import threading
import time
from collections import Counter
from collections.abc import AsyncIterator, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, asynccontextmanager
from contextvars import ContextVar
from inspect import iscoroutinefunction
from io import BytesIO
from types import FrameType
from typing import Any, Final
from weakref import WeakValueDictionary

from asgiref.sync import ThreadSensitiveContext, sync_to_async
from django.conf import settings
from django.core.exceptions import SuspiciousOperation
from django.core.handlers.asgi import ASGIHandler, ASGIRequest
from django.db import Error, close_old_connections, connections
from django.http import Http404, HttpResponseBase, StreamingHttpResponse
from django.middleware.security import SecurityMiddleware
from django.urls import ResolverMatch, resolve
from django.utils import translation

from games.realtime import player_stream, table_stream
from league.api.base import authentication, stream_limits, throttling
from league.http import addresses, forwarded, languages, outages, unread
from league.http.security_headers import with_security_headers
from league.project import club_access

SEND_SECONDS: Final = 30.0
"""How long somebody who takes nothing of an answer keeps its thread."""
LONGEST_BODY: Final = 12_000_000
"""Bytes of a body that are taken at all, on disk where they are many; what is read of it is far less."""
BODY_SECONDS: Final = 30.0
"""How long a body may take, and a second more for so many bytes of it that are here."""
SLOWEST_BODY: Final = 10_000
COSTLY: Final = ("/log-in/", "/sign-up/", "/password/", "/me/password/", "/guest/")
"""What costs much when a stranger sends something there: to work out a password, to make a guest."""
COSTLY_AT_ONCE: Final = 2
"""So many such requests have a thread at a time, and half as many of one address."""
COSTLY_WAITING: Final = 60
"""So many of an address are worked on or wait; the next one is refused at once."""
OF_ONE_ADDRESS: Final = 2
"""So many requests of an address have a thread at a time: whoever asks for much keeps nobody else waiting.

Python computes one page at a time: more threads would make no more pages, but each of them later."""
FEW: Final = 4
"""Where there are no more threads than these an address may have all: others wait for one page at most."""
_OF_ONE_CLUB: Final = ("/stream/", "/wait/")
"""What the gate is asked about."""
_WITHOUT_THREAD: Final = (*_OF_ONE_CLUB, "/watch/")

_AGAIN: Final = 0.9
"""Of the time of a heartbeat: so long after the last question the gate is asked again."""

_until_answered: ContextVar[AsyncExitStack] = ContextVar("until_answered")
_places: ContextVar[tuple[asyncio.Semaphore, ...]] = ContextVar("places", default=())


class Front(ASGIHandler):
    """Django's handler with two differences.

    Django keeps a thread for every request until its last byte is sent: a thousand open streams would be a
    thousand threads. Here an `async` view at an address that ends with `/stream/`, `/wait/` or `/watch/`
    runs in the event loop alone and without middleware: it tells everybody the same, once the gate has let
    them in. Every other request gets one of `WEB_THREADS` threads once its body is here, each with its kept
    connection to the database; until then it waits. Two of an address have one at a time, so that
    whoever asks for much keeps nobody else from pages, and of those that are costly two altogether.
    """

    def __init__(self) -> None:
        super().__init__()
        self._threads = _Threads(settings.WEB_THREADS)
        self._costly = asyncio.Semaphore(COSTLY_AT_ONCE)
        self._of_address: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()
        self._waiting: Counter[str] = Counter()
        self._costly_of: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()
        self._asking = asyncio.Lock()
        self._hangs_up = False

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            raise ValueError(f"Only HTTP is served here, not {scope['type']}.")
        scope = forwarded.believed(scope)
        if scope["path"].endswith(_WITHOUT_THREAD):
            request = ASGIRequest(scope, BytesIO())
            if (found := _coroutine_of(request)) is not None:
                self._hang_up_at_the_end()
                await _while_there(receive, self._answer(request, found, send))
                return
        async with AsyncExitStack() as stack:
            _until_answered.set(stack)
            request = ASGIRequest({**scope, "query_string": b""}, BytesIO())
            if not self._may_wait(request, stack):
                await _send(request, unread.too_many(request), send)
                return
            body = _Bounded(receive)
            await self.handle(scope, body, _impatient(send))
        if body.is_too_long or body.is_too_slow:
            request = ASGIRequest(scope, BytesIO())
            answer = unread.too_large(request, LONGEST_BODY) if body.is_too_long else unread.too_slow(request)
            await _send(request, answer, send)

    def _may_wait(self, request: ASGIRequest, stack: AsyncExitStack) -> bool:
        """Say for which places a request waits, or return that too many costly ones of its address do."""
        who = throttling.address(request)
        of_address = self._of(who)
        _places.set((of_address,))
        if request.method != "POST" or not request.path.startswith(COSTLY):
            return True
        if self._waiting[who] >= COSTLY_WAITING:
            return False
        self._waiting[who] += 1
        stack.callback(self._forget, who)
        costly_of_address = self._costly_of.setdefault(who, asyncio.Semaphore(COSTLY_AT_ONCE // 2))
        # In this order nobody holds a place that others wait for while it waits for one of its own address.
        _places.set((costly_of_address, of_address, self._costly))
        return True

    def _of(self, who: str) -> asyncio.Semaphore:
        """Return the places that an address has."""
        return self._of_address.setdefault(who, asyncio.Semaphore(places()))

    def _forget(self, who: str) -> None:
        self._waiting[who] -= 1
        if not self._waiting[who]:
            del self._waiting[who]

    def _hang_up_at_the_end(self) -> None:
        """See to it that the server, told to end, need not wait for streams that never would."""
        stop = signal.getsignal(signal.SIGTERM)
        is_ours = threading.current_thread() is threading.main_thread()
        if self._hangs_up or not is_ours or not callable(stop):
            return
        self._hangs_up = True
        loop = asyncio.get_running_loop()

        def end(number: int, frame: FrameType | None) -> None:
            loop.call_soon_threadsafe(table_stream.close_all)
            loop.call_soon_threadsafe(player_stream.close_all)
            stop(number, frame)

        signal.signal(signal.SIGTERM, end)

    async def read_body(self, receive: Any) -> Any:
        """Return the whole body, and only then take a thread: a slow sender keeps nobody waiting."""
        body = await super().read_body(receive)
        for place in _places.get():
            await _until_answered.get().enter_async_context(place)
        await _until_answered.get().enter_async_context(self._threads.one())
        return body

    async def _answer(self, request: ASGIRequest, found: ResolverMatch, send: Any) -> None:
        with translation.override(languages.of_headers(request)):
            try:
                with stream_limits.place(request):
                    made = await self._made(request, found)
                    if isinstance(made, StreamingHttpResponse):
                        parts: Any = made.streaming_content
                        made.streaming_content = self._while_let_in(request, found, parts)
                    await _send(request, made, send)
            except stream_limits.TooManyOpenError:
                await _send(request, stream_limits.too_often(1), send)

    async def _made(self, request: ASGIRequest, found: ResolverMatch) -> HttpResponseBase:
        try:
            refused = await self._too_often(request) or await self._refused(request, found)
            if refused is not None:
                return refused
            response: HttpResponseBase = await found.func(request, *found.args, **found.kwargs)
        except Error as error:
            if not outages.is_outage(error):
                raise
            return outages.page(request, outages.of(error))  # logged once for the thousand who ask
        return response

    async def _while_let_in(
        self, request: ASGIRequest, found: ResolverMatch, parts: AsyncIterator[bytes]
    ) -> AsyncIterator[bytes]:
        """Yield a stream as long as the gate lets its reader in: it is asked again with each heartbeat.

        Who was sent away, or whose token was revoked, hears nothing more from then on.
        """
        due = _next_question()
        async for part in parts:
            if time.monotonic() >= due:
                if await self._is_sent_away(request, found):
                    return
                due = _next_question()
            yield part

    async def _is_sent_away(self, request: ASGIRequest, found: ResolverMatch) -> bool:
        try:
            return await self._refused(request, found) is not None
        except Error as error:  # the database is away: it is asked again with the next heartbeat
            if not outages.is_outage(error):
                raise
            return False

    async def _too_often(self, request: ASGIRequest) -> HttpResponseBase | None:
        """Count what programs open, on a thread only when that asks the database."""
        if not stream_limits.needs_thread(request):
            return stream_limits.refused(request)
        async with self._of(throttling.address(request)):
            if not stream_limits.needs_thread(
                request
            ):  # of a crowd that came at once the first one has asked
                return stream_limits.refused(request)
            async with self._threads.one():
                return await sync_to_async(_counted)(request)

    async def _refused(self, request: ASGIRequest, found: ResolverMatch) -> HttpResponseBase | None:
        """Ask the gate about a stream, on a thread with a connection, unless it has just said yes to all."""
        if not found.route.endswith(_OF_ONE_CLUB):
            return None
        if authentication.is_shown(request):  # what is open to all is so to no token that is not good
            async with self._of(throttling.address(request)), self._threads.one():
                return await sync_to_async(_asked)(request, found)
        if club_access.is_known_public(found):
            return None
        # One at a time: of a crowd that comes at once the first one's answer is everybody's.
        async with self._asking:
            if club_access.is_known_public(found):
                return None
            async with self._threads.one():
                return await sync_to_async(_asked)(request, found)


def places() -> int:
    """Return how many requests of an address have a thread at a time."""
    return settings.WEB_THREADS if settings.WEB_THREADS <= FEW else OF_ONE_ADDRESS


class _Threads:
    """A number of threads, made when needed and kept: with each its connection to the database."""

    def __init__(self, count: int) -> None:
        self._places = asyncio.Semaphore(count)
        self._free: list[ThreadPoolExecutor] = []

    @asynccontextmanager
    async def one(self) -> AsyncIterator[None]:
        async with self._places:
            thread = self._free.pop() if self._free else ThreadPoolExecutor(1, "web")
            try:
                async with ThreadSensitiveContext(executor=thread):
                    yield
            finally:
                self._free.append(thread)


def _coroutine_of(request: ASGIRequest) -> ResolverMatch | None:
    """Return the view to await; None for everything that Django has to answer, as refusals of a host."""
    try:
        request.get_host()
        found = resolve(request.path_info)
    except (SuspiciousOperation, Http404):
        return None
    is_redirected = settings.SECURE_SSL_REDIRECT and not request.is_secure()
    is_ours = iscoroutinefunction(found.func) and addresses.is_possible(found)
    return found if is_ours and not is_redirected else None


def _next_question() -> float:
    return time.monotonic() + _AGAIN * settings.HEARTBEAT_SECONDS


def _asked(request: ASGIRequest, found: ResolverMatch) -> HttpResponseBase | None:
    # The signals that see to connections are sent by Django's own way only. So seldom is this asked that
    # the thread keeps none for it.
    close_old_connections()
    try:
        return club_access.refused_stream(request, found)
    finally:
        connections.close_all()


def _counted(request: ASGIRequest) -> HttpResponseBase | None:
    close_old_connections()
    try:
        return stream_limits.refused(request)
    finally:
        connections.close_all()


async def _send(request: ASGIRequest, made: HttpResponseBase, send: Any) -> None:
    secure: Any = SecurityMiddleware(lambda _: made)
    response = with_security_headers(secure.process_response(request, made))
    headers = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in response.items()]
    await send({"type": "http.response.start", "status": response.status_code, "headers": headers})
    if isinstance(response, StreamingHttpResponse):
        async for part in response:
            await send({"type": "http.response.body", "body": part, "more_body": True})
    await send({"type": "http.response.body", "body": getattr(response, "content", b"")})


async def _while_there(receive: Any, answering: Coroutine[Any, Any, None]) -> None:
    """Answer until the answer is complete or the browser has gone; both end in a disconnect."""
    async with asyncio.TaskGroup() as group:
        task = group.create_task(answering)
        while (await receive())["type"] != "http.disconnect":
            pass
        task.cancel()


class _Bounded:
    """A `receive` that takes no endless body: it says that whoever sends one, in size or time, has gone."""

    def __init__(self, receive: Any) -> None:
        self._receive, self._taken = receive, 0
        self._began = asyncio.get_running_loop().time()
        self._is_whole = False
        self.is_too_slow = False

    async def __call__(self) -> Any:
        """Return the next message."""
        try:
            async with asyncio.timeout_at(self._deadline()):
                message = await self._receive()
        except TimeoutError:
            self.is_too_slow = True
            return {"type": "http.disconnect"}
        self._taken += len(message.get("body", b""))
        self._is_whole = not message.get("more_body", False)
        return {"type": "http.disconnect"} if self.is_too_long else message

    def _deadline(self) -> float | None:
        """Return until when more has to come; None once the body is whole and only the end is awaited."""
        if self._is_whole:
            return None
        return self._began + BODY_SECONDS + self._taken / SLOWEST_BODY

    @property
    def is_too_long(self) -> bool:
        """Whether more has come than anything here could be."""
        return self._taken > LONGEST_BODY


def _impatient(send: Any) -> Any:
    """Return a `send` that gives up on somebody who takes nothing, as if they had gone."""

    async def send_in_time(message: Any) -> None:
        try:
            async with asyncio.timeout(SEND_SECONDS):
                await send(message)
        except TimeoutError:
            raise asyncio.CancelledError from None

    return send_in_time
