"""Offer the page “How to play” to visitors who have never played, and let bots explain their moves to them.

The offer goes when they open the page or dismiss it; explanations stay for the whole of their first match
and of its rematches.
Before a match the database says who is new, and the browser remembers the table: a running deal
costs no query.
"""

from typing import Final

from django.db.models import Q
from django.http import HttpRequest, HttpResponse

from games.access.players import viewer
from games.models import Seat, Table

COOKIE: Final = "how_to_play"
SEEN: Final = "seen"
PLAYED: Final = Q(table__round_number__gt=1) | Q(table__status=Table.Status.FINISHED)
"""The seats of a table at which a deal was played to its end."""
FIRST_TABLE: Final = "first_table"
"""The cookie with the number of the table of somebody who is new."""
_YEAR: Final = 365 * 24 * 3600


def is_new(request: HttpRequest) -> bool:
    """Whether the visitor has never played a deal to its end. One query at most."""
    player = viewer(request)
    if player is None:
        return True
    return not Seat.objects.filter(PLAYED, player=player).exists()


def has_seen_the_page(request: HttpRequest) -> bool:
    """Whether the page was opened, or its offer dismissed, in this browser."""
    return request.COOKIES.get(COOKIE) == SEEN


def is_first_table(request: HttpRequest, table: Table) -> bool:
    """Whether somebody who sits at a table is new, and this is the table of their first match."""
    if table.status == Table.Status.OPEN:
        return is_new(request)
    return request.COOKIES.get(FIRST_TABLE) == str(table.pk)


def remember_seen(request: HttpRequest, response: HttpResponse) -> None:
    """Let the browser remember that the page was seen, as the script of the offer does."""
    _set(request, response, COOKIE, SEEN)


def remember_first_table(request: HttpRequest, response: HttpResponse, table: int) -> None:
    """Let the browser remember the first table of somebody who is new."""
    _set(request, response, FIRST_TABLE, str(table))


def pass_on_first_table(request: HttpRequest, response: HttpResponse, before: int, table: int) -> None:
    """Let the rematch of somebody's first table count as their first table, without the offer."""
    if request.COOKIES.get(FIRST_TABLE) == str(before):
        remember_first_table(request, response, table)
        remember_seen(request, response)


def _set(request: HttpRequest, response: HttpResponse, name: str, value: str) -> None:
    response.set_cookie(name, value, max_age=_YEAR, samesite="Lax", secure=request.is_secure())
