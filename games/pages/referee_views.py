"""What a referee enters: penalties, forfeits, pauses, the end of a match without a target."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games import tables
from games.access.players import viewer
from games.access.referees import referee, require_referee
from games.forms import RulingForm
from games.idempotency import request_keys
from games.models import Table
from games.pages.answer import shown
from games.rules.base.refusal import Refusal


@require_POST
def table_ruling(request: HttpRequest, pk: int) -> HttpResponse:
    """Enter a ruling; a refused one is answered with the fresh table and the reason."""
    table = get_object_or_404(Table, pk=pk)
    player = viewer(request)
    try:
        request_keys.once(request, lambda: _rule(request, table))
    except Refusal as refusal:
        if refusal.code == "physical":
            raise  # there is no table to be shown with it
        return shown(request, tables.look(pk, player), refusal=refusal)
    if request.htmx:  # type: ignore[attr-defined] # set by HtmxMiddleware
        return shown(request, tables.look(pk, player), is_late=True)
    return redirect("table", pk)


@require_POST
def table_pause(request: HttpRequest, pk: int) -> HttpResponse:
    """Stop a match for a while: the right of its host, and of organizers."""
    table = get_object_or_404(Table, pk=pk)
    request_keys.once(
        request, lambda: tables.pause(pk, by=require_referee(request, table), at=timezone.now())
    )
    return redirect("table", pk)


@require_POST
def table_resume(request: HttpRequest, pk: int) -> HttpResponse:
    """Let a paused match go on; after a while every player may."""
    table = get_object_or_404(Table, pk=pk)
    request_keys.once(
        request, lambda: tables.resume(pk, by=_host_or_player(request, table), at=timezone.now())
    )
    return redirect("table", pk)


def _host_or_player(request: HttpRequest, table: Table) -> str:
    player = viewer(request)
    by = referee(request, table) or (f"player:{player.pk}" if player else "")
    if not by:
        raise Refusal("not_yours", _("Only those who play here can let the match go on."))
    return by


def _rule(request: HttpRequest, table: Table) -> None:
    by, form = require_referee(request, table), RulingForm(request.POST)
    if not form.is_valid():
        raise Refusal("bad_ruling", form.first_error)
    tables.act(table.pk, form.command(), after=form.cleaned_data["after"], by=by, at=timezone.now())
