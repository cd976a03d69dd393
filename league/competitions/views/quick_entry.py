"""Quick entry: the totals of all tables of a round on one page, each saved as soon as its row is complete."""

from collections.abc import Mapping
from typing import Any

from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from games.access.players import viewer
from games.access.referees import require_no_own_dispute
from games.htmx import is_htmx
from games.idempotency import request_keys
from games.rules.base.refusal import Refusal
from games.wording.http_status import refusal_status
from league.competitions import results
from league.competitions.desk import undo
from league.competitions.event_night.night import others_tonight
from league.competitions.event_night.shown_round import round_asked
from league.competitions.page_request import desk_asked
from league.competitions.read_models.desk import Desk
from league.competitions.read_models.disputes import disputes_at
from league.competitions.read_models.quick_entry import QuickEntry, QuickRow
from league.competitions.results import EntrantResult, Outcome, ResultSlip
from league.http.expected_version import seen
from league.models import Competition
from league.permissions.policy import require
from league.rules.settings import result_kinds

_MOST = 100_000


@require_GET
def quick_entry(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a row for each match of the rounds in play, of a finished `round`, or of all not yet over."""
    competition = _competition(pk)
    by = require(request, "competition.organize", competition)
    return _shown(request, competition, by)


@require_POST
def match_quick(request: HttpRequest, pk: int, stage: int, key: str) -> HttpResponse:
    """Record the result of a row, its places by the totals; what was typed stays when it is refused.

    With `do=undo` the result that was just entered is taken back, and its totals can be changed.
    """
    competition = _competition(pk)
    by = require(request, "competition.organize", competition)
    before = _slip(pk, stage, key)
    carry_out = _undone if request.POST.get("do") == "undo" else _recorded
    error, asks, status = carry_out(request, pk, before, by)
    slip = _slip(pk, stage, key)
    typed = {name: request.POST[name][:7] for name in request.POST if name.startswith("total_")}
    row = QuickRow(
        slip,
        {place.entrant: place.total for place in before.match.places if before.match.has_totals},
        typed=typed if error else None,
        error=error,
        asks=asks,
        is_own=(stage, key) in undo.entered_lately(pk, by=by, at=timezone.now()),
        dispute=disputes_at([slip.match.table], viewer(request)).get(slip.match.table) if error else None,
    )
    if is_htmx(request):
        competition.refresh_from_db()
        desk = Desk(competition, state=slip.state)
        facts = {"row": row, "competition": competition, "desk": desk, "is_answer": True}
        return _private(render(request, "league/desk/quick_entry/_row.html", facts, status=status))
    if error:
        competition.refresh_from_db()
        return _shown(request, competition, by, row, status=status)
    came_from = desk_asked(request)
    query = f"?desk={came_from}" if came_from else ""
    return redirect(reverse("quick_entry", args=[pk]) + f"{query}#{row.anchor}")


def _recorded(request: HttpRequest, pk: int, slip: ResultSlip, by: str) -> tuple[str, bool, int]:
    """Record the result; return the error, whether it asks to confirm an unlikely result, and the status."""
    try:
        facts = _outcome(slip, request.POST)._asdict() | {"stage": slip.stage, "match": slip.match.id}
        request_keys.once(request, lambda: _report(request, pk, slip, by, facts))
    except ValidationError as invalid:
        return " ".join(invalid.messages), False, 422
    except Refusal as refused:
        sentence = refused.sentence
        if refused.code in ("stale", "result_known"):
            sentence = _("Someone else has entered this table. Compare both, and correct it if needed.")
        return sentence, refused.code == "unlikely_result", refusal_status(refused)
    return "", False, 200


def _undone(request: HttpRequest, pk: int, slip: ResultSlip, by: str) -> tuple[str, bool, int]:
    """Take the result back; return as `_recorded`."""
    try:
        require_no_own_dispute(request, slip.match.table)
        key = slip.match.id
        request_keys.once(request, lambda: undo.undo(pk, slip.stage, key, by=by, at=timezone.now()))
    except Refusal as refused:
        return refused.sentence, False, refusal_status(refused)
    return "", False, 200


def _report(request: HttpRequest, pk: int, slip: ResultSlip, by: str, facts: Mapping[str, Any]) -> None:
    require_no_own_dispute(request, slip.match.table)
    results.report(pk, at_once=True, after=seen(request), by=by, at=timezone.now(), **facts)


def _outcome(slip: ResultSlip, sent: Mapping[str, str]) -> Outcome:
    rows = {}
    for entrant in slip.match.entrants:
        text = sent.get(f"total_{entrant}", "").strip()
        if not text and entrant in slip.state.gone():
            rows[entrant] = EntrantResult(is_absent=True)
            continue
        digits = text.removeprefix("-")
        if not (digits.isascii() and digits.isdecimal() and len(digits) < 7 and int(digits) <= _MOST):
            raise ValidationError(
                _("Enter the total of {name} as a number.").format(name=slip.names[entrant])
            )
        rows[entrant] = EntrantResult(total=int(text))
    return slip.outcome(result_kinds.PLAYED, rows, is_sure="is_sure" in sent, at=timezone.now())


def _slip(pk: int, stage: int, key: str) -> ResultSlip:
    try:
        return results.slip_of(pk, stage, key)
    except Competition.DoesNotExist as error:
        raise Http404("There is no such match.") from error


def _competition(pk: int) -> Competition:
    return get_object_or_404(Competition.objects.select_related("club"), pk=pk)


def _shown(
    request: HttpRequest,
    competition: Competition,
    by: str,
    refused: QuickRow | None = None,
    *,
    status: int = 200,
) -> HttpResponse:
    all_rounds = request.GET.get("rounds") == "all"
    # Read only where a result can be undone.
    own: Any = SimpleLazyObject(lambda: undo.entered_lately(competition.pk, by=by, at=timezone.now()))
    entry = QuickEntry(
        competition,
        request.GET.get("page", ""),
        all_rounds=all_rounds,
        asked_round=round_asked(request),
        own=own,
        reader=viewer(request),
    )
    rows = list(entry.rows)
    if refused is not None:  # also of a round or a page that is not shown
        rows = [refused, *(row for row in rows if row.anchor != refused.anchor)]
    desk = Desk(competition, state=entry.state)
    beside = [other for other in others_tonight(request, competition, timezone.now()) if _is_played(other)]
    facts = {"competition": competition, "entry": entry, "rows": rows, "desk": desk, "beside": beside}
    return _private(render(request, "league/desk/quick_entry/quick_entry.html", facts, status=status))


def _is_played(competition: Competition) -> bool:
    return competition.status == Competition.Status.RUNNING


def _private(response: HttpResponse) -> HttpResponse:
    response["Cache-Control"] = "private, no-store"
    return response
