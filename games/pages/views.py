"""Pages of a table: look, move, and a new table."""

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from games import tables
from games.access.players import viewer
from games.forms import MoveForm, NewTableForm
from games.idempotency import request_keys
from games.models import Player, Table
from games.pages import time
from games.pages.answer import shown
from games.pages.missed_moves import MissedPage
from games.rulebooks import owners
from games.rules.base.refusal import Refusal
from games.rules.match.commands import Command
from games.rules.notation import notation
from games.rules.notation.notation import NotationError
from games.scoresheets.answer import sheet_shown


@require_GET
def table(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a table; with `?after=` only when there is something newer (204 otherwise)."""
    found = get_object_or_404(Table, pk=pk)
    if request.GET.get("after") == str(found.version):
        # A page that was asleep puts its clock right again.
        return HttpResponse(status=204, headers={"Turn-Left": time.turn_ms(found, timezone.now())})
    if found.is_physical:
        return sheet_shown(request, found)
    return shown(request, tables.look(pk, viewer(request)))


@require_GET
def table_since(request: HttpRequest, pk: int) -> HttpResponse:
    """Say what happened after `?after=`, a version the visitor has seen; 204 when nothing did."""
    found = get_object_or_404(Table, pk=pk)
    after = request.GET.get("after", "")
    if not after.isdecimal() or len(after) > 9 or int(after) >= found.version or found.is_physical:
        return HttpResponse(status=204)
    page = MissedPage(tables.since(pk, viewer(request), int(after)))
    response = render(request, "games/pages/_missed.html", {"page": page})
    response["Cache-Control"] = "private, no-store"
    return response


@require_POST
def table_moves(request: HttpRequest, pk: int) -> HttpResponse:
    """Make a move; a refused one is answered with the fresh table and the reason, at what was clicked.

    With `why` instead of a move the answer is why that card cannot be laid, and nothing happens.
    """
    player = viewer(request)
    try:
        look = _moved(request, pk, player)
    except Refusal as refusal:
        if refusal.code == "physical":
            raise  # there is no table to be shown with it
        asked = request.POST.get("move") or f"play {request.POST.get('why', '')}"
        return shown(request, tables.look(pk, player), refusal=refusal, asked=asked)
    if request.htmx:  # type: ignore[attr-defined] # set by HtmxMiddleware
        return shown(request, look, is_late=True)
    return redirect("table", pk)


@require_http_methods(["GET", "POST"])
def table_new(request: HttpRequest) -> HttpResponse:
    """Open a friendly table, sit down and seat the bots."""
    player = viewer(request)
    if player is None:
        return redirect(f"{reverse('guest')}?next={reverse('table_new')}")
    choosable = owners.choosable(request)
    form = NewTableForm(choosable, request.POST or None, initial=owners.asked_for(request, choosable))
    if request.method == "POST" and form.is_valid():
        try:
            return redirect("table", request_keys.once(request, lambda: _opened(form, player).pk))
        except Refusal as refusal:
            form.add_error("seats" if "seats" in refusal.options else None, refusal.sentence)
    return render(request, "games/pages/table_new.html", {"form": form}, status=422 if form.errors else 200)


def _moved(request: HttpRequest, pk: int, player: Player | None) -> tables.Look:
    """Make the move of a request and return what is seen then; one that was made before is only looked at."""
    made: list[tables.Look] = []

    def move() -> int:
        made.append(_made(request, pk, player))
        return made[0].version

    version = request_keys.once(request, move)
    # What a second one did is undone; it had seen the first and was further on.
    return made[0] if made and made[0].version == version else tables.look(pk, player)


def _made(request: HttpRequest, pk: int, player: Player | None) -> tables.Look:
    seat = get_object_or_404(Table, pk=pk).seats.filter(player=player).first() if player else None
    if player is None or seat is None:
        raise Refusal("not_yours", _("Only those who sit here can move. You are watching."))
    if "why" in request.POST:
        raise tables.why_not(pk, _named_card(request), player=player)
    command, after = _understood(MoveForm(request.POST), seat.index)
    return tables.act(pk, command, after=after, by=f"player:{player.pk}", at=timezone.now())


def _understood(form: MoveForm, seat: int) -> tuple[Command, int]:
    """Return the command and the version its sender saw."""
    try:
        if form.is_valid():
            return form.command(seat), form.cleaned_data["after"]
    except NotationError:
        pass
    raise Refusal("bad_move", _("This move was not understood."))


def _named_card(request: HttpRequest) -> int:
    try:
        return notation.card(request.POST["why"])
    except NotationError:
        raise Refusal("bad_move", _("There is no such card.")) from None


@transaction.atomic
def _opened(form: NewTableForm, player: Player) -> Table:
    given, at, by = form.cleaned_data, timezone.now(), f"player:{player.pk}"
    opened = tables.open_table(
        name=given["name"] or form.usual_name(given["seats"]),
        **form.rules(),
        seats=given["seats"],
        host=player,
        **form.times(),
        by=by,
        at=at,
    )
    tables.sit(opened.pk, seat=0, player=player, at=at)
    for index in range(1, given["bots"] + 1):
        tables.seat_bot(opened.pk, seat=index, by=by, at=at)
    return opened
