"""Views of the replay of a match; every step has its own address."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from games.access.players import viewer
from games.analysis import queries as analyses
from games.htmx import is_htmx
from games.integrity import match_records
from games.models import Table
from games.replay import match_at_step, share
from games.replay.comments.views import page_of
from games.replay.context import ReplayPage
from games.replay.links import ReplayChoice
from games.replay.match_analysis.page import AnalysisPage
from games.replay.match_analysis.shown_choice import shown_choices, shown_timeout
from games.replay.score_graph import ScoreGraph
from games.replay.sheet_page import ScoreReplay
from games.replay.timeline import Timeline
from games.rules.base.refusal import Refusal
from games.scoresheets import queries


@require_GET
def replay(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a match after `?step=`, by default the first step; for htmx the fragment."""
    table = get_object_or_404(Table.objects.only("is_physical"), pk=pk)
    choice = ReplayChoice.of(request, pk)
    response = _of_a_sheet(request, choice) if table.is_physical else _of_moves(request, choice)
    response["Cache-Control"] = "private, no-store"
    patch_vary_headers(response, ["HX-Request"])
    return response


@require_GET
def replay_record(request: HttpRequest, pk: int) -> HttpResponse:  # noqa: ARG001 - the signature of views
    """Answer with the record of a match; Refusal `conflict` during the match."""
    table = get_object_or_404(Table, pk=pk)
    if not table.is_over:
        raise Refusal("conflict", _("The record holds all hands: it is available after the match."))
    response = HttpResponse(match_records.export(pk), content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="match-{pk}.json"'
    return response


def _of_moves(request: HttpRequest, choice: ReplayChoice) -> HttpResponse:
    moment = match_at_step.at(choice.table_id, choice.step, viewer(request), choice.seat, from_own_seat=True)
    page = ReplayPage(moment, choice)
    number = moment.deal.number if moment.deal else 0
    shared = share.of_page(request, page)
    # Beside the board of a step only its own choice is shown; the rest follows when another deal comes.
    with_moves = not is_htmx(request) or request.GET.get("shown") != page.moves.key
    analysis = analyses.of(moment.table) if with_moves else analyses.deal_alone(moment.table, number)
    facts: dict[str, object] = {
        "page": page,
        "share": shared,
        "with_moves": with_moves,
        "shown_choices": shown_choices(analysis, number, page.choice, page.names_here),
        "shown_timeout": shown_timeout(analysis, number, page.choice, page.names_here),
        "analysis": AnalysisPage(
            moment.table,
            analysis,
            page.choice,
            page.names_at_steps,
            number,
            seat=moment.eyes if moment.eyes is not None else moment.seat,
            own=moment.seat,
            may_ask=viewer(request) is not None,
        ),
    }
    is_fragment = is_htmx(request) and moment.sight is not None
    if is_fragment:
        response = render(request, "games/replay/answer.html", facts)
        response["HX-Replace-Url"] = page.choice.address
        return response
    comments = page_of(request, moment.table, page.choice, moment.seats)
    facts |= {
        "comments": comments,
        "timeline": Timeline(moment.outline, page.step, page.choice, page.names_at_steps, comments.steps),
        "graph": ScoreGraph(moment.outline, page.choice, page.names),
    }
    return render(request, "games/replay/replay.html", facts)


def _of_a_sheet(request: HttpRequest, choice: ReplayChoice) -> HttpResponse:
    """Show the score sheet of a match with real cards after a step."""
    page = ScoreReplay(queries.at_step(choice.table_id, choice.step))
    if page.is_over and not page.has_deals:  # a result that was only written down
        return redirect(page.table)
    template = "_sheet.html" if is_htmx(request) else "sheet.html"
    return render(request, f"games/replay/{template}", {"page": page})
