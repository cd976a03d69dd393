"""In, out, maybe: on the page, from an e-mail, and the answer to a request for a substitute."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.access.players import viewer
from games.idempotency import request_keys
from games.rules.base.refusal import Refusal
from games.wording.http_status import refusal_status
from league.calendar import matchdays, substitutes
from league.calendar.answer_links import read_token
from league.calendar.attendance import ANSWERS, attendance, current_player, is_concerned
from league.calendar.times import when
from league.calendar.views import matchday_of, require_seen, shown
from league.models import Matchday, SubstituteRequest
from league.permissions.policy import require


@login_required
@require_POST
def matchday_answer(request: HttpRequest, pk: int) -> HttpResponse:
    """Save the viewer's answer; organizers may answer for another `player`."""
    matchday, choice = matchday_of(pk), request.POST.get("answer", "")
    player, by = _answered_for(request, matchday)

    def answer() -> None:
        matchdays.answer(pk, player, choice, by=by, at=timezone.now())

    try:
        request_keys.once(request, answer)
    except Refusal as refusal:
        return shown(request, matchday, refusal=refusal.sentence, status=refusal_status(refusal))
    return HttpResponseRedirect(_back(request) or matchday.get_absolute_url())


@never_cache
@require_http_methods(["GET", "POST"])
def matchday_answer_link(request: HttpRequest, token: str, choice: str) -> HttpResponse:
    """Save the answer from an e-mail. Opening the page changes nothing: its form has to be sent."""
    pk, player_id = read_token(token)
    matchday = matchday_of(pk)
    player = current_player(player_id)
    if not is_concerned(matchday, player.pk):
        raise Http404("This matchday is no longer for whoever got the letter.")
    refusal, status = "", 200
    if request.method == "POST":
        try:
            matchdays.answer(
                pk, player.pk, request.POST.get("answer", ""), by=f"player:{player.pk}", at=timezone.now()
            )
        except Refusal as error:
            refusal, status = error.sentence, refusal_status(error)
    here = attendance(matchday)
    facts = {
        "matchday": matchday,
        "when": when(matchday),
        "answer": here.answer_of(player.pk),
        "is_waiting": player.pk in here.waiting,
        "choice": choice if choice in ANSWERS else "",
        "is_sent": request.method == "POST",
        "refusal": refusal,
    }
    return render(request, "league/calendar/answer_saved.html", facts, status=status)


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def substitute(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a request for a substitute, and save the answer; organizers may answer for them."""
    asked_for = get_object_or_404(
        SubstituteRequest.objects.select_related("matchday__club", "matchday__competition", "player"), pk=pk
    )
    is_mine = substitutes.is_asked(asked_for, viewer(request))
    if is_mine:
        require_seen(request, asked_for.matchday)
    by = (
        f"player:{asked_for.player_id}"
        if is_mine
        else require(request, "club.organize", asked_for.matchday.club)
    )
    refusal, status = "", 200
    if request.method == "POST":
        is_yes = request.POST.get("answer") == "yes"
        try:
            request_keys.once(request, lambda: _replied(pk, is_yes=is_yes, by=by))
        except Refusal as error:
            refusal, status = error.sentence, refusal_status(error)
        else:
            messages.success(request, _("You are in.") if is_mine and is_yes else _("Saved."))
            return redirect(asked_for.matchday)
        asked_for.refresh_from_db(fields=["state"])
    facts = {
        "asked": asked_for,
        "matchday": asked_for.matchday,
        "when": when(asked_for.matchday),
        "is_mine": is_mine,
    }
    facts |= {"refusal": refusal, "states": SubstituteRequest.State}
    return render(request, "league/calendar/substitute.html", facts, status=status)


def _replied(pk: int, *, is_yes: bool, by: str) -> None:
    substitutes.reply(pk, is_yes=is_yes, by=by, at=timezone.now())


def _answered_for(request: HttpRequest, matchday: Matchday) -> tuple[int, str]:
    """Return the player an answer is for, and the `by` of who gives it."""
    me, named = viewer(request), request.POST.get("player", "")
    assert me is not None
    if not named or named == str(me.pk):
        return me.pk, f"player:{me.pk}"
    by = require(request, "club.organize", matchday.club)
    if not (named.isascii() and named.isdecimal() and len(named) < 10):
        raise Refusal("unknown_player", _("It is not clear who this is about. Check and try again."))
    return int(named), by


def _back(request: HttpRequest) -> str:
    """Return the list from which the viewer answered."""
    wanted = request.POST.get("next", "")
    is_ours = url_has_allowed_host_and_scheme(wanted, None)
    return wanted if is_ours and wanted.startswith("/") else ""
