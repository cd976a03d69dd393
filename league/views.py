"""The page that everybody sees first: the lobby."""

from django.db.models import Prefetch, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from games.access.players import viewer
from games.localization.collation import by_name
from games.models import Seat, Table
from games.pages import newcomers
from league.competitions.event_night.places import places_of
from league.models import Club, Competition
from league.permissions.policy import invisible_competitions

SHOWN_AT_MOST = 12


@require_GET
def lobby(request: HttpRequest) -> HttpResponse:
    """Show where one can sit, what is being played, what can be replayed."""
    player, kept_back = viewer(request), invisible_competitions(request)
    competitions = Competition.objects.filter(is_archived=False).select_related("club")
    facts = {
        "is_known": player is not None,
        "is_newcomer": newcomers.is_newcomer(request),
        "places": places_of(player) if player else [],
        "mine": _tables(Table.Status.RUNNING).filter(seats__player=player) if player else [],
        "open_tables": _shown(Table.Status.OPEN, kept_back=kept_back).filter(is_physical=False),
        "running": _shown(Table.Status.RUNNING, kept_back=kept_back)[:SHOWN_AT_MOST],
        "finished": _shown(Table.Status.FINISHED, Table.Status.DECIDED, kept_back=kept_back).order_by(
            "-finished_at"
        )[:SHOWN_AT_MOST],
        "competitions": competitions.exclude(pk__in=kept_back)[:SHOWN_AT_MOST],
        "clubs": by_name(Club.objects.order_by("name")[:SHOWN_AT_MOST], name=lambda club: club.name),
    }
    return render(request, "league/lobby.html", facts)


def _shown(*statuses: Table.Status, kept_back: QuerySet[Competition]) -> QuerySet[Table]:
    """Return the tables of a list that everybody reads, without those of clubs that keep to themselves."""
    return _tables(*statuses).exclude(match__competition__in=kept_back)


def _tables(*statuses: Table.Status) -> QuerySet[Table]:
    seats = Prefetch("seats", Seat.objects.select_related("player"))
    return Table.objects.filter(status__in=statuses).prefetch_related(seats)
