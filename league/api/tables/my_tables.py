"""All tables of the player, and watched tables: as a list, a stream, or a request that waits."""

import asyncio
import json
import random
import re
from collections.abc import AsyncGenerator, Collection, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing
from importlib import import_module
from typing import Any, Final, NamedTuple

from django.conf import settings
from django.contrib.auth import get_user
from django.db import close_old_connections, connections
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse, StreamingHttpResponse
from django.utils.translation import gettext as _

from games.access.invitations import listed_for
from games.access.players import viewer
from games.models import Table
from games.realtime import player_stream
from games.realtime.player_stream import TableNews
from games.realtime.server_sent_events import LATEST_MS, SOONEST_MS
from games.rules.base.refusal import Refusal, quoted
from league.http import problems
from league.permissions.policy import club_of_token, invisible_competitions

LONGEST_WAIT: Final = 55
LONGEST_STREAM: Final = 300.0
"""After so many seconds a stream ends: whoever comes back is asked again who they are."""
MOST: Final = 200
MOST_WATCHED: Final = 50
_DEFAULT_WAIT: Final = 25
CURSOR: Final = "^[0-9]{1,15}[.][0-9]{1,9}(_[0-9]{1,15}[.][0-9]{1,9})*$"
WATCHED: Final = "^[0-9]{1,15}(,[0-9]{1,15})*$"
_ASKING: Final = ThreadPoolExecutor(2, "who")


class _Subscription(NamedTuple):
    player: int
    watched: list[int]
    known: dict[int, int]


async def my_stream(request: HttpRequest) -> HttpResponseBase:
    """Stream the tables of the player who asks: numbers only. Without a log-in 401."""
    subscription = await _subscription(request, {"after", "watch"})
    if isinstance(subscription, HttpResponse):
        return subscription
    response = StreamingHttpResponse(_messages(subscription), content_type="text/event-stream")
    response["Cache-Control"] = "no-store"
    response["X-Accel-Buffering"] = "no"  # a proxy must not hold the messages back
    return response


async def my_tables_wait(request: HttpRequest) -> HttpResponse:
    """Wait until there is something new at one of the tables, or for `?seconds=`; then tell of them."""
    seconds = request.GET.get("seconds", str(_DEFAULT_WAIT))
    if not (seconds.isdecimal() and seconds.isascii() and len(seconds) < 10):
        return _refused(Refusal("invalid", _("“seconds” must be a whole number.")))
    subscription = await _subscription(request, {"after", "watch", "seconds"})
    if isinstance(subscription, HttpResponse):
        return subscription
    async with aclosing(_news(subscription)) as news:
        new = await anext(news) or await _next(news, min(int(seconds), LONGEST_WAIT))
    told = {"after": cursor(subscription.known), "tables": [document(table) for table in new]}
    return JsonResponse(told, headers={"Cache-Control": "no-store"})


def document(news: TableNews) -> dict[str, Any]:
    """Return the document of a table; `status` is empty for a table that the player has left."""
    return {
        "table": news.table,
        "version": news.version,
        "status": news.status or None,
        "seat": news.seat or None,
        "is_turn": news.is_turn,
    }


def cursor(known: Mapping[int, int]) -> str:
    """Return the cursor: the version of every table."""
    return "_".join(f"{table}.{version}" for table, version in sorted(known.items()))


async def _next(news: AsyncGenerator[list[TableNews]], seconds: int) -> list[TableNews]:
    """Return the news that arrive within some seconds, if any."""
    try:
        async with asyncio.timeout(seconds):
            async for new in news:
                if new:
                    return new
    except TimeoutError:
        pass
    return []


async def _messages(subscription: _Subscription) -> AsyncGenerator[str]:
    yield f"retry: {random.randint(SOONEST_MS, LATEST_MS)}\n{_beat()}"  # noqa: S311 - no secret
    try:
        async with asyncio.timeout(LONGEST_STREAM), aclosing(_news(subscription)) as news:
            async for new in news:
                yield _told(subscription, new) or _beat()
    except TimeoutError:
        return


