"""Pages of a competition: standings and matches, the bracket, and the stream that keeps both live."""

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_GET

from games.rule_views import rulebook_shown
from games.stream_views import version_stream
from league.competition_page import CompetitionPage, rulebook_of
from league.forms import EntriesForm, SeedForm
from league.models import Competition
from league.permissions import organizes


@require_GET
def competition(request: HttpRequest, pk: int) -> HttpResponse:
    """Show standings and matches, and to organizers of a planned competition its entries."""
    page = CompetitionPage(get_object_or_404(Competition.objects.only("pk"), pk=pk))
    if page.stamp == request.GET.get("after"):
        return HttpResponse(status=204)
    facts = {"page": page, **_organizer_forms(request, page)}
    return _live(request, facts, "league/_competition.html", "league/competition.html")


@require_GET
def bracket(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the rounds of a competition as columns of tables, with totals as they climb."""
    page = CompetitionPage(get_object_or_404(Competition.objects.only("pk"), pk=pk))
    if page.stamp == request.GET.get("after"):
        return HttpResponse(status=204)
    return _live(request, {"page": page}, "league/_bracket.html", "league/bracket.html")


@require_GET
def competition_rules(request: HttpRequest, pk: int) -> HttpResponse:
    """Show what is played in a competition."""
    found = get_object_or_404(Competition, pk=pk)
    return rulebook_shown(request, rulebook_of(found), place=found)


@require_GET
async def competition_stream(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Stream the versions of a competition."""
    return await version_stream(request, "competition", pk)


def _organizer_forms(request: HttpRequest, page: CompetitionPage) -> dict[str, object]:
    """Return the forms that an organizer needs before the start; nothing for anybody else."""
    if request.htmx or not page.is_planned:  # type: ignore[attr-defined] # HtmxMiddleware
        return {}
    if not organizes(request.user, page.competition.club_id):
        return {}
    seed_form = SeedForm(page.entrants)
    return {
        "may_organize": True,
        "entries_form": EntriesForm(page.competition),
        "seeds": list(zip(page.entrants, seed_form, strict=True)),
    }


def _live(request: HttpRequest, facts: dict[str, object], fragment: str, whole: str) -> HttpResponse:
    is_fragment = request.htmx  # type: ignore[attr-defined] # HtmxMiddleware
    response = render(request, fragment if is_fragment else whole, facts)
    patch_vary_headers(response, ["HX-Request"])
    return response
