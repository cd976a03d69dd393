"""The head of every page: unread notices, what tells the page of new ones, and the tables that wait."""

import re
from typing import Any, Final

from django.db.models import Count, Exists, Max, OuterRef, Subquery
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from games.models import Player
from games.realtime import server_sent_events
from games.turns import awaited_seats, seats_taken
from league.models import Notice
from league.notifications import notices

_TABLE: Final = re.compile(r"/tables/(\d{1,9})/(?:[?#]|$)")
_TURN_SHARE: Final = 20
_SOONEST, _LATEST = 5, 60
"""An open page asks for news after a twentieth of the shortest turn that its reader may have, in seconds."""


def unread_notices(request: HttpRequest) -> dict[str, object]:
    """Return the values for templates; they are read, in one query, only where they are shown."""
    head: Any = SimpleLazyObject(lambda: _head(request))
    return {
        "unread_notices": SimpleLazyObject(lambda: head[0]),
        "notices_version": SimpleLazyObject(lambda: head[1]),
        "waiting_table": SimpleLazyObject(lambda: head[2]),
        "waiting_tables": SimpleLazyObject(lambda: head[3]),
        "ask_seconds": SimpleLazyObject(lambda: head[4]),
        "is_page_news": SimpleLazyObject(lambda: head[5]),
        "reader_key": SimpleLazyObject(lambda: server_sent_events.reader_key(request.user.pk or 0)),
    }


def _head(request: HttpRequest) -> tuple[int, int, int, int, int, bool]:
    """Return the unread notices, the version of the newest, the table that waits and how many; 0 for none.

    Then after how many seconds the page asks again, and whether an unread notice leads to this page.
    """
    if request.user.pk is None:
        return 0, 0, 0, 0, _LATEST, False
    unread = Notice.objects.order_by().filter(player=OuterRef("pk"), read_at=None, is_shown=True)
    by_player = unread.values("player")
    here = _open_table(request)
    waiting = awaited_seats().filter(player=OuterRef("pk")).exclude(table=here)
    playing = seats_taken().filter(player=OuterRef("pk")).exclude(table=here)
    row = Player.objects.filter(user=request.user.pk).values_list(
        Subquery(by_player.annotate(count=Count("pk")).values("count")),
        Subquery(by_player.annotate(newest=Max("at")).values("newest")),
        Subquery(waiting.values("table")[:1]),
        Subquery(waiting.order_by().values("player").annotate(count=Count("pk")).values("count")),
        Subquery(playing.values("table__turn_seconds")[:1]),
        Exists(unread.filter(link=request.path.replace("\0", ""))),  # no link contains it, nor may a query
    )
    count, newest, table, tables, turn, is_news = row.first() or (0, None, None, 0, None, False)
    ask = _LATEST if turn is None else min(_LATEST, max(_SOONEST, turn // _TURN_SHARE))
    return count or 0, notices.version_at(newest) if newest else 0, table or 0, tables or 0, ask, is_news


def _open_table(request: HttpRequest) -> int:
    """Return the table whose page is open, also where a part of that page is asked for; 0 elsewhere."""
    page = _TABLE.search(request.headers.get("HX-Current-URL") or request.path)
    return int(page[1]) if page else 0
