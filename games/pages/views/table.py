"""Views of a table: show it, make a move, open a new table."""

import datetime as dt

from django import forms
from django.conf import settings
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render, resolve_url
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from games import tables
from games.access import invitations
from games.access.players import viewer
from games.bots.strengths import CLUB
from games.forms import MOST_VERSION, NewTableForm
from games.htmx import is_htmx
from games.idempotency import request_keys
from games.models import Player, Table
from games.pages import time
from games.pages.missed_moves import MissedPage
from games.pages.response import render_table
from games.rulebooks import owners
from games.rules.base.refusal import Refusal
from games.rules.match.commands import Command
from games.rules.notation import notation
from games.rules.notation.notation import NotationError
from games.scoresheets.responses import render_sheet


class MoveForm(forms.Form):
    """A move as its button sends it: in the notation of rules.md 3.16 without the seat: `play w g uno`.

    `after` is the version of the table that the sender saw.
    """

    move = forms.CharField(max_length=40)
    after = forms.IntegerField(min_value=0, max_value=MOST_VERSION)


@require_GET
def table(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a table; with `?after=` 204 if there is nothing newer, and no fewer seats are kept than `kept`."""
    row, at = get_object_or_404(tables.to_look_at(), pk=pk), timezone.now()
    is_same = "kept" not in request.GET or request.GET["kept"] == str(_kept_seats(row, at))
    if request.GET.get("after") == str(row.version) and is_same:
        # The clock of a page that was asleep is corrected.
        return HttpResponse(status=204, headers={"Turn-Left": time.turn_ms(row, at)})
    if row.is_physical:
        return render_sheet(request, row)
    return render_table(request, tables.look_at(row, viewer(request)))


@require_GET
def table_since(request: HttpRequest, pk: int) -> HttpResponse:
    """Show what others did after `?after=`, a version the visitor has seen; 204 if they did nothing."""
    row = get_object_or_404(Table, pk=pk)
    after = request.GET.get("after", "")
    if not after.isdecimal() or len(after) > 9 or int(after) >= row.version or row.is_physical:
        return HttpResponse(status=204)
    missed = tables.since(pk, viewer(request), int(after))
    page = MissedPage(missed)
    if not page.moves:
        return HttpResponse(status=204)
    response = render(request, "games/pages/_missed.html", {"page": page})
    response["Cache-Control"] = "private, no-store"
    return response


@require_POST
def table_moves(request: HttpRequest, pk: int) -> HttpResponse:
    """Make a move; the answer to a refused move is the current table with the reason at the control.

    With `why` instead of a move the answer is the reason why that card cannot be played.
    """
    player = viewer(request)
    try:
        look = _move_once(request, pk, player)
    except Refusal as refusal:
        if refusal.code == "physical":
            raise  # there is no online table to show it at
        asked = request.POST.get("move") or f"play {request.POST.get('why', '')}"
        return render_table(request, tables.look(pk, player), refusal=refusal, asked=asked)
    if is_htmx(request):
        return render_table(request, look, is_late=True)
    return redirect("table", pk)


@require_http_methods(["GET", "POST"])
def table_new(request: HttpRequest) -> HttpResponse:
    """Open a friendly table, sit down and seat the bots."""
    player = viewer(request)
    if player is None:
        return redirect(f"{resolve_url(settings.GUEST_URL)}?next={reverse('table_new')}")
    choosable = owners.choosable(request)
    form = NewTableForm(choosable, request.POST or None, initial=owners.asked_for(request, choosable))
    if request.method == "POST" and form.is_valid():
        try:
            return redirect("table", request_keys.once(request, lambda: _opened(form, player).pk))
        except Refusal as refusal:
            form.add_error("seats" if "seats" in refusal.options else None, refusal.sentence)
    return render(
        request, "games/pages/seating/table_new.html", {"form": form}, status=422 if form.errors else 200
    )


def _kept_seats(row: Table, at: dt.datetime) -> int:
    return sum(seat.is_kept(at) for seat in row.seats.all())


def _move_once(request: HttpRequest, pk: int, player: Player | None) -> tables.Look:
    """Make the move of a request, unless it was made before, and return what the player sees."""
    looks: list[tables.Look] = []

    def move() -> int:
        looks.append(_move(request, pk, player))
        return looks[0].version

    version = request_keys.once(request, move)
    # If the move was made before, the transaction of this one was rolled back: show the current table.
    return looks[0] if looks and looks[0].version == version else tables.look(pk, player)


def _move(request: HttpRequest, pk: int, player: Player | None) -> tables.Look:
    seat = get_object_or_404(Table, pk=pk).seats.filter(player=player).first() if player else None
    if player is None or seat is None:
        raise Refusal("not_yours", _("Only players at this table can move. You are watching."))
    if "why" in request.POST:
        raise tables.why_not(pk, _named_card(request), player=player)
    command, after = _command(MoveForm(request.POST), seat.index)
    return tables.act(pk, command, after=after, by=f"player:{player.pk}", at=timezone.now())


def _command(form: MoveForm, seat: int) -> tuple[Command, int]:
    """Return the command of a form and the version its sender saw."""
    try:
        if form.is_valid():
            return notation.command_of_seat(form.cleaned_data["move"], seat), form.cleaned_data["after"]
    except NotationError:
        pass
    raise Refusal("bad_move", _("This move was not understood."))


def _named_card(request: HttpRequest) -> int:
    try:
        return notation.card(request.POST["why"])
    except NotationError:
        raise Refusal("bad_move", _("This card does not exist.")) from None


@transaction.atomic
def _opened(form: NewTableForm, player: Player) -> Table:
    cleaned, at, by = form.cleaned_data, timezone.now(), f"player:{player.pk}"
    opened = tables.open_table(
        name=cleaned["name"] or form.usual_name(cleaned["seats"]),
        **form.rules(),
        seats=cleaned["seats"],
        host=player,
        **form.times(),
        bot_strength=cleaned["bot_strength"] or CLUB,
        by=by,
        at=at,
    )
    tables.sit(opened.pk, seat=0, player=player, at=at)
    if cleaned["is_private"]:
        invitations.keep_private(opened)
    for seat in tables.seats_for_bots(opened, cleaned["bots"]):
        tables.seat_bot(opened.pk, seat=seat, by=by, at=at)
    return opened
