"""The seating of the next draw as a file: downloaded, changed in a spreadsheet, and sent back as a draft."""

from functools import partial
from typing import Any

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from games.idempotency import request_keys
from games.rules.base.refusal import Refusal
from games.wording.http_status import refusal_status
from league import competitions
from league.http import daily_counts
from league.http.expected_version import seen
from league.import_export import seatings
from league.import_export.csv_sheet import utf8
from league.import_export.views import SheetForm, sent
from league.models import Competition
from league.permissions.policy import require
from league.rules.decisions.consequences import can_draw


@require_GET
def seating_file(request: HttpRequest, pk: int) -> HttpResponse:
    """Send the seating of the draft, or of a proposal, as CSV."""
    competition = _competition(request, pk)
    try:
        sheet = seatings.sheet_of(competition)
    except Refusal as refusal:
        return _shown(request, competition, refusal=refusal)
    return sent(sheet, f"{competition.name} seating", "csv")


@require_http_methods(["GET", "POST"])
def seating(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the form; make a draft of an uploaded seating, or list its faults."""
    competition = _competition(request, pk)
    if request.method == "GET":
        return _shown(request, competition)
    if isinstance(request.user, User):
        daily_counts.upload(request.user, at=timezone.now())
    text = request.POST.get("rows", "")
    try:
        text = SheetForm(request.POST, request.FILES).text(utf8)
        request_keys.once(request, partial(_prescribe, request, competition, text))
    except Refusal as refusal:
        competition.refresh_from_db()
        return _shown(request, competition, text=text, refusal=refusal)
    messages.success(request, _("The draft now matches your file."))
    return redirect("draft", pk)


def _prescribe(request: HttpRequest, competition: Competition, text: str) -> None:
    by = require(request, "competition.organize", competition)
    lines = seatings.lines_of(text)
    seatings.prescribe(competition, lines, after=seen(request), by=by, at=timezone.now())


def _competition(request: HttpRequest, pk: int) -> Competition:
    competition = get_object_or_404(Competition.objects.select_related("club"), pk=pk)
    require(request, "competition.organize", competition)
    return competition


def _shown(
    request: HttpRequest, competition: Competition, *, text: str = "", refusal: Refusal | None = None
) -> HttpResponse:
    state = competitions.look(competition.pk)
    facts: dict[str, Any] = {
        "competition": competition,
        "text": text,
        "may_make": can_draw(state),
        "has_draft": state.stage.draft is not None,
        "columns": ", ".join(seatings.columns_of(state)),
    }
    if refusal is not None:
        facts["faults"] = (refusal.errors or {}).get("rows", [refusal.sentence])
    status = refusal_status(refusal) if refusal else 200
    response = render(request, "league/import_export/seating.html", facts, status=status)
    response["Cache-Control"] = "private, no-store"
    return response
