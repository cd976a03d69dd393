"""The page of a match, and what organizers do there: report, correct what a preview has shown, draw lots."""

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET, require_POST

from games.idempotency import request_keys
from games.rules.base.refusal import Refusal
from games.wording.http_status import refusal_status
from league import competitions
from league.competitions import results
from league.competitions.forms.result import ResultForm
from league.competitions.forms.seen_version import seen
from league.competitions.read_models import preview_text
from league.competitions.read_models.match import MatchPage, find
from league.models import Competition
from league.permissions.rules import may, require
from league.rules.competition.commands import CorrectResult, MoveMatch

_MEANWHILE = gettext_lazy(
    "Somebody else has done something meanwhile: this is how it stands now. Look again and decide anew."
)


@require_GET
def match(request: HttpRequest, pk: int, stage: int, key: str) -> HttpResponse:
    """Show a match: who met, what came of it, why here; to organizers the form for its result."""
    return _shown(request, _page(pk, stage, key))


@require_POST
def match_report(request: HttpRequest, pk: int, stage: int, key: str) -> HttpResponse:
    """Report the first result of a match by hand."""
    by, page = _organizers_page(request, pk, stage, key)
    form = _form(page, request.POST)

    def report() -> None:
        at, after = timezone.now(), seen(request)
        results.report(pk, stage=stage, match=key, after=after, by=by, at=at, **form.facts())

    return _done(request, page, form, report, _("The result is recorded."))


@require_POST
def match_correct(request: HttpRequest, pk: int, stage: int, key: str) -> HttpResponse:
    """Show what a correction would do, and with `sure` carry it out; `open` takes the result back."""
    by, page = _organizers_page(request, pk, stage, key)
    form = _form(page, request.POST)
    if "sure" not in request.POST:
        return _previewed(request, page, form)

    def correct() -> None:
        results.correct(pk, _correction(request, page, form), after=seen(request), by=by, at=timezone.now())

    return _done(request, page, form, correct, _("The result is corrected."))


@require_POST
def match_move(request: HttpRequest, pk: int, stage: int, key: str) -> HttpResponse:
    """Play a match that has not begun at the other kind of table: online, or with real cards."""
    by, page = _organizers_page(request, pk, stage, key)
    command = MoveMatch(stage, key, request.POST.get("venue", ""))

    def move() -> None:
        competitions.act(pk, command, by=by, at=timezone.now())

    return _done(request, page, None, move, _("The match is played there now."))


@require_POST
def match_lot(request: HttpRequest, pk: int, stage: int, key: str) -> HttpResponse:
    """Draw the lot of a tied match."""
    by, page = _organizers_page(request, pk, stage, key)

    def draw() -> None:
        results.draw_lot(pk, stage=stage, match=key, after=seen(request), by=by, at=timezone.now())

    return _done(request, page, None, draw, _("The lot is drawn, and on record."))


@require_POST
def stage_lot(request: HttpRequest, pk: int, stage: int) -> HttpResponse:
    """Draw the lot that says who goes on to the next stage."""
    found = get_object_or_404(Competition, pk=pk)

    def draw() -> None:
        by = require(request, "competition.organize", found)
        results.draw_lot(pk, stage=stage, after=seen(request), by=by, at=timezone.now())

    request_keys.once(request, draw)
    messages.success(request, _("The lot is drawn, and on record."))
    return redirect(found)


def _organizers_page(request: HttpRequest, pk: int, stage: int, key: str) -> tuple[str, MatchPage]:
    """Return who asks, as the `by` of commands, and the match; others hear nothing of whether it exists."""
    by = require(request, "competition.organize", get_object_or_404(Competition, pk=pk))
    return by, _page(pk, stage, key)


def _page(pk: int, stage: int, key: str) -> MatchPage:
    page = find(get_object_or_404(Competition.objects.select_related("club"), pk=pk), stage, key)
    if page is None:
        raise Http404("There is no such match.")
    return page


def _form(page: MatchPage, sent: Mapping[str, object] | None = None) -> ResultForm:
    """Return the form for the result of a match, filled with what is known."""
    return ResultForm(page.match, page.names, sent, low_wins=page.state.settings.low_wins)


def _correction(request: HttpRequest, page: MatchPage, form: ResultForm) -> CorrectResult:
    if "open" in request.POST:
        return results.reopening(page.stage.number, page.match.id, request.POST.get("reason", ""))
    reason = form.cleaned_data["reason"]
    return CorrectResult(page.stage.number, page.match.id, reason=reason, **form.facts())


def _previewed(request: HttpRequest, page: MatchPage, form: ResultForm) -> HttpResponse:
    if "open" not in request.POST and not form.is_valid():
        return _shown(request, page, form, status=422)
    try:
        preview = results.preview(page.competition.pk, _correction(request, page, form))
    except Refusal as refusal:
        return _shown(request, page, form, refusal=refusal)
    hidden = {"csrfmiddlewaretoken", request_keys.FIELD, "after", "sure"}
    facts = {
        "page": page,
        "sentences": preview_text.said(preview, page.state, page.names),
        "is_open": "open" in request.POST,
        "asked": [(name, request.POST[name]) for name in request.POST if name not in hidden],
        "after": page.competition.version,
    }
    return _private(render(request, "league/competitions/match_preview.html", facts))


def _done(
    request: HttpRequest, page: MatchPage, form: ResultForm | None, command: Callable[[], None], said: str
) -> HttpResponse:
    """Carry out what an organizer sent; whatever was refused is said beside the form."""
    needs_form = form is not None and "open" not in request.POST
    if needs_form and form is not None and not form.is_valid():
        return _shown(request, page, form, status=422)
    try:
        request_keys.once(request, command)
    except Refusal as refusal:
        now = _page(page.competition.pk, page.stage.number, page.match.id)
        return _shown(request, now, form, refusal=refusal)
    messages.success(request, said)
    return redirect("match", page.competition.pk, page.stage.number, page.match.id)


def _shown(
    request: HttpRequest,
    page: MatchPage,
    form: ResultForm | None = None,
    *,
    refusal: Refusal | None = None,
    status: int = 200,
) -> HttpResponse:
    facts: dict[str, Any] = {"page": page}
    if may(request, "competition.organize", page.competition):
        facts |= {"may_organize": True, "form": form or _form(page)}
    if refusal is not None:
        is_late = refusal.code in ("stale", "result_known")
        facts["refusal"] = _MEANWHILE if is_late else refusal.sentence
        if is_late:
            facts["form"] = _form(page)
        status = refusal_status(refusal)
    return _private(render(request, "league/competitions/match.html", facts, status=status))


def _private(response: HttpResponse) -> HttpResponse:
    response["Cache-Control"] = "private, no-store"
    return response
