"""The order of the tie-breaks of a stage: everybody reads it, organizers choose it, also late."""

from collections.abc import Sequence
from typing import Final

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.idempotency import request_keys
from games.rules.base.refusal import Refusal
from games.wording.http_status import refusal_status
from league import competitions
from league.http.expected_version import seen
from league.models import Competition
from league.permissions.policy import may, require
from league.rules.competition.commands import ChooseTieBreaks
from league.rules.competition.stage import Stage
from league.rules.stages.stage_standings import chain_of
from league.rules.tiebreaks import POINTS, TIE_BREAKS

_MOST: Final = len(TIE_BREAKS)


@require_http_methods(["GET", "POST"])
def tiebreaks(request: HttpRequest, pk: int, stage: int) -> HttpResponse:
    """Show the order; organizers try another one (`codes`, `do`) and keep it by a POST."""
    competition = get_object_or_404(Competition.objects.select_related("club"), pk=pk)
    by = require(request, "competition.organize", competition) if request.method == "POST" else ""
    shown = _stage(competition, stage)
    if request.method == "GET":
        return _page(request, competition, shown, _tried(request, shown))
    codes = [] if "usual" in request.POST else request.POST.getlist("codes")[: _MOST + 1]
    command = ChooseTieBreaks(stage, codes)

    def choose() -> None:
        competitions.act(pk, command, after=seen(request), by=by, at=timezone.now())

    try:
        request_keys.once(request, choose)
    except Refusal as refusal:
        known = [code for code in codes if code in TIE_BREAKS]
        return _page(request, competition, shown, known, refusal)
    messages.success(request, _("Saved."))
    return redirect("tiebreaks", pk, stage)


def _page(
    request: HttpRequest,
    competition: Competition,
    stage: Stage,
    codes: Sequence[str],
    refusal: Refusal | None = None,
) -> HttpResponse:
    kept = _kept(stage)
    may_organize = may(request, "competition.organize", competition)
    facts = {
        "competition": competition,
        "stage": stage.settings.title,
        "number": stage.number,
        "points": TIE_BREAKS[POINTS],
        "chain": [TIE_BREAKS[code] for code in codes]
        if may_organize
        else [TIE_BREAKS[code] for code in kept],
        "others": [
            tie_break
            for tie_break in TIE_BREAKS.values()
            if tie_break.code not in codes and tie_break.code != POINTS
        ],
        "codes": codes,
        "is_changed": list(codes) != kept,
        "is_chosen": bool(stage.tiebreaks),
        "may_organize": may_organize,
        "refused": refusal.sentence if refusal else "",
    }
    status = refusal_status(refusal) if refusal else 200
    return render(request, "league/desk/tiebreaks.html", facts, status=status)


def _stage(competition: Competition, number: int) -> Stage:
    """Return a stage that is ranked by tie-breaks; Http404 for any other."""
    try:
        stages = competitions.look(competition.pk).stages
    except Competition.DoesNotExist as error:  # a competition without a log never came to life
        raise Http404 from error
    if not 1 <= number <= len(stages) or stages[number - 1].settings.is_knock_out:
        raise Http404
    return stages[number - 1]


def _kept(stage: Stage) -> list[str]:
    """Return the order that holds now; points come first anyway."""
    return [code for code in chain_of(stage) if code != POINTS]


def _tried(request: HttpRequest, stage: Stage) -> list[str]:
    """Return the order that is being put together, after the button that was pressed."""
    if "do" not in request.GET:
        return _kept(stage)
    asked = [code for code in request.GET.getlist("codes") if code in TIE_BREAKS and code != POINTS]
    codes = list(dict.fromkeys(asked))
    action, _, code = request.GET["do"].partition(":")
    if action == "add" and code in TIE_BREAKS and code not in (*codes, POINTS):
        return [*codes, code]
    if code not in codes:
        return codes
    place = codes.index(code)
    codes.remove(code)
    if action != "remove":
        codes.insert(max(0, place - 1) if action == "up" else place + (action == "down"), code)
    return codes
