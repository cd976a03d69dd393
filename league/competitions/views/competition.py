"""Pages of a competition: standings and matches, the bracket, and the stream that keeps both live."""

from typing import Final

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_GET

from games.htmx import is_htmx
from games.realtime.server_sent_events import version_stream
from games.rulebooks.views import render_rulebook
from league.competitions.desk.answers import entrant_search
from league.competitions.desk.context import DeskPage
from league.competitions.desk.visitor_actions import Visitor
from league.competitions.event_night.timer import evening_of
from league.competitions.page_request import asked_page
from league.competitions.read_models.context import WHOLE, CompetitionPage, rulebook_of
from league.competitions.read_models.standings_text import as_text
from league.competitions.sharing import share
from league.models import Competition
from league.permissions.policy import standing

_FRAGMENTS: Final = {
    "competition": "league/competitions/live/_news.html",
    "bracket": "league/competitions/bracket/_bracket.html",
}
"""The part of a page that keeps itself fresh."""


@require_GET
def competition(request: HttpRequest, pk: int) -> HttpResponse:
    """Show standings and matches, and to organizers of a planned competition its entries."""
    return _shown(request, pk, "competition")


@require_GET
def bracket(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the rounds of a competition, as columns where it is a bracket, with totals as they climb."""
    return _shown(request, pk, "bracket")


@require_GET
def standings_row(request: HttpRequest, pk: int, stage: int, entrant: int) -> HttpResponse:
    """Show how the numbers of one row of the standings come about."""
    page = asked_page(request, pk)
    row = page.row(stage, entrant)
    if row is None:
        raise Http404
    facts = {
        "page": page,
        "row": row,
        "here": request.path,
        "back": page.as_of.query(stage=stage),
    }
    status = 422 if page.as_of.refused else 200
    return render(request, "league/competitions/standings_row.html", facts, status=status)


@require_GET
def standings_text(request: HttpRequest, pk: int) -> HttpResponse:
    """Answer the standings as plain text, to be copied into a chat."""
    page = asked_page(request, pk, WHOLE)
    if page.as_of.refused or not page.has_begun:
        raise Http404
    return HttpResponse(as_text(page), content_type="text/plain; charset=utf-8")


@require_GET
def competition_rules(request: HttpRequest, pk: int) -> HttpResponse:
    """Show what is played in a competition."""
    competition = get_object_or_404(Competition, pk=pk)
    return render_rulebook(request, rulebook_of(competition), place=competition)


@require_GET
async def competition_stream(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Stream the versions of a competition, and how far the totals of its tables are.

    With `?closing=` also when its awards are worked out.
    """
    others = ("totals", "closing") if "closing" in request.GET else ("totals",)
    return await version_stream(request, "competition", pk, *others)


def _shown(request: HttpRequest, pk: int, name: str) -> HttpResponse:
    """Show a page of a competition that keeps itself fresh, or as it was at a moment of the past."""
    page = asked_page(request, pk)
    if page.is_live and page.stamp == request.GET.get("after"):
        return HttpResponse(status=204)
    facts: dict[str, object] = {"page": page, "here": reverse(name, args=[pk])}
    if name == "competition" and page.is_live:
        facts |= _organizer_forms(request, page)
        facts["evening"] = evening_of(page.competition, timezone.now())
    if name == "bracket" and not is_htmx(request):
        facts |= {"share": share.of_page(request, page), "snippets": share.snippets(request, page)}
    # What the desk lists is not listed again, also when the rest is fetched anew beneath it.
    facts["has_desk"] = "desk" in facts or "desk" in request.GET
    template = _FRAGMENTS[name] if is_htmx(request) else f"league/competitions/{name}.html"
    response = render(request, template, facts, status=422 if page.as_of.refused else 200)
    patch_vary_headers(response, ["HX-Request"])
    return response


def _organizer_forms(request: HttpRequest, page: CompetitionPage) -> dict[str, object]:
    """Return the desk for organizers, and the actions of everybody else."""
    if is_htmx(request):
        return {}
    at = timezone.now()
    visitor = Visitor(request, page.competition, takes_newcomers=lambda: page.takes_newcomers, at=at)
    facts: dict[str, object] = {"visitor": visitor}
    standing_here = standing(request, "competition.score", page.competition)
    facts["may_score"] = standing_here.may("competition.score") or standing_here.may("competition.referee")
    if (state := page.state_for(standing_here)) is not None:
        facts["desk"] = DeskPage(page.competition, state=state, **entrant_search(request))
    return facts
