"""Views of the analysis of a match: ask for it, and look at it."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from games.access.players import seat_of, viewer
from games.analysis import queries, queue
from games.analysis.analysis_file import export
from games.htmx import is_htmx
from games.idempotency import request_keys
from games.models import Table
from games.replay import match_at_step
from games.replay.links import ReplayChoice
from games.replay.match_analysis.page import AnalysisPage
from games.replay.names_at_steps import NamesAtSteps
from games.rules.base.refusal import Refusal
from games.wording.http_status import refusal_status


@require_http_methods(["GET", "HEAD", "POST"])
def replay_analysis(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the analysis of a match at `?step=`, or ask for it with a POST."""
    table = get_object_or_404(Table, pk=pk)
    refusal = None
    if request.method == "POST":
        try:
            request_keys.once(request, lambda: _ask(request, table))
        except Refusal as refused:
            if not is_htmx(request):
                raise
            refusal = refused
    choice = ReplayChoice.of(request, pk)
    if not is_htmx(request):
        return redirect(f"{choice.address}#analysis")
    outline = match_at_step.outline(pk)
    seats, reader = list(table.seats.select_related("player")), viewer(request)
    chosen = choice.seat_among(len(seats))
    own = seat_of(seats, reader.pk if reader else None)
    number = outline.deal_of(choice.step).number if outline.deals else 0
    page = AnalysisPage(
        table,
        queries.of(table),
        choice,
        NamesAtSteps(table, seats, lambda: outline.steps),
        number,
        seat=own if chosen is None else chosen,
        own=own,
        may_ask=reader is not None,
        refusal=refusal,
    )
    status = refusal_status(refusal) if refusal else 200
    response = render(request, "games/replay/match_analysis/answer.html", {"analysis": page}, status=status)
    response["Cache-Control"] = "private, no-store"
    return response


@require_GET
def analysis_file(request: HttpRequest, pk: int) -> HttpResponse:  # noqa: ARG001 - the signature of views
    """Answer with the analysis of a match as a file; Refusals as `analysis_file.export`."""
    response = HttpResponse(export(get_object_or_404(Table, pk=pk)), content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="match-{pk}.analysis.json"'
    response["Cache-Control"] = "private, no-store"
    return response


def _ask(request: HttpRequest, table: Table) -> None:
    if viewer(request) is None:
        raise Refusal("not_logged_in", _("Log in to have this match analysed."))
    queue.ask(table.pk, at=timezone.now())
