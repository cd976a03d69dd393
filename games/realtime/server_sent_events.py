"""Version numbers as server-sent events, with which an open page fetches itself again."""

import random
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse

from games.realtime import watched_versions
from games.realtime.publisher import Key

# Pages reconnect after random times, so that a thousand do not reconnect at once.
SOONEST_MS, LATEST_MS = 1_000, 5_000


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


async def version_stream(request: HttpRequest, kind: str, pk: int, *others: str) -> HttpResponseBase:
    """Answer with server-sent events `version` after the last version that the page knows.

    Events of other kinds have the name of their kind, and so has the query parameter with the known version.
    With the parameter `reader`, a `reader_key`, there are events of the kinds that concern a user, too.
    """
    keys = [(other, pk) for other in others]
    if (reader := _reader(request.GET.get("reader"))) is not None:
        keys += [(personal, reader) for personal in _PERSONAL]
    known = {(other, number): _number(request.GET.get(other)) for other, number in keys}
    return await _stream({(kind, pk): _known(request)} | known)


def _reader(key: str | None) -> int | None:
    try:
        return int(_signer.unsign(key)) if key else None
    except BadSignature:
        return None


def _known(request: HttpRequest) -> int:
    return _number(request.headers.get("Last-Event-ID") or request.GET.get("after"))


def _number(text: str | None) -> int:
    return int(text) if text and text.isdecimal() and len(text) < 19 else 0


async def _stream(after: Mapping[Key, int]) -> HttpResponseBase:
    if not await watched_versions.is_there(*next(iter(after))):
        return HttpResponse(status=404)
    response = StreamingHttpResponse(_messages(after), content_type="text/event-stream")
    response["Cache-Control"] = "no-store"
    response["X-Accel-Buffering"] = "no"  # a proxy must not hold the messages back
    return response


async def _messages(after: Mapping[Key, int]) -> AsyncGenerator[str]:
    first, *_others = sent = {kind: version for (kind, _pk), version in after.items()}
    # Send something at once, so that the page knows that the stream is open and no proxy buffers it.
    yield f"retry: {random.randint(SOONEST_MS, LATEST_MS)}\n{_heartbeat()}"  # noqa: S311 - no secret
    async with aclosing(watched_versions.news(after)) as news:
        async for kind, version in news:
            name = "version" if kind == first else kind
            yield _message(name, version) if version > sent[kind] else _heartbeat()
            sent[kind] = version


def _message(name: str, version: int) -> str:
    # Only the version of the row itself is where a page continues after a lost connection.
    mark = f"id: {version}\n" if name == "version" else ""
    return f"event: {name}\n{mark}data: {version}\n\n"


def _heartbeat() -> str:
    """Return a heartbeat: it says within how many seconds the next comes."""
    return f": still here\nevent: beat\ndata: {settings.HEARTBEAT_SECONDS:g}\n\n"
