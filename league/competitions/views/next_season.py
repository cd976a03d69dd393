"""The page on which a season that is over becomes the next one."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods

from games.idempotency import request_keys
from games.rules.base.refusal import Refusal
from league.competitions.next_season import ended
from league.competitions.pages.next_season import NextSeasonPage
from league.models import Competition
from league.permissions.rules import require


@require_http_methods(["GET", "POST"])
def next_season(request: HttpRequest, pk: int) -> HttpResponse:
    """Show who goes up and down, and announce the next season."""
    found = get_object_or_404(Competition.objects.only("pk", "club"), pk=pk)
    by = require(request, "club.organize", found.club_id)
    sent = request.POST if request.method == "POST" else None
    page = NextSeasonPage(ended(pk), request.GET, sent)
    try:
        page.work_out()
        if page.form is not None and page.form.is_valid():
            made = request_keys.once(request, lambda: page.announce(by))
            return redirect("competition", made)
    except Refusal as refusal:
        page.borders.add_error(None, refusal.sentence)
    is_wrong = request.method == "POST" or bool(page.borders.errors)
    return render(request, "league/desk/next_season.html", {"page": page}, status=422 if is_wrong else 200)
