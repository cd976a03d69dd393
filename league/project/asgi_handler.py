"""The ASGI application: streams without a thread each, all else by Django on a bounded number of threads."""

import asyncio
import signal
import threading
import time
from collections import Counter
from collections.abc import AsyncIterator, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, contextmanager
from contextvars import ContextVar
from inspect import iscoroutinefunction
from io import BytesIO
from types import FrameType
from typing import Any, Final

from asgiref.sync import ThreadSensitiveContext, sync_to_async
from django.conf import settings
from django.core.exceptions import SuspiciousOperation
from django.core.handlers.asgi import ASGIHandler, ASGIRequest
from django.db import Error, close_old_connections, connections
from django.http import Http404, HttpResponseBase, StreamingHttpResponse
from django.middleware.security import SecurityMiddleware
from django.urls import ResolverMatch, resolve
from django.utils import translation

from games import metrics
from games.realtime import player_stream, watched_versions
from league.accounts import sessions
from league.api.base import authentication, stream_limits, throttling
from league.clubs import logos
from league.connections.places import Places
from league.http import forwarded, languages, outages, rejected_requests, url_numbers
from league.http.security_headers import with_security_headers
from league.project import club_middleware

SEND_SECONDS: Final = 30.0
"""How long a client that reads nothing of an answer may occupy its thread."""
LONGEST_BODY: Final = 12_000_000
"""The largest accepted body in bytes, stored on disk where it is long; the parsed part is far smaller."""
_WITH_A_LOGO: Final = frozenset({"club_edit", "api_club_logo"})
BODY_SECONDS: Final = 30.0
"""How long a body may take, plus a second for every this many bytes received."""
SLOWEST_BODY: Final = 10_000
COSTLY: Final = ("/log-in/", "/sign-up/", "/password/", "/me/password/", "/guest/", "/play-now/")
"""Requests of strangers that cost much: hashing a password, creating a guest."""
COSTLY_AT_ONCE: Final = 2
"""The most such requests with a thread at a time; half as many for a single address or network."""
COSTLY_WAITING: Final = 60
"""The most requests of an address that run or wait; the next is refused at once."""
OF_ONE_ADDRESS: Final = 2
"""The most requests of an address with a thread at a time: an address with many keeps nobody else waiting.
Python computes a single page at a time: more threads would make no more pages, but each of them later.
"""
OF_ONE_NETWORK: Final = 4
"""The most requests of a network with a thread at a time: somebody may have all of its addresses."""
FEW: Final = 4
"""With no more threads than these an address may use all: others wait for a single page at most."""
_OF_ONE_CLUB: Final = ("/stream/", "/wait/")
"""The addresses for which the gate is asked."""
_WITHOUT_THREAD: Final = (*_OF_ONE_CLUB, "/watch/")

_AGAIN: Final = 0.9
"""The fraction of a heartbeat after which the gate is asked again."""

_until_answered: ContextVar[AsyncExitStack] = ContextVar("until_answered")
_places: ContextVar[tuple[asyncio.Semaphore, ...]] = ContextVar("places", default=())


