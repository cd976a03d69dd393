"""Views of the referee: penalties, forfeits, pauses, the end of a match without a target."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games import tables
from games.access.players import viewer
from games.access.referees import referee, require_referee
from games.forms import RulingForm
from games.htmx import is_htmx
from games.idempotency import request_keys
from games.models import Player, Table
from games.pages.response import render_table
from games.rules.base.refusal import Refusal
from games.rules.match.commands import Penalise
from games.tables import rulings


@require_POST
def table_ruling(request: HttpRequest, pk: int) -> HttpResponse:
    """Give a ruling; the answer to a refused ruling is the current table with the reason."""
    table = get_object_or_404(Table, pk=pk)
    player = viewer(request)
    try:
        request_keys.once(request, lambda: _rule(request, table))
    except Refusal as refusal:
        if refusal.code == "physical":
            raise  # there is no online table to show it at
        return render_table(request, tables.look(pk, player), refusal=refusal)
    if is_htmx(request):
        return render_table(request, tables.look(pk, player), is_late=True)
    return redirect("table", pk)


@require_POST
def table_pause(request: HttpRequest, pk: int) -> HttpResponse:
    """Pause a match, as its host or an organizer."""
    table = get_object_or_404(Table, pk=pk)
    request_keys.once(
        request, lambda: tables.pause(pk, by=require_referee(request, table), at=timezone.now())
    )
    return redirect("table", pk)


@require_POST
def table_resume(request: HttpRequest, pk: int) -> HttpResponse:
    """Resume a paused match; after a while every player may."""
    table = get_object_or_404(Table, pk=pk)
    request_keys.once(
        request, lambda: tables.resume(pk, by=_host_or_player(request, table), at=timezone.now())
    )
    return redirect("table", pk)


def _host_or_player(request: HttpRequest, table: Table) -> str:
    player = viewer(request)
    by = referee(request, table) or (f"player:{player.pk}" if player else "")
    if not by:
        raise Refusal("not_yours", _("Only players in this match can resume it."))
    return by


def _rule(request: HttpRequest, table: Table) -> None:
    form, is_answer = RulingForm(request.POST), request.POST.get("ruling") in rulings.ANSWERS
    by = "" if is_answer else require_referee(request, table)
    if not form.is_valid():
        raise Refusal("bad_ruling", form.first_error or _("Choose a ruling, and fill in what it asks for."))
    command, player, at = form.command(), viewer(request), timezone.now()
    if is_answer:
        _answer(form, table, player)
    elif isinstance(command, Penalise) and player and rulings.host_plays(table, list(table.seats.all())):
        rulings.ask_penalty(table.pk, command, player=player, at=at)
    else:
        if isinstance(command, Penalise):
            rulings.require_reason(command)
        tables.act(table.pk, command, after=form.cleaned_data["after"], by=by, at=at)


def _answer(form: RulingForm, table: Table, player: Player | None) -> None:
    if player is None:
        raise Refusal("not_yours", _("Only players at this table can answer."))
    asked, agrees = form.cleaned_data["asked"] or 0, form.cleaned_data["ruling"] == "agree"
    rulings.answer_penalty(table.pk, asked=asked, agrees=agrees, player=player, at=timezone.now())
