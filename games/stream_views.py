"""The stream of version numbers that tells an open page to fetch itself again."""

from collections.abc import AsyncIterator
from typing import Literal

from django.http import HttpRequest, StreamingHttpResponse

from games import live


async def table_stream(request: HttpRequest, pk: int) -> StreamingHttpResponse:
    """Stream the versions of a table: numbers only, so that everybody may listen."""
    return version_stream(request, "table", pk)


def version_stream(
    request: HttpRequest, kind: Literal["table", "competition"], pk: int
) -> StreamingHttpResponse:
    """Answer with server-sent events `version` after the last one that the page knows."""
    known = request.headers.get("Last-Event-ID") or request.GET.get("after") or "0"
    after = int(known) if known.isdecimal() else 0
    response = StreamingHttpResponse(_messages(kind, pk, after), content_type="text/event-stream")
    response["Cache-Control"] = "no-cache"
    response["X-Accel-Buffering"] = "no"  # a proxy must not hold the messages back
    return response


async def _messages(kind: Literal["table", "competition"], pk: int, after: int) -> AsyncIterator[str]:
    # Something at once, so that the browser knows the line is open.
    yield ": listening\n\n"
    async for version in live.versions(kind, pk, after):
        if version > after:
            after = version
            yield f"event: version\nid: {version}\ndata: {version}\n\n"
        else:
            yield ": still here\n\n"
