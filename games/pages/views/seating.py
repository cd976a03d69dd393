"""Views to sit down, keep a seat, leave, come back, seat bots, start, play again: each redirects."""

from urllib.parse import urlencode

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render, resolve_url
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from games import rematches, tables
from games.access import companions
from games.access.players import viewer
from games.forms import KeepForm, SeatForm, StartForm
from games.idempotency import request_keys
from games.models import Player, Table
from games.pages import newcomers, rematch
from games.rules.base.refusal import Refusal


@require_POST
def table_sit(request: HttpRequest, pk: int) -> HttpResponse:
    """Sit down, or move to another free seat; a visitor without an account is asked for a name first."""
    get_object_or_404(Table, pk=pk)
    player, seat, key = viewer(request), _seat(request), _key(request)
    if player is None:
        wanted = {"table": pk, "seat": seat, "key": key}
        query = {name: value for name, value in wanted.items() if value not in (None, "")}
        return redirect(f"{resolve_url(settings.GUEST_URL)}?{urlencode(query)}")
    request_keys.once(
        request, lambda: tables.sit_down(pk, seat=seat, player=player, at=timezone.now(), key=key)
    )
    return redirect("table", pk)


@require_POST
def table_bot(request: HttpRequest, pk: int) -> HttpResponse:
    """Seat a bot, as the host."""

    def seat() -> int:
        by = f"player:{_seated(request, pk).pk}"
        return tables.seat_bot(pk, seat=_seat(request), by=by, at=timezone.now())

    request_keys.once(request, seat)
    return redirect("table", pk)


@require_POST
def table_keep(request: HttpRequest, pk: int) -> HttpResponse:
    """Keep a free seat for a person or for whoever has its link, as the host."""
    form = KeepForm(request.POST)

    def keep() -> int:
        host = _seated(request, pk)
        wanted = form.cleaned_data["player"] if form.is_valid() else 0
        player = None if wanted is None else companions.require(host, wanted)
        return tables.keep(pk, player=player, by=f"player:{host.pk}", at=timezone.now())

    request_keys.once(request, keep)
    return redirect("table", pk)


@require_POST
def table_free(request: HttpRequest, pk: int) -> HttpResponse:
    """Keep a seat no longer, or remove its bot, as the host."""

    def free() -> None:
        by = f"player:{_seated(request, pk).pk}"
        seat = _seat(request)
        if seat is None:
            raise Refusal("bad_value", _("Choose a seat at this table."))
        tables.free(pk, seat=seat, by=by, at=timezone.now())

    request_keys.once(request, free)
    return redirect("table", pk)


@require_POST
def table_start(request: HttpRequest, pk: int) -> HttpResponse:
    """Start the match; bots take the seats still free."""
    form = StartForm(request.POST)

    def start() -> None:
        by = f"player:{_seated(request, pk).pk}"
        if not form.is_valid():
            raise Refusal("bad_value", _("Choose a seat at this table."))
        tables.start(pk, fill_with_bots=True, by=by, at=timezone.now(), **form.cleaned_data)

    request_keys.once(request, start)
    return redirect("table", pk)


@require_http_methods(["GET", "POST"])
def table_rematch(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the offer to play again, or accept it: open the rematch, or sit down at it.

    With `opponents=bots` it is a table of one's own, with bots and the same rules.
    """
    table = get_object_or_404(Table, pk=pk)
    if request.method == "POST":
        play_again = rematches.against_bots if request.POST.get("opponents") == "bots" else rematches.rematch
        again = request_keys.once(
            request, lambda: play_again(pk, player=_seated(request, pk), at=timezone.now())
        )
        answer = redirect("table", again)
        newcomers.pass_on_first_table(request, answer, pk, again)
        return answer
    player = viewer(request)
    offer = rematch.offer_of(table, list(table.seats.all()), player.pk if player else None)
    facts = {"table": table, "offer": offer}
    response = render(request, "games/pages/seating/_rematch.html", facts)
    response["Cache-Control"] = "private, no-store"
    return response


@require_POST
def table_leave(request: HttpRequest, pk: int) -> HttpResponse:
    """Stand up; in a running match a bot plays on."""
    request_keys.once(request, lambda: tables.leave(pk, player=_seated(request, pk), at=timezone.now()))
    return redirect("table", pk)


@require_POST
def table_come_back(request: HttpRequest, pk: int) -> HttpResponse:
    """Take the cards back from the bot."""
    request_keys.once(request, lambda: tables.come_back(pk, player=_seated(request, pk), at=timezone.now()))
    return redirect("table", pk)


def _seat(request: HttpRequest) -> int | None:
    form = SeatForm(request.POST)
    return form.cleaned_data["seat"] if form.is_valid() else None


def _key(request: HttpRequest) -> str:
    form = SeatForm(request.POST)
    return form.cleaned_data["key"] if form.is_valid() else ""


def _seated(request: HttpRequest, pk: int) -> Player:
    get_object_or_404(Table, pk=pk)
    player = viewer(request)
    if player is None:
        raise Refusal("not_yours", _("You are not sitting at this table."))
    return player
