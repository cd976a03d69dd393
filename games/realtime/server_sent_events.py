"""Version numbers as server-sent events, with which an open page fetches itself again.

A stream that everybody may read carries the fragment in place of its number, so that nobody has to fetch it.
"""

import asyncio
import random
import re
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator, Mapping
from contextlib import aclosing, contextmanager
from typing import Final, NamedTuple

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse

from games.realtime import watched_versions
from games.realtime.publisher import Key

# Pages reconnect after random times, so that a thousand do not reconnect at once.
SOONEST_MS, LATEST_MS = 1_000, 5_000
APART_SECONDS: Final = 0.2
"""The shortest time between two fragments of a stream: of many moves in a moment only the last is shown."""
SLOW_SECONDS: Final = 5.0
"""A reader who takes longer to take a message is sent a number next, and fetches when they can."""


class SentFragment(NamedTuple):
    """A fragment of a page as an event of a stream, and the version that it shows."""

    version: int
    message: bytes


FragmentSource = Callable[[int], Awaitable[SentFragment | None]]
"""Returns the fragment of a version or a later one; None where a page has to fetch its own."""


_LINE_END: Final = re.compile(rb"\r\n|\r|\n")
_PERSONAL: list[str] = []
_signer = Signer(salt="stream")


def register_personal(kind: str, query: watched_versions.VersionQuery) -> None:
    """Register a kind of stream about users: each page hears of its reader, beside the row that it shows."""
    watched_versions.register(kind, query)
    if kind not in _PERSONAL:
        _PERSONAL.append(kind)


def reader_key(user_id: int) -> str:
    """Return the text with which a page asks for what concerns its reader; no database reads it."""
    return _signer.sign(str(user_id))


def fragment_message(name: str, version: int, html: bytes) -> bytes:
    """Return a fragment as an event; its first line of data says which version it shows: `version 43`."""
    lines = b"".join(b"data: %b\n" % line for line in _LINE_END.split(html))
    head = f"event: fragment\n{_mark(name, version)}data: {name} {version}\n"
    return b"%b%b\n" % (head.encode(), lines)


async def version_stream(
    request: HttpRequest,
    kind: str,
    pk: int,
    *others: str,
    fragments: Mapping[str, FragmentSource] | None = None,
) -> HttpResponseBase:
    """Answer with server-sent events `version` after the last version that the page knows.

    Events of other kinds have the name of their kind, and so has the query parameter with the known version.
    With the parameter `reader`, a `reader_key`, there are events of the kinds that concern a user, too.
    Instead of an event whose name is in `fragments` there is an event `fragment`, wherever there is one.
    """
    keys = [(other, pk) for other in others]
    if (reader := _reader(request.GET.get("reader"))) is not None:
        keys += [(personal, reader) for personal in _PERSONAL]
    known = {(other, number): _number(request.GET.get(other)) for other, number in keys}
    return await _stream({(kind, pk): _known(request)} | known, fragments or {})


def _reader(key: str | None) -> int | None:
    try:
        return int(_signer.unsign(key)) if key else None
    except BadSignature:
        return None


def _known(request: HttpRequest) -> int:
    return _number(request.headers.get("Last-Event-ID") or request.GET.get("after"))


def _number(text: str | None) -> int:
    return int(text) if text and text.isdecimal() and len(text) < 19 else 0


async def _stream(after: Mapping[Key, int], fragments: Mapping[str, FragmentSource]) -> HttpResponseBase:
    if not await watched_versions.is_there(*next(iter(after))):
        return HttpResponse(status=404)
    response = StreamingHttpResponse(_messages(after, fragments), content_type="text/event-stream")
    response["Cache-Control"] = "no-store"
    response["X-Accel-Buffering"] = "no"  # a proxy must not hold the messages back
    return response


async def _messages(
    after: Mapping[Key, int], fragments: Mapping[str, FragmentSource]
) -> AsyncGenerator[str | bytes]:
    first, *_others = sent = {kind: version for (kind, _pk), version in after.items()}
    source = _Fragments(fragments)
    # Send something at once, so that the page knows that the stream is open and no proxy buffers it.
    yield f"retry: {random.randint(SOONEST_MS, LATEST_MS)}\n{_heartbeat()}"  # noqa: S311 - no secret
    async with aclosing(watched_versions.news(after)) as news:
        async for kind, version in news:
            if version <= sent[kind]:
                yield _heartbeat()
                continue
            name = "version" if kind == first else kind
            fragment = await source.get(name, version)
            sent[kind] = fragment.version if fragment else version
            with source.timed():
                yield fragment.message if fragment else _message(name, version)


class _Fragments:
    """The fragments for the reader of a stream, as long as they keep up with them."""

    def __init__(self, sources: Mapping[str, FragmentSource]) -> None:
        self._sources = sources
        self._time = asyncio.get_running_loop().time
        self._next_at = 0.0
        self._is_behind = False

    async def get(self, name: str, version: int) -> SentFragment | None:
        """Return the fragment of a version or a later one, if there is one for this reader."""
        if name not in self._sources or self._is_behind:
            return None
        if (left := self._next_at - self._time()) > 0:
            await asyncio.sleep(left)
        self._next_at = self._time() + APART_SECONDS
        return await self._sources[name](version)

    @contextmanager
    def timed(self) -> Iterator[None]:
        """Note whether the reader took the message within this context in time."""
        began = self._time()
        yield
        self._is_behind = self._time() - began > SLOW_SECONDS


def _message(name: str, version: int) -> str:
    return f"event: {name}\n{_mark(name, version)}data: {version}\n\n"


def _mark(name: str, version: int) -> str:
    # Only the version of the row itself is where a page continues after a lost connection.
    return f"id: {version}\n" if name == "version" else ""


def _heartbeat() -> str:
    """Return a heartbeat: it says within how many seconds the next comes."""
    return f": still here\nevent: beat\ndata: {settings.HEARTBEAT_SECONDS:g}\n\n"
