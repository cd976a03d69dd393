"""The page of a match, and what organizers do there: report, correct what a preview has shown, draw lots."""

from collections.abc import Callable, Collection, Mapping
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET, require_POST

from games.access.referees import require_no_own_dispute
from games.idempotency import request_keys
from games.rules.base.refusal import Refusal
from games.wording.http_status import refusal_status
from league import competitions
from league.competitions import live_totals, results
from league.competitions.desk import undo
from league.competitions.page_request import desk_asked
from league.competitions.read_models import correction_text
from league.competitions.read_models.match import MatchPage, find
from league.competitions.results import EntrantResult, Outcome, ResultSlip
from league.http.expected_version import seen
from league.models import Competition
from league.permissions.policy import may, require
from league.rules.brackets.advance import BY_LOT
from league.rules.competition.commands import CorrectResult, MoveMatch
from league.rules.competition.stage import Match
from league.rules.decisions.results_and_corrections import LONGEST_REASON
from league.rules.settings import result_kinds

_MEANWHILE = gettext_lazy(
    "Someone else changed this match in the meantime: compare what stands here now with what you typed below."
)

ABSENT = "0"
_MOST = 100_000


def _known(match: Match) -> dict[int, EntrantResult]:
    return {
        place.entrant: EntrantResult(
            place.place, place.total, place.deal_wins, place.last_deal, place.points_in_hand
        )
        for place in match.places
    }


def _kinds() -> list[tuple[str, str]]:
    return [(kind, _(label)) for kind, label in result_kinds.LABELS.items()]


class ResultForm(forms.Form):
    """A result by hand: a kind, and for each entrant a place, or that they did not play."""

    kind = forms.ChoiceField(choices=_kinds, widget=forms.RadioSelect, initial=result_kinds.PLAYED)
    reason = forms.CharField(
        max_length=LONGEST_REASON, required=False, label=gettext_lazy("Reason for the correction")
    )
    is_sure = forms.BooleanField(required=False, label=gettext_lazy("Yes, record it like this"))

    def __init__(
        self,
        slip: ResultSlip,
        sent: Mapping[str, object] | None = None,
        *,
        at_table: Mapping[int, EntrantResult] | None = None,
    ) -> None:
        super().__init__(sent)
        self._slip = slip
        self.asks = False
        match = slip.match
        known = {**(at_table or {}), **_known(match)}
        absent: Collection[int] = match.result.absent if match.result else slip.state.gone()
        for entrant in match.entrants:
            is_absent = entrant in absent and (match.result is not None or not at_table)
            self._add_fields(entrant, known.get(entrant), is_absent=is_absent)
        if match.result:
            self.fields["kind"].initial = match.result.kind

    def _add_fields(self, entrant: int, known: EntrantResult | None, *, is_absent: bool) -> None:
        name, seats = self._slip.names[entrant], len(self._slip.match.entrants)
        known = None if is_absent else known
        place = ABSENT if is_absent else str(known.place) if known and known.place else None
        self.fields[f"place_{entrant}"] = forms.ChoiceField(
            choices=[*((str(n), str(n)) for n in range(1, seats + 1)), (ABSENT, _("absent"))],
            widget=forms.RadioSelect,
            required=False,
            label=_("Place of {name}").format(name=name),
            initial=place,
        )
        for field, label, worth in (
            ("total", _("Total"), known.total if known else None),
            ("wins", _("Deals won"), known.deal_wins if known else None),
            ("last", _("Points in the last deal"), known.last_deal if known else None),
            ("hand", _("Points in hand, all deals"), known.in_hand if known else None),
        ):
            self.fields[f"{field}_{entrant}"] = forms.IntegerField(
                min_value=0 if field in ("wins", "hand") else -_MOST,
                max_value=_MOST if field != "wins" else 1000,
                required=False,
                label=f"{label}, {name}",
                initial=worth,
            )

    @property
    def lines(self) -> list[dict[str, Any]]:
        """The fields of each entrant, in seat order."""
        return [
            {"name": self._slip.names[entrant]}
            | {field: self[f"{field}_{entrant}"] for field in ("place", "total", "wins", "last", "hand")}
            for entrant in self._slip.match.entrants
        ]

    def clean(self) -> dict[str, Any]:
        """Refuse places that are missing for some."""
        cleaned = super().clean() or {}
        if self.errors:
            return cleaned
        rows = {entrant: self._row(entrant, cleaned) for entrant in self._slip.match.entrants}
        if self._has_new_totals(rows):
            rows = {entrant: row._replace(place=None) for entrant, row in rows.items()}
        try:
            cleaned["outcome"] = self._slip.outcome(
                cleaned["kind"], rows, is_sure=cleaned["is_sure"], at=timezone.now()
            )
        except Refusal as refusal:
            self.asks = refusal.code == "unlikely_result"
            raise forms.ValidationError(refusal.sentence, code=refusal.code) from None
        return cleaned

    def _has_new_totals(self, rows: Mapping[int, EntrantResult]) -> bool:
        """Whether a correction changes totals and leaves the places as they were, so that they follow."""
        if not self._slip.ranks_by_totals:
            return False
        known = {place.entrant: place for place in self._slip.match.places}
        played = {entrant: row for entrant, row in rows.items() if not row.is_absent}
        if not known or any(entrant not in known or row.total is None for entrant, row in played.items()):
            return False
        are_same_places = all(row.place == known[entrant].place for entrant, row in played.items())
        return are_same_places and any(row.total != known[entrant].total for entrant, row in played.items())

    def facts(self) -> dict[str, Any]:
        """Return the result as the commands take it; only after `is_valid()`."""
        written: Outcome = self.cleaned_data["outcome"]
        return written._asdict()

    def _row(self, entrant: int, cleaned: dict[str, Any]) -> EntrantResult:
        place = cleaned[f"place_{entrant}"]
        return EntrantResult(
            place=int(place or 0) or None,
            total=cleaned[f"total_{entrant}"],
            deal_wins=cleaned[f"wins_{entrant}"],
            last_deal=cleaned[f"last_{entrant}"],
            in_hand=cleaned[f"hand_{entrant}"],
            is_absent=place == ABSENT,
        )


