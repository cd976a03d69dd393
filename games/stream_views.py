"""The stream of version numbers that tells an open page to fetch itself again."""

from collections.abc import AsyncIterator

from django.http import HttpRequest, StreamingHttpResponse

from games import live


async def table_stream(request: HttpRequest, pk: int) -> StreamingHttpResponse:
    """Stream the versions of a table and of its chat: numbers only, so that everybody may listen."""
    return _stream(pk, {"table": _known(request), "chat": _number(request.GET.get("chat"))})


def version_stream(request: HttpRequest, kind: str, pk: int) -> StreamingHttpResponse:
    """Answer with server-sent events `version` after the last one that the page knows."""
    return _stream(pk, {kind: _known(request)})


def _known(request: HttpRequest) -> int:
    return _number(request.headers.get("Last-Event-ID") or request.GET.get("after"))


def _number(text: str | None) -> int:
    return int(text) if text and text.isdecimal() else 0


def _stream(pk: int, after: dict[str, int]) -> StreamingHttpResponse:
    response = StreamingHttpResponse(_messages(pk, after), content_type="text/event-stream")
    response["Cache-Control"] = "no-cache"
    response["X-Accel-Buffering"] = "no"  # a proxy must not hold the messages back
    return response


async def _messages(pk: int, after: dict[str, int]) -> AsyncIterator[str]:
    # Something at once, so that the browser knows the line is open.
    yield ": listening\n\n"
    async for kind, version in live.news(pk, after):
        if version <= after[kind]:
            yield ": still here\n\n"
            continue
        after[kind] = version
        # Only the version of the thing itself says where to go on after a lost line.
        yield (
            f"event: chat\ndata: {version}\n\n"
            if kind == "chat"
            else (f"event: version\nid: {version}\ndata: {version}\n\n")
        )
