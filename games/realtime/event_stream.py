"""Version numbers as server-sent events, with which an open page fetches itself again."""

import random
from collections.abc import AsyncGenerator
from contextlib import aclosing

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse

from games.realtime import table_stream as live

# Pages reconnect after random times, so that a thousand do not reconnect at once.
SOONEST_MS, LATEST_MS = 1_000, 5_000


async def version_stream(request: HttpRequest, kind: str, pk: int, *others: str) -> HttpResponseBase:
    """Answer with server-sent events `version` after the last version that the page knows.

    Events of other kinds have the name of their kind, and so has the query parameter with the known version.
    """
    return await _stream(
        pk, {kind: _known(request)} | {other: _number(request.GET.get(other)) for other in others}
    )


def _known(request: HttpRequest) -> int:
    return _number(request.headers.get("Last-Event-ID") or request.GET.get("after"))


def _number(text: str | None) -> int:
    return int(text) if text and text.isdecimal() and len(text) < 19 else 0


async def _stream(pk: int, after: dict[str, int]) -> HttpResponseBase:
    if not await live.is_there(next(iter(after)), pk):
        return HttpResponse(status=404)
    response = StreamingHttpResponse(_messages(pk, after), content_type="text/event-stream")
    response["Cache-Control"] = "no-store"
    response["X-Accel-Buffering"] = "no"  # a proxy must not hold the messages back
    return response


async def _messages(pk: int, after: dict[str, int]) -> AsyncGenerator[str]:
    first = next(iter(after))
    # Send something at once, so that the page knows that the stream is open and no proxy buffers it.
    yield f"retry: {random.randint(SOONEST_MS, LATEST_MS)}\n{_heartbeat()}"  # noqa: S311 - no secret
    async with aclosing(live.news(pk, after)) as news:
        async for kind, version in news:
            name = "version" if kind == first else kind
            yield _message(name, version) if version > after[kind] else _heartbeat()
            after[kind] = version


def _message(name: str, version: int) -> str:
    # Only the version of the row itself is where a page continues after a lost connection.
    mark = f"id: {version}\n" if name == "version" else ""
    return f"event: {name}\n{mark}data: {version}\n\n"


def _heartbeat() -> str:
    """Return a heartbeat: it says within how many seconds the next comes."""
    return f": still here\nevent: beat\ndata: {settings.HEARTBEAT_SECONDS:g}\n\n"