@require_GET
def match(request: HttpRequest, pk: int, stage: int, key: str) -> HttpResponse:
    """Show a match: who met, what came of it, why here; to organizers the form for its result."""
    return _shown(request, _page(pk, stage, key))


@require_POST
def match_report(request: HttpRequest, pk: int, stage: int, key: str) -> HttpResponse:
    """Report the first result of a match by hand."""
    by, slip = _organizers_slip(request, pk, stage, key)
    form = ResultForm(slip, request.POST)

    def report() -> None:
        require_no_own_dispute(request, slip.match.table)
        if "at_table" in request.POST:
            live_totals.require_seen(request.POST["at_table"], live_totals.at_table(slip.match))
        facts = {"stage": stage, "match": key, "at_once": True, **form.facts()}
        results.report(pk, after=seen(request), by=by, at=timezone.now(), **facts)

    return _done(request, pk, slip, form, report, _("The result is recorded."))


@require_POST
def match_correct(request: HttpRequest, pk: int, stage: int, key: str) -> HttpResponse:
    """Show what a correction would do, and with `sure` carry it out; `open` takes the result back."""
    by, slip = _organizers_slip(request, pk, stage, key)
    form = ResultForm(slip, request.POST)
    if "sure" not in request.POST:
        return _previewed(request, _page(pk, stage, key), form)

    def correct() -> None:
        require_no_own_dispute(request, slip.match.table)
        results.correct(pk, _correction(request, slip, form), after=seen(request), by=by, at=timezone.now())

    message = _("The result is removed.") if "open" in request.POST else _("The result is corrected.")
    try:
        return _done(request, pk, slip, form, correct, message)
    except results.OtherConsequencesError as late:
        return _previewed(request, _page(pk, stage, key), form, late=late)


@require_POST
def match_move(request: HttpRequest, pk: int, stage: int, key: str) -> HttpResponse:
    """Play a match that has not begun at the other kind of table: online, or with real cards."""
    by, slip = _organizers_slip(request, pk, stage, key)
    command = MoveMatch(stage, key, request.POST.get("venue", ""))

    def move() -> None:
        competitions.act(pk, command, by=by, at=timezone.now())

    return _done(request, pk, slip, None, move, _("The match has been moved."))


@require_POST
def match_lot(request: HttpRequest, pk: int, stage: int, key: str) -> HttpResponse:
    """Draw the lot of a tied match, or take it back while nothing follows from it."""
    by, slip = _organizers_slip(request, pk, stage, key)

    def draw() -> None:
        results.draw_lot(pk, stage=stage, match=key, after=seen(request), by=by, at=timezone.now())

    def take_back() -> None:
        undo.take_back_lot(pk, stage, key, after=seen(request), by=by, at=timezone.now())

    if request.POST.get("do") == "undo":
        return _done(request, pk, slip, None, take_back, _("The lot is taken back: the tie waits again."))
    return _done(request, pk, slip, None, draw, _("The lot is drawn and recorded."))


