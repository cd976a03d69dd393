"""The scorekeeper's page and its forms: record and undo deals, penalties, notes, the end of a match."""

from collections.abc import Callable

from django.contrib.auth.views import redirect_to_login
from django.db import transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from games import scoresheets
from games.access.players import viewer
from games.access.referees import referee, require_referee
from games.access.scorekeepers import has_code, require_scorekeeper, scorekeeper
from games.htmx import is_htmx
from games.idempotency import request_keys
from games.models import Table
from games.rules.base.refusal import Refusal
from games.rules.scoresheet import decide
from games.scoresheets import commands, reopening
from games.scoresheets.forms import LONGEST_REASON, DealForm, NoteForm, PenaltyForm
from games.scoresheets.responses import facts_of, render_score, wants_facts


@require_GET
def score(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the page to scorekeepers and referees; with `?after=` 204 if there is nothing newer.

    Everybody else is led to the page of the table, which says who enters the scores.
    """
    table = _physical_table(pk)
    is_fragment = is_htmx(request)
    referee_by = referee(request, table)
    if not referee_by and not scorekeeper(request, table):
        if not is_fragment:
            return redirect(f"{table.get_absolute_url()}#who-enters")
        if not has_code(request, table):  # whoever kept the score with a code goes on reading it
            if viewer(request) is None:
                return redirect_to_login(request.get_full_path())
            require_scorekeeper(request, table)
    if request.GET.get("after") == str(table.version):
        return HttpResponse(status=204)
    return render_score(request, table, referee_by=referee_by)


@require_POST
def score_deal(request: HttpRequest, pk: int) -> HttpResponse:
    """Record a deal; with `instead` it replaces the last deal if nothing happened since that version."""
    table = _physical_table(pk)
    form = DealForm(table.seat_count, request.POST)

    def record() -> int:
        by, command, at = require_scorekeeper(request, table), form.command(), timezone.now()
        instead = form.cleaned_data["instead"]
        if instead is None:
            return scoresheets.act(pk, command, by=by, at=at).version
        with transaction.atomic():
            if Table.objects.select_for_update().get(pk=pk).version != instead:
                raise Refusal("deal_recorded", _("Someone changed this. Check and try again."))
            scoresheets.act(pk, decide.UndoDeal(command.deal), by=by, at=at)
            return scoresheets.act(pk, command, by=by, at=at).version

    return _answered(request, table, record)


@require_POST
def score_undo(request: HttpRequest, pk: int) -> HttpResponse:
    """Undo the last deal, which the form names by its number; a final result needs a reason."""
    table = _physical_table(pk)
    command = decide.UndoDeal(_number(request, "deal"), request.POST.get("reason", "")[:LONGEST_REASON])

    def undo() -> int:
        by = require_scorekeeper(request, table)
        return reopening.act(pk, command, by=by, at=timezone.now()).version

    return _answered(request, table, undo)


@require_POST
def score_penalty(request: HttpRequest, pk: int) -> HttpResponse:
    """Give a penalty by the rulebook, as the referee."""
    table = _physical_table(pk)

    def give() -> int:
        by = require_referee(request, table)
        return scoresheets.act(pk, PenaltyForm(request.POST).command(), by=by, at=timezone.now()).version

    return _answered(request, table, give)


@require_POST
def score_note(request: HttpRequest, pk: int) -> HttpResponse:
    """Note the first dealer or a challenge; the referee also notes who leaves and takes penalties back."""
    table = _physical_table(pk)

    def note() -> int:
        is_referees = request.POST.get("kind") in commands.NOTES_OF_REFEREES
        by = require_referee(request, table) if is_referees else require_scorekeeper(request, table)
        return scoresheets.act(pk, NoteForm(request.POST).command(), by=by, at=timezone.now()).version

    return _answered(request, table, note)


@require_POST
def score_end(request: HttpRequest, pk: int) -> HttpResponse:
    """End the match after its last deal, unless another deal was recorded since the page was loaded."""
    table = _physical_table(pk)

    def end() -> int:
        by = require_referee(request, table)
        if scoresheets.look(pk).next_deal - 1 != _number(request, "deals"):
            raise Refusal("stale", _("Another deal was recorded in the meantime. Check and try again."))
        return scoresheets.act(pk, decide.EndMatch(), by=by, at=timezone.now()).version

    return _answered(request, table, end)


def require_same_account(request: HttpRequest) -> None:
    """Refuse (`other_account`) entries that another user made on this phone before the visitor logged in."""
    keeper = request.POST.get("keeper")
    if keeper and request.user.is_authenticated and keeper != str(request.user.pk):
        raise Refusal(
            "other_account", _("Someone else entered this on this phone: it is waiting for them to log in.")
        )


def _answered(request: HttpRequest, table: Table, carry_out: Callable[[], int]) -> HttpResponse:
    try:
        require_same_account(request)
        version = request_keys.once(request, carry_out)
    except Refusal as refusal:
        return _refused(request, table, refusal)
    if wants_facts(request):
        return JsonResponse({"version": version})
    if is_htmx(request):
        return render_score(request, table)
    return redirect("score", table.pk)


def _refused(request: HttpRequest, table: Table, refusal: Refusal) -> HttpResponse:
    if wants_facts(request):
        return facts_of(refusal, table, _number(request, "deal"))
    if refusal.code in ("not_logged_in", "not_allowed", "not_yours", "other_account", "code_void"):
        raise refusal
    return render_score(request, table, refusal=refusal, typed=request.POST.dict())


def _physical_table(pk: int) -> Table:
    return get_object_or_404(Table, pk=pk, is_physical=True)


def _number(request: HttpRequest, name: str) -> int:
    text = request.POST.get(name, "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else 0
