"""Views for the result of a match with real cards: players confirm or object, the referee decides."""

from collections.abc import Callable

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from games import scoresheets, tables
from games.access.players import viewer
from games.access.referees import require_referee
from games.htmx import is_htmx
from games.idempotency import request_keys
from games.models import Table
from games.rules.base.refusal import Refusal
from games.rules.scoresheet import decide
from games.scoresheets import sheet_history
from games.scoresheets.forms import LONGEST_REASON, SettleForm
from games.scoresheets.responses import page_of, render_sheet
from games.wording.http_status import refusal_status


@require_POST
def result_confirm(request: HttpRequest, pk: int) -> HttpResponse:
    """Let a seated player confirm the result."""
    return _answered(request, pk, decide.ConfirmResult)


@require_POST
def result_object(request: HttpRequest, pk: int) -> HttpResponse:
    """Let a seated player object to the result, with a reason for the referee."""
    reason = request.POST.get("reason", "").strip()[:LONGEST_REASON]
    return _answered(request, pk, lambda seat: decide.ObjectToResult(seat, reason))


@require_GET
def dispute(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the referee the result, the objections, and the history of the sheet."""
    table = get_object_or_404(Table, pk=pk, is_physical=True)
    if viewer(request) is None:
        return redirect_to_login(request.get_full_path())
    require_referee(request, table)
    return _dispute_shown(request, table)


@require_POST
def result_settle(request: HttpRequest, pk: int) -> HttpResponse:
    """Let the referee decide: the result stands, or the sheet is open again."""
    table = get_object_or_404(Table, pk=pk, is_physical=True)
    form = SettleForm(request.POST)

    def settle() -> int:
        by = require_referee(request, table)
        return scoresheets.act(pk, form.command(), by=by, at=timezone.now()).version

    try:
        request_keys.once(request, settle)
    except Refusal as refusal:
        if refusal_status(refusal) == 403:
            raise
        return _dispute_shown(request, table, refusal)
    wanted = _page_after(request)
    return redirect(wanted) if wanted else redirect("dispute", pk)


def _answered(request: HttpRequest, pk: int, command: Callable[[int], decide.SheetCommand]) -> HttpResponse:
    table = get_object_or_404(Table, pk=pk, is_physical=True)
    try:
        request_keys.once(request, lambda: _answer(request, table, command))
    except Refusal as refusal:
        return render_sheet(request, table, refusal=refusal)
    if is_htmx(request):
        return render_sheet(request, table)
    return redirect(table)


def _answer(request: HttpRequest, table: Table, command: Callable[[int], decide.SheetCommand]) -> int:
    player = viewer(request)
    seat = tables.seat_of(list(table.seats.all()), player.pk) if player else None
    if player is None or seat is None:
        raise Refusal("not_seated", _("Only players in this match can confirm the result."))
    return scoresheets.act(table.pk, command(seat), by=f"player:{player.pk}", at=timezone.now()).version


def _page_after(request: HttpRequest) -> str:
    """Return the page of this site from which the referee came; empty if none is named."""
    wanted = request.POST.get("next") or request.GET.get("next", "")
    return wanted if url_has_allowed_host_and_scheme(wanted, None) else ""


def _dispute_shown(request: HttpRequest, table: Table, refusal: Refusal | None = None) -> HttpResponse:
    page = page_of(request, table, table.get_absolute_url())
    facts = {"page": page, "log": sheet_history.entries(page.look, page.names), "refusal": refusal}
    facts["next"] = _page_after(request)
    status = refusal_status(refusal) if refusal else 200
    response = render(request, "games/scoresheets/dispute.html", facts, status=status)
    response["Cache-Control"] = "private, no-store"
    return response