@require_POST
def stage_lot(request: HttpRequest, pk: int, stage: int) -> HttpResponse:
    """Draw the lot that says who goes on to the next stage."""
    competition = get_object_or_404(Competition, pk=pk)

    def draw() -> None:
        by = require(request, "competition.organize", competition)
        results.draw_lot(pk, stage=stage, after=seen(request), by=by, at=timezone.now())

    request_keys.once(request, draw)
    messages.success(request, _("The lot is drawn and recorded."))
    desk = desk_asked(request)
    return redirect("competition_desk", desk) if desk else redirect(competition)


def _organizers_slip(request: HttpRequest, pk: int, stage: int, key: str) -> tuple[str, ResultSlip]:
    """Return the organizer, as the `by` of commands, and the slip; to others no match is known to exist."""
    by = require(request, "competition.organize", get_object_or_404(Competition, pk=pk))
    try:
        return by, results.slip_of(pk, stage, key)
    except Competition.DoesNotExist as error:
        raise Http404("There is no such match.") from error


def _page(pk: int, stage: int, key: str) -> MatchPage:
    page = find(get_object_or_404(Competition.objects.select_related("club"), pk=pk), stage, key)
    if page is None:
        raise Http404("There is no such match.")
    return page


def _correction(request: HttpRequest, slip: ResultSlip, form: ResultForm) -> CorrectResult:
    if "open" in request.POST:
        return results.reopening(slip.stage, slip.match.id, request.POST.get("reason", ""))
    return CorrectResult(slip.stage, slip.match.id, reason=form.cleaned_data["reason"], **form.facts())


def _previewed(
    request: HttpRequest, page: MatchPage, form: ResultForm, *, late: Refusal | None = None
) -> HttpResponse:
    if "open" not in request.POST and not form.is_valid():
        return _shown(request, page, form, status=422)
    try:
        preview = results.preview(page.competition.pk, _correction(request, page.slip, form))
    except Refusal as refusal:
        return _shown(request, page, form, refusal=refusal)
    hidden = {"csrfmiddlewaretoken", request_keys.FIELD, "after", "sure"}
    is_open = "open" in request.POST
    removal = correction_text.of_removal(page.match, page.names) if is_open else []
    facts = {
        "page": page,
        "sentences": removal + correction_text.sentences(preview, page.state, page.names),
        "is_open": is_open,
        "asked": [(name, request.POST[name]) for name in request.POST if name not in hidden],
        "after": page.competition.version,
        "is_late": late is not None,
    }
    status = refusal_status(late) if late else 200
    return _private(render(request, "league/competitions/match_preview.html", facts, status=status))


def _done(
    request: HttpRequest,
    pk: int,
    slip: ResultSlip,
    form: ResultForm | None,
    command: Callable[[], None],
    message: str,
) -> HttpResponse:
    """Carry out what an organizer sent; whatever was refused is said beside the form."""
    is_judged = form is not None and "open" not in request.POST
    if is_judged and form is not None and not form.is_valid():
        return _shown(request, _page(pk, slip.stage, slip.match.id), form, status=422)
    try:
        request_keys.once(request, command)
    except results.OtherConsequencesError:
        raise
    except Refusal as refusal:
        return _shown(request, _page(pk, slip.stage, slip.match.id), form, refusal=refusal)
    messages.success(request, message)
    if desk := desk_asked(request):
        return redirect("competition_desk", desk)
    return redirect("match", pk, slip.stage, slip.match.id)


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
        facts |= {"may_organize": True, "form": form or ResultForm(page.slip, at_table=page.at_table)}
        facts["so_far"] = so_far = live_totals.at_table(page.match)
        if isinstance(refusal, live_totals.MovedOnError):
            facts["recorded"] = [f"{page.names[entrant]} {total}" for entrant, total in so_far.totals.items()]
        if page.decided_by == BY_LOT:
            facts["can_take_lot_back"] = not undo.is_followed(page.state, page.stage.number, page.match)
    if refusal is not None:
        is_late = refusal.code in ("stale", "result_known") and "recorded" not in facts
        facts["refusal"] = _MEANWHILE if is_late else refusal.sentence
        status = refusal_status(refusal)
    return _private(render(request, "league/competitions/match.html", facts, status=status))


def _private(response: HttpResponse) -> HttpResponse:
    response["Cache-Control"] = "private, no-store"
    return response
