"""The page on the projector, and its fragment."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_GET

from games.htmx import is_htmx
from games.naming.player_names import read_by
from league.competitions.event_night.screen.page import ScreenPage
from league.competitions.event_night.shown_round import round_asked
from league.models import Competition
from league.permissions.policy import require


@require_GET
def screen(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a competition on a projector; the page, or its fragment when there are changes.

    A whole hall reads it, whoever is logged in: hidden names stay hidden.
    """
    competition = get_object_or_404(Competition.objects.select_related("club"), pk=pk)
    require(request, "competition.see", competition)
    page = ScreenPage(
        competition,
        request.GET.get("view", ""),
        timezone.now(),
        asked_round=round_asked(request),
        request=request,
    )
    is_fragment = is_htmx(request)
    if is_fragment and request.GET.get("after") == str(competition.version):
        response = HttpResponse(status=204)
    else:
        name = (
            "league/event_night/screen/_screen.html"
            if is_fragment
            else "league/event_night/screen/screen.html"
        )
        with read_by(None):
            response = render(request, name, {"page": page})
    response["As-Of"] = page.clock
    response["Cache-Control"] = "no-store"
    patch_vary_headers(response, ["HX-Request"])
    return response
