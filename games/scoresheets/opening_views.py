"""A table with real cards is opened by somebody who sits there: who plays, and how results count."""

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

KNOWN_AT_MOST = 200


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
    facts = {"form": form, "known": sorted(one.name for one in _known(player).values())}
    status = 422 if form.errors else 200
    return render(request, "games/scoresheets/table_new_physical.html", facts, status=status)


@transaction.atomic
def open_and_begin(names: Sequence[str], *, host: Player, **facts: Any) -> Table:
    """Open a table with real cards, seat people of some names clockwise, and begin.

    `facts` are those of `tables.open_table`, and its refusals the same.
    """
    at, by = timezone.now(), f"player:{host.pk}"
    opened = tables.open_table(seats=len(names), host=host, is_physical=True, **facts, by=by, at=at)
    tables.take_seats(opened.pk, players=_people(host, names), by=by, at=at)
    tables.start(opened.pk, by=by, at=at)
    return opened


def _opened(form: PhysicalTableForm, host: Player) -> Table:
    given = form.cleaned_data
    names: list[str] = given["players"]
    name = given["name"] or form.usual_name(len(names))
    return open_and_begin(names, host=host, name=name, **form.rules(), **form.confirmation())


def _people(host: Player, names: Sequence[str]) -> list[Player]:
    """Return the players of some names: those one has played with, else new guests without an account."""
    known = _known(host)
    return [known.get(name.casefold()) or Player.objects.create(name=name) for name in names]


def _known(host: Player) -> dict[str, Player]:
    """Return whom the host has sat at a table with, by name; nobody of a name that two of them bear."""
    shared = Seat.objects.filter(player=host).values("table")
    ids = Seat.objects.filter(table__in=shared).values("player")
    known: dict[str, Player] = {}
    twice: set[str] = set()
    for one in Player.objects.filter(pk__in=ids).order_by("-pk")[:KNOWN_AT_MOST]:
        twice.update({one.name.casefold()} & known.keys())
        known[one.name.casefold()] = one
    return {name: one for name, one in known.items() if name not in twice} | {host.name.casefold(): host}