async def _news(subscription: _Subscription) -> AsyncGenerator[list[TableNews]]:
    """Yield news, and note in the subscription that they are known."""
    async with aclosing(
        player_stream.news(subscription.player, subscription.watched, subscription.known)
    ) as news:
        async for new in news:
            for table in new:
                if table.status in (Table.Status.OPEN, Table.Status.RUNNING):
                    subscription.known[table.table] = table.version
                else:
                    subscription.known.pop(table.table, None)
            yield new


def _told(subscription: _Subscription, new: Collection[TableNews]) -> str:
    """Return the messages in one piece, so that a single cursor holds for all of them."""
    place = cursor(subscription.known)
    told = (json.dumps(document(table)) for table in new)
    return "".join(f"event: table\nid: {place}\ndata: {text}\n\n" for text in told)


def _beat() -> str:
    return f": still here\nevent: beat\ndata: {settings.HEARTBEAT_SECONDS:g}\n\n"


async def _subscription(request: HttpRequest, known: Collection[str]) -> _Subscription | HttpResponse:
    """Return the subscription of a request, or its refusal."""
    try:
        _require_reading(request, known)
        after = _read_cursor(request.headers.get("Last-Event-ID") or request.GET.get("after", ""))
        watched = _read_watched(request.GET.get("watch", ""))
    except Refusal as refusal:
        return _refused(refusal)
    identified = await asyncio.get_running_loop().run_in_executor(_ASKING, _identified, request, watched)
    return identified if isinstance(identified, HttpResponse) else _Subscription(*identified, after)


def _require_reading(request: HttpRequest, known: Collection[str]) -> None:
    if request.method != "GET":
        raise Refusal("method_not_allowed", _("This address is read-only."))
    if unknown := set(request.GET) - set(known):
        name = quoted(min(unknown))
        raise Refusal("unknown_parameter", _("Unknown parameter {name}.").format(name=name))


def _read_cursor(text: str) -> dict[int, int]:
    if not text:
        return {}
    if not re.fullmatch(CURSOR, text) or text.count("_") >= MOST:
        raise Refusal("bad_cursor", _("Invalid cursor: start without a cursor."))
    return {int(table): int(version) for table, version in (entry.split(".") for entry in text.split("_"))}


def _read_watched(text: str) -> list[int]:
    if not text:
        return []
    if not re.fullmatch(WATCHED, text) or text.count(",") >= MOST_WATCHED:
        sentence = _("“watch” lists table numbers separated by commas, at most {most}.")
        raise Refusal("invalid", sentence.format(most=MOST_WATCHED))
    return [int(number) for number in text.split(",")]


def _identified(request: HttpRequest, watched: list[int]) -> tuple[int, list[int]] | HttpResponse:
    """Return the player who asks and what of the watched they may see. On a thread with a connection."""
    close_old_connections()
    try:
        if not hasattr(request, "user"):  # no middleware has been asked, and the gate reads tokens only
            engine = import_module(settings.SESSION_ENGINE)
            request.session = engine.SessionStore(request.COOKIES.get(settings.SESSION_COOKIE_NAME))
            request.user = get_user(request)
        return _player(request, watched)
    except Refusal as refusal:
        return _refused(refusal, is_known=request.user.is_authenticated)
    finally:
        connections.close_all()


def _player(request: HttpRequest, watched: list[int]) -> tuple[int, list[int]]:
    if not request.user.is_authenticated:
        raise Refusal("not_logged_in", _("Send a token (“Authorization: Bearer …”) or log in."))
    player = viewer(request) if club_of_token(request) is None else None
    if player is None:
        raise Refusal("not_allowed", _("A club token cannot play."))
    seen = Table.objects.filter(listed_for(request.user.pk), pk__in=watched).exclude(
        match__competition__in=invisible_competitions(request)
    )
    return player.pk, list(seen.values_list("pk", flat=True)) if watched else []


def _refused(refusal: Refusal, *, is_known: bool = False) -> HttpResponse:
    if refusal.code == "method_not_allowed":
        return problems.answer(405, refusal.code, refusal.sentence, headers={"Allow": "GET"})
    return problems.refused(refusal, is_known=is_known)
