"""The page of a club's ladder."""

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from league.competitions.page_request import page_asked
from league.competitions.rating_updates import ladder as ladder_of
from league.competitions.read_models.row_filter import AT_ONCE
from league.models import Club
from league.rules.ratings import GAMES_TO_SETTLE, POOLS, RATED


@require_GET
def ladder(request: HttpRequest, slug: str) -> HttpResponse:
    """Show who is how strong in a club, by rated or by casual matches."""
    club = get_object_or_404(Club, slug=slug)
    pool = request.GET.get("pool", RATED)
    if pool not in POOLS:
        raise Http404("There is no such ladder.")
    rows = ladder_of(club.pk, pool, at=timezone.now())
    facts = {
        "club": club,
        "pool": pool,
        "pools": {pool: _(label) for pool, label in POOLS.items()},
        "rows": Paginator(rows, AT_ONCE).get_page(max(1, page_asked(request))),
        "here": request.path,
        "page": {"leaf_query": f"?pool={pool}&page="},
        "games_to_settle": GAMES_TO_SETTLE,
    }
    return render(request, "league/competitions/ladder.html", facts)
