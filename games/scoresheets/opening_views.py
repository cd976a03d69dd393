"""The page where a player opens a table with real cards."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from games.access.players import viewer
from games.forms import PhysicalTableForm
from games.idempotency import request_keys
from games.localization.collation import by_name
from games.models import Player, Table
from games.rulebooks import owners
from games.rules.base.refusal import Refusal
from games.scoresheets import opening


@require_http_methods(["GET", "POST"])
def table_new_physical(request: HttpRequest) -> HttpResponse:
    """Open a table with real cards, seat everybody and begin: the host keeps the score sheet."""
    player = viewer(request)
    if player is None:
        return redirect(f"{resolve_url(settings.GUEST_URL)}?next={reverse('table_new_physical')}")
    choosable = owners.choosable(request)
    initial = {**owners.asked_for(request, choosable), "players": player.name}
    form = PhysicalTableForm(choosable, request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        try:
            return redirect("table", request_keys.once(request, lambda: _opened(form, player).pk))
        except Refusal as refusal:
            form.add_error("players" if "seats" in refusal.options else None, refusal.sentence)
    facts = {"form": form, "known": by_name(opening.companions_by_name(player), name=str)}
    status = 422 if form.errors else 200
    return render(request, "games/scoresheets/table_new_physical.html", facts, status=status)


def _opened(form: PhysicalTableForm, host: Player) -> Table:
    cleaned = form.cleaned_data
    names: list[str] = cleaned["players"]
    name = cleaned["name"] or form.usual_name(len(names))
    return opening.open_and_begin(names, host=host, name=name, **form.rules(), **form.confirmation())
