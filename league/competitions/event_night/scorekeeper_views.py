"""The page on which organizers assign scorekeepers to tables."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.idempotency import request_keys
from games.localization.collation import by_name
from games.rules.base.refusal import Refusal
from games.wording.http_status import refusal_status
from league.competitions.event_night import table_scorekeepers
from league.models import Competition
from league.permissions.policy import require


@require_http_methods(["GET", "POST"])
def scorekeepers(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the scorekeeper of each table, and assign a table to another person."""
    competition = get_object_or_404(Competition.objects.select_related("club"), pk=pk)
    require(request, "competition.organize", competition)
    refusal = None
    if request.method == "POST":
        try:
            request_keys.once(request, lambda: _changed(request, competition))
        except Refusal as caught:
            refusal = caught
        else:
            messages.success(request, _("Saved."))
            return redirect("table_scorekeepers", pk)
    facts = {
        "competition": competition,
        "kept": table_scorekeepers.of_tables(competition),
        "people": by_name(
            table_scorekeepers.candidates(competition).exclude(user=None), name=lambda player: player.name
        ),
        "most": table_scorekeepers.MOST_TABLES,
        "refusal": refusal,
    }
    status = refusal_status(refusal) if refusal else 200
    response = render(request, "league/event_night/scorekeepers.html", facts, status=status)
    response["Cache-Control"] = "private, no-store"
    return response


def _changed(request: HttpRequest, competition: Competition) -> None:
    number = _number(request.POST.get("table", ""))
    if request.POST.get("do") == "take_back":
        table_scorekeepers.take_back(competition, number)
    else:
        table_scorekeepers.assign(competition, number, _number(request.POST.get("player", "")))


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else 0
