"""Each visitor's own tables in the lobby, and the next tables of a match on its page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_GET

from games.access.players import viewer
from games.models import Table
from league.competitions.event_night.own_tables import IN_THE_LOBBY, places_of


@require_GET
def my_places(request: HttpRequest) -> HttpResponse:
    """Show the visitor their tables in all competitions, for the lobby."""
    player = viewer(request)
    places = places_of(player, most=IN_THE_LOBBY) if player else []
    response = render(request, "league/event_night/_places.html", {"places": places})
    response["Cache-Control"] = "private, no-store"
    return response


@require_GET
def next_tables(request: HttpRequest, pk: int) -> HttpResponse:
    """Show where the players of a finished table sit next, for its page; empty where nothing follows."""
    table = get_object_or_404(Table, pk=pk)
    response = render(request, "league/event_night/_next_tables.html", {"table": table})
    response["Cache-Control"] = "private, no-store"
    return response
