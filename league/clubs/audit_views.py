"""The pages of the audit log of a club, and of one competition of it."""

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_GET

from league.clubs import audit_page
from league.clubs.club_views import club_of
from league.models import AuditEntry, Competition
from league.permissions.policy import require

_PER_PAGE = 50


@require_GET
def club_audit(request: HttpRequest, slug: str) -> HttpResponse:
    """Show everything that was changed in a club, the newest first."""
    club = club_of(slug)
    require(request, "club.organize", club)
    return _audit_page(request, club.audit.select_related("competition"), {"club": club, "place": club})


@require_GET
def competition_audit(request: HttpRequest, pk: int) -> HttpResponse:
    """Show what was changed in one competition."""
    competition = get_object_or_404(Competition.objects.select_related("club"), pk=pk)
    require(request, "competition.organize", competition)
    return _audit_page(request, competition.audit.all(), {"place": competition})


def _audit_page(
    request: HttpRequest, entries: "QuerySet[AuditEntry]", facts: dict[str, object]
) -> HttpResponse:
    pages = Paginator(entries, _PER_PAGE).get_page(request.GET.get("page"))
    facts |= {"pages": pages, "lines": audit_page.lines(list(pages))}
    response = render(request, "league/clubs/audit.html", facts)
    response["Cache-Control"] = "private, no-store"
    return response