class Handler(ASGIHandler):
    """Django's handler with two differences.

    Django keeps a thread for every request until its last byte is sent: a thousand open streams would be a
    thousand threads. Here an `async` view at an address that ends with `/stream/`, `/wait/` or `/watch/` runs
    in the event loop alone and without middleware: it sends the same to everybody, once the gate has let them
    in. Every other request gets one of `WEB_THREADS` threads once its body is complete, each with its own
    connection to the database; until then it waits. Two requests of an address and four of a network have a
    thread at a time, so that many requests from one place keep nobody else from pages, and of costly requests
    two altogether.
    """

    def __init__(self) -> None:
        super().__init__()
        self._threads = _Threads(settings.WEB_THREADS)
        self._of_address = Places(_limited(OF_ONE_ADDRESS))
        self._of_network = Places(_limited(OF_ONE_NETWORK))
        self._costly = asyncio.Semaphore(COSTLY_AT_ONCE)
        self._costly_of = Places(COSTLY_AT_ONCE // 2)
        self._waiting: Counter[str] = Counter()
        self._asking = asyncio.Lock()
        self._hangs_up = False

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            raise ValueError(f"Only HTTP is served here, not {scope['type']}.")
        scope = forwarded.trusted_scope(scope)
        if scope["path"].endswith(_WITHOUT_THREAD):
            request = ASGIRequest(scope, BytesIO())
            if (match := _coroutine_of(request)) is not None:
                self._hang_up_at_the_end()
                await _while_there(receive, self._answer(request, match, send))
                return
        async with AsyncExitStack() as stack:
            _until_answered.set(stack)
            request = ASGIRequest({**scope, "query_string": b""}, BytesIO())
            if not self._may_wait(request, stack):
                await _send(request, rejected_requests.too_many(request), send)
                return
            body = _Bounded(receive)
            await self.handle(scope, body, _impatient(send))
        if body.is_too_long or body.is_too_slow:
            request = ASGIRequest(scope, BytesIO())
            answer = (
                rejected_requests.too_large(request, _limit(request))
                if body.is_too_long
                else rejected_requests.too_slow(request)
            )
            await _send(request, answer, send)

    def _may_wait(self, request: ASGIRequest, stack: AsyncExitStack) -> bool:
        """Set the semaphores a request waits for; return False if too many are costly."""
        address, network = throttling.address(request), sessions.network_of(request)
        # In this order nobody holds a place that many share while waiting for a place that fewer share.
        own = (self._of_address.of(address), self._of_network.of(network))
        _places.set(own)
        if request.method != "POST" or not request.path.startswith(COSTLY):
            return True
        if self._waiting[address] >= COSTLY_WAITING:
            return False
        self._waiting[address] += 1
        stack.callback(self._forget, address)
        costly = (self._costly_of.of(f"address {address}"), self._costly_of.of(f"network {network}"))
        _places.set((*costly, *own, self._costly))
        return True

    @asynccontextmanager
    async def _thread_for(self, request: ASGIRequest) -> AsyncIterator[None]:
        """Give a question about a stream a thread, in its turn."""
        address, network = throttling.address(request), sessions.network_of(request)
        async with self._of_address.of(address), self._of_network.of(network), self._threads.borrow():
            yield

    def _forget(self, address: str) -> None:
        self._waiting[address] -= 1
        if not self._waiting[address]:
            del self._waiting[address]

    def _hang_up_at_the_end(self) -> None:
        """Close the streams at the end, so that the server does not wait for them."""
        stop = signal.getsignal(signal.SIGTERM)
        is_ours = threading.current_thread() is threading.main_thread()
        if self._hangs_up or not is_ours or not callable(stop):
            return
        self._hangs_up = True
        loop = asyncio.get_running_loop()

        def end(number: int, frame: FrameType | None) -> None:
            loop.call_soon_threadsafe(watched_versions.close_all)
            loop.call_soon_threadsafe(player_stream.close_all)
            stop(number, frame)

        signal.signal(signal.SIGTERM, end)

    async def read_body(self, receive: Any) -> Any:
        """Return the whole body, and only then take a thread: a slow sender keeps nobody waiting."""
        body = await super().read_body(receive)
        for place in _places.get():
            await _until_answered.get().enter_async_context(place)
        await _until_answered.get().enter_async_context(self._threads.borrow())
        return body

    async def _answer(self, request: ASGIRequest, match: ResolverMatch, send: Any) -> None:
        with translation.override(languages.of_headers(request)):
            try:
                with stream_limits.place(request), _counted_open(match), ExitStack() as held:
                    made = await self._made(request, match, held)
                    if isinstance(made, StreamingHttpResponse):
                        parts: Any = made.streaming_content
                        made.streaming_content = self._while_let_in(request, match, parts)
                    await _send(request, made, send)
            except stream_limits.TooManyOpenError:
                await _send(request, stream_limits.too_often(1), send)

    async def _made(self, request: ASGIRequest, match: ResolverMatch, held: ExitStack) -> HttpResponseBase:
        try:
            refused = await self._too_often(request) or await self._refused(request, match)
            if refused is not None:
                return refused
            held.enter_context(stream_limits.place_of_user(request))
            response: HttpResponseBase = await match.func(request, *match.args, **match.kwargs)
        except Error as error:
            if not outages.is_outage(error):
                raise
            return outages.page(request, outages.of(error))  # logged once for the thousand who ask
        return response

    async def _while_let_in(
        self, request: ASGIRequest, match: ResolverMatch, parts: AsyncIterator[bytes]
    ) -> AsyncIterator[bytes]:
        """Yield a stream as long as the gate permits its reader: it is asked again with each heartbeat.

        A reader who was removed, or whose token was revoked, receives nothing more from then on.
        """
        due = _next_question()
        async for part in parts:
            if time.monotonic() >= due:
                if await self._is_sent_away(request, match):
                    return
                due = _next_question()
            yield part

    async def _is_sent_away(self, request: ASGIRequest, match: ResolverMatch) -> bool:
        try:
            return await self._refused(request, match) is not None
        except Error as error:  # the database is away: the gate is asked again with the next heartbeat
            if not outages.is_outage(error):
                raise
            return False

    async def _too_often(self, request: ASGIRequest) -> HttpResponseBase | None:
        """Count the streams that programs open, on a thread only when that queries the database."""
        if not stream_limits.needs_thread(request):
            return stream_limits.refused(request)
        async with self._thread_for(request):
            if not stream_limits.needs_thread(request):  # the first request of a crowd has counted already
                return stream_limits.refused(request)
            return await sync_to_async(_counted)(request)

    async def _refused(self, request: ASGIRequest, match: ResolverMatch) -> HttpResponseBase | None:
        """Ask the gate about a stream, on a thread with a connection, unless it was just found public."""
        if not match.route.endswith(_OF_ONE_CLUB):
            return None
        if authentication.is_shown(request):  # what is public is closed to an invalid token
            async with self._thread_for(request):
                return await sync_to_async(_asked)(request, match)
        if club_middleware.is_known_public(match):
            return None
        # One at a time: of a crowd that comes at once the answer to the first is for everybody.
        async with self._asking:
            if club_middleware.is_known_public(match):
                return None
            async with self._threads.borrow():
                return await sync_to_async(_asked)(request, match)


def _limited(most: int) -> int:
    """Return how many requests of an address or network have a thread at a time."""
    return settings.WEB_THREADS if settings.WEB_THREADS <= FEW else most


class _Threads:
    """A pool of threads, created when needed and kept, each with its connection to the database."""

    def __init__(self, count: int) -> None:
        self._places = asyncio.Semaphore(count)
        self._free: list[ThreadPoolExecutor] = []

    @asynccontextmanager
    async def borrow(self) -> AsyncIterator[None]:
        async with self._places:
            thread = self._free.pop() if self._free else ThreadPoolExecutor(1, "web")
            try:
                async with ThreadSensitiveContext(executor=thread):
                    yield
            finally:
                self._free.append(thread)


def _coroutine_of(request: ASGIRequest) -> ResolverMatch | None:
    """Return the view to await; None for everything that Django has to answer, such as refusals of a host."""
    try:
        request.get_host()
        match = resolve(request.path_info)
    except (SuspiciousOperation, Http404):
        return None
    is_redirected = settings.SECURE_SSL_REDIRECT and not request.is_secure()
    is_ours = iscoroutinefunction(match.func) and url_numbers.is_possible(match)
    return match if is_ours and not is_redirected else None


@contextmanager
def _counted_open(match: ResolverMatch) -> Iterator[None]:
    gauge = metrics.OPEN_STREAMS.labels(match.url_name)
    gauge.inc()
    try:
        yield
    finally:
        gauge.dec()


def _next_question() -> float:
    return time.monotonic() + _AGAIN * settings.HEARTBEAT_SECONDS


def _asked(request: ASGIRequest, match: ResolverMatch) -> HttpResponseBase | None:
    # The signals that close old connections are sent by Django's own handler only. This runs so seldom that
    # the thread keeps no connection for it.
    close_old_connections()
    try:
        return club_middleware.refused_stream(request, match)
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
    """A `receive` for bounded bodies: a sender that exceeds the size or the time counts as disconnected."""

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
        """Return the deadline of the next part; None once the body is complete."""
        if self._is_whole:
            return None
        return self._began + BODY_SECONDS + self._taken / SLOWEST_BODY

    @property
    def is_too_long(self) -> bool:
        """Whether more has arrived than any accepted body has."""
        return self._taken > LONGEST_BODY


def _limit(request: ASGIRequest) -> int:
    """Return the limit to name: the smaller limit of a logo at the addresses that take a logo."""
    try:
        name = resolve(request.path_info).url_name
    except Http404:
        return LONGEST_BODY
    return logos.MOST_BYTES if name in _WITH_A_LOGO else LONGEST_BODY


def _impatient(send: Any) -> Any:
    """Return a `send` that gives up on a client that reads nothing, as if it had disconnected."""

    async def send_in_time(message: Any) -> None:
        try:
            async with asyncio.timeout(SEND_SECONDS):
                await send(message)
        except TimeoutError:
            raise asyncio.CancelledError from None

    return send_in_time
