"""Offer the page “How to play” to visitors who have never played, until they open it or dismiss it.

Before a match the database says who is new, and the browser remembers it: a running deal costs no query.
"""

from typing import Final

from django.db.models import Q
from django.http import HttpRequest, HttpResponse

from games.access.players import viewer
from games.models import Seat, Table

COOKIE: Final = "how_to_play"
NEW: Final = "new"
SEEN: Final = "seen"
_YEAR: Final = 365 * 24 * 3600


def is_newcomer(request: HttpRequest) -> bool:
    """Whether the visitor is to be offered the page. One query at most."""
    if request.COOKIES.get(COOKIE) == SEEN:
        return False
    player = viewer(request)
    if player is None:
        return True
    played = Q(table__round_number__gt=1) | Q(table__status=Table.Status.FINISHED)
    return not Seat.objects.filter(played, player=player).exists()


def is_offered_at(request: HttpRequest, table: Table) -> bool:
    """Whether somebody at a table is to be offered the page: before the match, and in its first deal."""
    if table.status == Table.Status.OPEN:
        return is_newcomer(request)
    return table.round_number <= 1 and request.COOKIES.get(COOKIE) == NEW


def remember(request: HttpRequest, response: HttpResponse, what: str) -> None:
    """Let the browser remember who is new or has seen the page, as the script of the offer does."""
    response.set_cookie(COOKIE, what, max_age=_YEAR, samesite="Lax", secure=request.is_secure())
