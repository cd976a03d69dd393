"""Quick entry: the totals of all tables of a round on one page, each saved as soon as its row is complete.

A row that is filled in with what its table has recorded so far says so and follows the table.
"""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

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
from games.localization.lists import listed
from games.rules.base.refusal import Refusal
from games.wording.http_status import refusal_status
from league.competitions import live_totals, results
from league.competitions.desk import undo
from league.competitions.event_night.night import others_tonight
from league.competitions.event_night.shown_round import round_asked
from league.competitions.live_totals import MovedOnError, SoFar
from league.competitions.page_request import desk_asked
from league.competitions.read_models.desk import Desk
from league.competitions.read_models.disputes import disputes_at
from league.competitions.read_models.quick_entry import ABSENT, SURE, QuickEntry, QuickRow
from league.competitions.results import EntrantResult, Outcome, ResultSlip
from league.http.expected_version import seen
from league.models import Competition
from league.permissions.policy import require
from league.rules.settings import result_kinds

_MOST: Final = 100_000
_TOTAL: Final = "total_"
_LONGEST_LIST: Final = 200
"""More characters than the numbers of the entrants of a match have."""


class _Answer(NamedTuple):
    """Why a row was not saved, and what it asks for: `SURE`, `ABSENT` or nothing.

    `is_late` says that others have recorded something that the sender did not see.
    """

    status: int = 200
    error: str = ""
    asks: str = ""
    is_late: bool = False


