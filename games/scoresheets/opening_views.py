"""The page where a player opens a table with real cards."""

from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from games import tables
from games.access.players import viewer
from games.forms import PhysicalTableForm
from games.idempotency import request_keys
from games.models import Player, Seat, Table
from games.rulebooks import owners
from games.rules.base.refusal import Refusal

MOST_KNOWN = 200


@require_http_methods(["GET", "POST"])
def table_new_physical(request: HttpRequest) -> HttpResponse:
    """Open a table with real cards, seat everybody and begin: the host keeps the score sheet."""
    player = viewer(request)
    if player is None:
        return redirect(f"{reverse('guest')}?next={reverse('table_new_physical')}")
    choosable = owners.choosable(request)
    initial = {**owners.asked_for(request, choosable), "players": player.name}
    form = PhysicalTableForm(choosable, request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        try:
            return redirect("table", request_keys.once(request, lambda: _opened(form, player).pk))
        except Refusal as refusal:
            form.add_error("players" if "seats" in refusal.options else None, refusal.sentence)
    facts = {"form": form, "known": sorted(known.name for known in _known(player).values())}
    status = 422 if form.errors else 200
    return render(request, "games/scoresheets/table_new_physical.html", facts, status=status)


@transaction.atomic
def open_and_begin(names: Sequence[str], *, host: Player, **facts: Any) -> Table:
    """Open a table with real cards, seat the named people clockwise, and begin.

    `facts` are those of `tables.open_table`, and its refusals the same.
    """
    at, by = timezone.now(), f"player:{host.pk}"
    opened = tables.open_table(seats=len(names), host=host, is_physical=True, **facts, by=by, at=at)
    tables.take_seats(opened.pk, players=_people(host, names), by=by, at=at)
    tables.start(opened.pk, by=by, at=at)
    return opened


def _opened(form: PhysicalTableForm, host: Player) -> Table:
    cleaned = form.cleaned_data
    names: list[str] = cleaned["players"]
    name = cleaned["name"] or form.usual_name(len(names))
    return open_and_begin(names, host=host, name=name, **form.rules(), **form.confirmation())


def _people(host: Player, names: Sequence[str]) -> list[Player]:
    """Return the players of some names: those the host has played with, else new ones without an account."""
    known = _known(host)
    return [known.get(name.casefold()) or Player.objects.create(name=name) for name in names]


def _known(host: Player) -> dict[str, Player]:
    """Return the players the host has played with, by name, without names that two of them have."""
    shared = Seat.objects.filter(player=host).values("table")
    ids = Seat.objects.filter(table__in=shared).values("player")
    known: dict[str, Player] = {}
    ambiguous: set[str] = set()
    for player in Player.objects.filter(pk__in=ids).order_by("-pk")[:MOST_KNOWN]:
        ambiguous.update({player.name.casefold()} & known.keys())
        known[player.name.casefold()] = player
    return {name: player for name, player in known.items() if name not in ambiguous} | {
        host.name.casefold(): host
    }
