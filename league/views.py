"""Pages that everybody may read: lobby, club and player."""

from django.db.models import Prefetch, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_GET

from games import shelf
from games.models import Player, Seat, Table
from games.players import viewer
from league.models import Club, Competition, Membership
from league.permissions import organizes

SHOWN_AT_MOST = 12


@require_GET
def lobby(request: HttpRequest) -> HttpResponse:
    """Show where one can sit, what is being played, what can be replayed."""
    player = viewer(request)
    facts = {
        "mine": _tables(Table.Status.RUNNING).filter(seats__player=player) if player else [],
        "open_tables": _tables(Table.Status.OPEN),
        "running": _tables(Table.Status.RUNNING)[:SHOWN_AT_MOST],
        "finished": _tables(Table.Status.FINISHED).order_by("-finished_at")[:SHOWN_AT_MOST],
        "competitions": Competition.objects.filter(is_archived=False).select_related("club")[:SHOWN_AT_MOST],
        "clubs": Club.objects.order_by("name")[:SHOWN_AT_MOST],
    }
    return render(request, "league/lobby.html", facts)


@require_GET
def club(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a club: its competitions and its members."""
    found = get_object_or_404(Club, slug=slug)
    competitions = list(found.competitions.all())
    facts = {
        "club": found,
        "competitions": [one for one in competitions if not one.is_archived],
        "archived": [one for one in competitions if one.is_archived],
        "rulebooks": [shelf.made(row) for row in found.rulebooks.all()],
        "memberships": Membership.objects.filter(club=found)
        .select_related("player")
        .order_by("player__name"),
        "may_organize": organizes(request.user, found.pk),
    }
    return render(request, "league/club.html", facts)


@require_GET
def player(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a player: competitions and matches, the newest first."""
    found = get_object_or_404(Player, pk=pk)
    seats = found.seats.select_related("table").exclude(table__status=Table.Status.CLOSED).order_by("-table")
    facts = {
        "player": found,
        "clubs": found.clubs.all(),
        "entries": found.entries.select_related("competition").order_by("-competition"),
        "seats": seats[:50],
        "played": found.seats.filter(place__isnull=False).count(),
        "won": found.seats.filter(place=1).count(),
    }
    return render(request, "league/player.html", facts)


def _tables(status: Table.Status) -> QuerySet[Table]:
    seats = Prefetch("seats", Seat.objects.select_related("player"))
    return Table.objects.filter(status=status).prefetch_related(seats)
