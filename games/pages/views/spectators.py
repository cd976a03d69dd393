"""What spectators see, which is the same for all of them; and the stream of a table."""

import time
from functools import partial

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.views.decorators.http import require_GET

from games import metrics
from games.pages import spectator_fragments
from games.realtime.server_sent_events import version_stream
from games.wording import script_catalog


@require_GET
async def table_stream(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Stream the versions of a table and of its chat: numbers only.

    With `?fragments=version,chat` the stream of a spectator carries what their page would fetch, in the
    `?language=` of the page, wherever everybody may watch.
    """
    language = _language(request)
    wanted = request.GET.get("fragments", "").split(",")
    fragments = {
        name: partial(spectator_fragments.for_stream, kind, pk, language)
        for name, kind in (("version", "table"), ("chat", "chat"))
        if name in wanted
    }
    return await version_stream(request, "table", pk, "chat", fragments=fragments)


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
    fragment = await spectator_fragments.current(kind, pk, _language(request))
    if fragment is None:
        return HttpResponse(status=404)
    metrics.FRAGMENTS.labels(kind, "fetched").inc()
    is_known = request.GET.get("after") == str(fragment.version)
    response = HttpResponse(status=204) if is_known else HttpResponse(fragment.html)
    if fragment.turn_ms is not None:
        response["Turn-Left"] = fragment.turn_ms - round((time.monotonic() - fragment.rendered_at) * 1000)
    response["Cache-Control"] = "no-store"
    return response


def _language(request: HttpRequest) -> str:
    return script_catalog.known(request.GET.get("language", ""))