@require_GET
def quick_entry(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a row for each match of the rounds in play, of a finished `round`, or of all not yet over.

    To a page with `totals`, the progress at the tables that it knows, it answers only with newer rows.
    """
    competition = _competition(pk)
    by = require(request, "competition.organize", competition)
    if "totals" in request.GET and is_htmx(request):
        if request.GET["totals"] == str(_progress(competition)):
            return HttpResponse(status=204)
        return _shown(request, competition, by, is_news=True)
    return _shown(request, competition, by)


@require_POST
def match_quick(request: HttpRequest, pk: int, stage: int, key: str) -> HttpResponse:
    """Record the result of a row, its places by the totals; what was typed stays when it is refused.

    With `do=undo` the result that was just entered is taken back, and its totals can be changed.
    """
    competition = _competition(pk)
    by = require(request, "competition.organize", competition)
    before = _slip(pk, stage, key)
    so_far = live_totals.at_table(before.match)
    carry_out = _undone if request.POST.get("do") == "undo" else _recorded
    answer = carry_out(request, pk, before, so_far, by)
    # Read before its matches, so that its version is never newer than they are.
    competition.refresh_from_db()
    slip = _slip(pk, stage, key)
    row = QuickRow(
        slip,
        so_far,
        typed=_typed(request.POST, before, so_far, answer),
        error=answer.error,
        asks=answer.asks,
        is_late=answer.is_late,
        absent=_absent(request.POST) if answer.asks == SURE else (),
        is_own=(stage, key) in undo.entered_lately(pk, by=by, at=timezone.now()),
        dispute=disputes_at([slip.match.table], viewer(request)).get(slip.match.table)
        if answer.error
        else None,
    )
    if is_htmx(request):
        desk = Desk(competition, state=slip.state)
        facts = {"row": row, "competition": competition, "desk": desk, "is_answer": True}
        return _private(render(request, "league/desk/quick_entry/_row.html", facts, status=answer.status))
    if answer.error:
        return _shown(request, competition, by, row, status=answer.status)
    came_from = desk_asked(request)
    query = f"?desk={came_from}" if came_from else ""
    return redirect(reverse("quick_entry", args=[pk]) + f"{query}#{row.anchor}")


def _recorded(request: HttpRequest, pk: int, slip: ResultSlip, so_far: SoFar, by: str) -> _Answer:
    """Record the result."""
    try:
        _require_seen(request.POST, slip, so_far)
        facts = _outcome(slip, request.POST)._asdict() | {"stage": slip.stage, "match": slip.match.id}
        request_keys.once(request, lambda: _report(request, pk, slip, by, facts))
    except ValidationError as invalid:
        return _Answer(422, " ".join(invalid.messages), ABSENT if invalid.code == ABSENT else "")
    except Refusal as refused:
        sentence, is_late = refused.sentence, refused.code in ("stale", "result_known")
        if is_late and not isinstance(refused, MovedOnError):
            sentence = _("Someone else has entered this table. Compare both, and correct it if needed.")
        asks = SURE if refused.code == "unlikely_result" else ""
        return _Answer(refusal_status(refused), sentence, asks, is_late)
    return _Answer()


def _undone(request: HttpRequest, pk: int, slip: ResultSlip, _so_far: SoFar, by: str) -> _Answer:
    """Take the result back."""
    try:
        require_no_own_dispute(request, slip.match.table)
        key = slip.match.id
        request_keys.once(request, lambda: undo.undo(pk, slip.stage, key, by=by, at=timezone.now()))
    except Refusal as refused:
        return _Answer(refusal_status(refused), refused.sentence)
    return _Answer()


def _report(request: HttpRequest, pk: int, slip: ResultSlip, by: str, facts: Mapping[str, Any]) -> None:
    require_no_own_dispute(request, slip.match.table)
    results.report(pk, at_once=True, after=seen(request), by=by, at=timezone.now(), **facts)


def _require_seen(sent: Mapping[str, str], slip: ResultSlip, so_far: SoFar) -> None:
    """Refuse a row whose table has recorded more since; ask about totals with which the match goes on."""
    if not slip.match.is_waiting:
        return
    live_totals.require_seen(sent.get("at_table", so_far.stamp), so_far)
    is_untouched = so_far.is_playing and _is_filled_in(sent, so_far.stamp)
    if is_untouched and "is_sure" not in sent:
        words = _("The table is still playing: {deals}. Is the match over?")
        raise Refusal("unlikely_result", words.format(deals=so_far.words))


def _is_filled_in(sent: Mapping[str, str], stamp: str) -> bool:
    """Whether all totals that were sent are those with which the table had filled in the row."""
    known = set(stamp.partition(":")[2].split(","))
    totals = [f"{name.removeprefix(_TOTAL)}={text}" for name, text in sent.items() if name.startswith(_TOTAL)]
    return bool(totals) and known.issuperset(totals)


def _typed(sent: Mapping[str, str], before: ResultSlip, so_far: SoFar, answer: _Answer) -> dict[str, str]:
    """Return what the row shows as typed: what was refused, or a result that is taken back."""
    seen_at_table = sent.get("at_table", "")
    if answer.error and not (seen_at_table != so_far.stamp and _is_filled_in(sent, seen_at_table)):
        return {name: text[:7] for name, text in sent.items() if name.startswith(_TOTAL)}
    result = before.match.result
    if answer.error or result is None or not before.match.has_totals:
        return {}
    places = [place for place in result.places if place.entrant not in result.absent]
    return {f"{_TOTAL}{place.entrant}": str(place.total) for place in places}


def _outcome(slip: ResultSlip, sent: Mapping[str, str]) -> Outcome:
    totals = {entrant: sent.get(f"{_TOTAL}{entrant}", "").strip() for entrant in slip.match.entrants}
    absent = {entrant for entrant in totals if entrant in slip.state.gone() or str(entrant) in _absent(sent)}
    rows = {}
    for entrant, text in totals.items():
        if not text and entrant in absent:
            rows[entrant] = EntrantResult(is_absent=True)
            continue
        digits = text.removeprefix("-")
        if text and not (
            digits.isascii() and digits.isdecimal() and len(digits) < 7 and int(digits) <= _MOST
        ):
            raise ValidationError(
                _("Enter the total of {name} as a number.").format(name=slip.names[entrant])
            )
        rows[entrant] = EntrantResult(total=int(text) if text else None)
    missing = [
        slip.names[entrant] for entrant, row in rows.items() if not row.is_absent and row.total is None
    ]
    if not any(totals.values()):
        raise ValidationError(_("Enter the totals of those who played."))
    if missing:
        words = _("There is no total for {names}.").format(names=listed(missing))
        raise ValidationError(words, code=ABSENT)
    return slip.outcome(result_kinds.PLAYED, rows, is_sure="is_sure" in sent, at=timezone.now())


def _absent(sent: Mapping[str, str]) -> list[str]:
    """Return the entrants, by number, of whom the sender said that they were absent."""
    return [number for number in sent.get("absent", "")[:_LONGEST_LIST].split(",") if number.isdecimal()]


def _progress(competition: Competition) -> int:
    """Return the progress at all tables of a competition; 0 if it has none. One query."""
    return dict(live_totals.versions([competition.pk])).get(competition.pk, 0)


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
    is_news: bool = False,
) -> HttpResponse:
    # Read before the rows, so that it is never newer than they are.
    progress = _progress(competition)
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
    facts = {
        "competition": competition,
        "entry": entry,
        "rows": rows,
        "desk": desk,
        "beside": beside,
        "progress": progress,
        "news_query": _news_query(request, entry, progress),
        "is_news": is_news,
    }
    name = "_news" if is_news else "quick_entry"
    return _private(render(request, f"league/desk/quick_entry/{name}.html", facts, status=status))


def _news_query(request: HttpRequest, entry: QuickEntry, progress: int) -> str:
    """Return the query with which this page asks for newer rows: of the same round and page."""
    asked = request.GET.copy()
    asked["page"], asked["totals"] = str(entry.page.number), str(progress)
    return asked.urlencode()


def _is_played(competition: Competition) -> bool:
    return competition.status == Competition.Status.RUNNING


def _private(response: HttpResponse) -> HttpResponse:
    response["Cache-Control"] = "private, no-store"
    return response
