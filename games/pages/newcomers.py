"""Whoever has never played a deal is offered the page "How to play", until it was opened or waved away."""

from typing import Final

from django.db.models import Q
from django.http import HttpRequest, HttpResponse

from games.access.players import viewer
from games.models import Seat, Table

COOKIE: Final = "how_to_play"
_YEAR: Final = 365 * 24 * 3600


def is_newcomer(request: HttpRequest) -> bool:
    """Whether the visitor is to be offered the page. One query at most."""
    if COOKIE in request.COOKIES:
        return False
    player = viewer(request)
    if player is None:
        return True
    played = Q(table__round_number__gt=1) | Q(table__status=Table.Status.FINISHED)
    return not Seat.objects.filter(played, player=player).exists()


def remember(request: HttpRequest, response: HttpResponse) -> None:
    """Let the browser remember that the page was opened. The script of the offer writes the same cookie."""
    response.set_cookie(COOKIE, "seen", max_age=_YEAR, samesite="Lax", secure=request.is_secure())
