"""The check-in: the organizers' screen with code and names, and the page where entrants check in."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html_join
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.access.players import viewer
from games.htmx import is_htmx
from games.idempotency import request_keys
from games.models import Player
from games.rules.base.refusal import Refusal
from games.wording.http_status import refusal_status
from league import competitions
from league.competitions.desk.answers import competition_of, execute
from league.competitions.desk.door import DoorPage
from league.competitions.entrants import own_entry
from league.competitions.entrants.check_in import SimilarNameError, let_in, new_code
from league.competitions.entrants.entering import LONGEST_NAME, Candidates
from league.http.qr_code import qr_code
from league.models import Competition, Entrant
from league.permissions.policy import require
from league.rules.competition import commands
from league.rules.competition.commands import AnyCommand
from league.rules.competition.state import RUNNING
from league.rules.decisions.drafts import is_draft_stale


@require_http_methods(["GET", "POST"])
def competition_check_in_screen(request: HttpRequest, pk: int) -> HttpResponse:
    """Show organizers the code, who is missing and who is here; open and close the check-in, tick names."""
    if request.method == "POST":
        answer = execute(
            request,
            pk,
            lambda competition, by: _carry_out(request, competition, by),
            to=lambda competition: _screen_address(request, competition),
            refused=lambda refusal: _shown(request, competition_of(pk), refusal),
        )
        is_fragment = is_htmx(request) and answer.status_code == 302
        return _shown(request, competition_of(pk)) if is_fragment else answer
    competition = competition_of(pk)
    require(request, "competition.organize", competition)
    if is_htmx(request) and request.GET.get("after") == str(competition.version):
        return HttpResponse(status=204)
    return _shown(request, competition)


@require_http_methods(["GET", "POST"])
def competition_check_in(request: HttpRequest, pk: int) -> HttpResponse:
    """Let entrants say with the code that they are here. Opening the link alone changes nothing."""
    competition, player = competition_of(pk), viewer(request)
    here = f"{reverse('competition_check_in', args=[pk])}?{urlencode({'code': _code(request)})}"
    entrant = Entrant.objects.filter(competition=competition, player=player).first() if player else None
    facts = {"competition": competition, "entrant": entrant, "code": _code(request), "here": here}
    refusal = None
    if request.method == "POST" and player is not None:
        try:
            request_keys.once(request, lambda: _check_in(request, competition, player))
        except Refusal as refused:
            refusal = refused
        else:
            messages.success(request, _("You are checked in. Good luck!"))
            return redirect(competition)
    status = refusal_status(refusal) if refusal else 200
    return render(request, "league/desk/check_in/check_in.html", {**facts, "refusal": refusal}, status=status)


def _carry_out(request: HttpRequest, competition: Competition, by: str) -> None:
    wanted, number = request.POST.get("do", ""), request.POST.get("entrant", "")
    if wanted == "guest":
        name = " ".join(request.POST.get("name", "").split())
        # Sure of this name, and not of another one that was typed afterwards.
        is_sure = request.POST.get("sure_of") == name
        division = _number(request.POST.get("division", ""))
        state = let_in(competition, name, is_sure=is_sure, division=division, by=by, at=timezone.now())
        messages.success(request, _("{name} is in.").format(name=name))
        if state.status == RUNNING and is_draft_stale(state, state.stage):
            words = _("The entrants have changed since the draft was made: make a new draft.")
            messages.warning(request, words)
        return
    entrants = [_number(number)] if _number(number) else []
    wishes: dict[str, AnyCommand] = {
        "open": commands.OpenCheckIn(new_code()),
        "close": commands.CloseCheckIn(),
        "take_out": commands.CloseCheckIn(no_shows=True),
        "here": commands.CheckIn(entrants),
        "away": commands.CheckIn(entrants, is_here=False),
    }
    if wanted not in wishes:
        raise Refusal("unknown_wish", _("It is not clear what should happen. Check and try again."))
    competitions.act(competition.pk, wishes[wanted], by=by, at=timezone.now())


def _number(text: str) -> int:
    return int(text) if text.isdecimal() and text.isascii() and len(text) < 6 else 0


def _check_in(request: HttpRequest, competition: Competition, player: Player) -> None:
    command = own_entry.check_in(competition, player, _code(request))
    competitions.act(competition.pk, command, by=f"player:{player.pk}", at=timezone.now())


def _shown(request: HttpRequest, competition: Competition, refusal: Refusal | None = None) -> HttpResponse:
    desk = DoorPage(competition, request.GET, refusal=refusal)
    path = reverse("competition_check_in", args=[competition.pk])
    link = request.build_absolute_uri(f"{path}?{urlencode({'code': desk.code})}")
    parts = request.build_absolute_uri(path).split("://", 1)[1].split("/")
    address = format_html_join("/", "<span>{}</span>", ((part,) for part in parts))  # broken between them
    facts = {"desk": desk, "address": address, "qr": qr_code(link) if desk.code else ""}
    # What was typed, and asked about, stays while names are ticked.
    sent = request.POST if request.method == "POST" else request.GET
    facts["typed"] = sent.get("name", "")[:LONGEST_NAME]
    asked = refusal.name if isinstance(refusal, SimilarNameError) else sent.get("sure_of", "")
    if asked:
        facts["similar"] = _similar(desk, asked[:LONGEST_NAME])
    is_fragment = is_htmx(request)
    response = render(
        request,
        "league/desk/check_in/_check_in_screen.html"
        if is_fragment
        else "league/desk/check_in/check_in_screen.html",
        facts,
        status=refusal_status(refusal) if refusal else 200,
    )
    response["Cache-Control"] = "private, no-store"
    return response


def _similar(desk: DoorPage, name: str) -> dict[str, object] | None:
    """Return the person with nearly this name, who may be an entrant. Two queries."""
    player = Candidates.of(desk.competition).similar(name, among_entrants=True)
    if player is None:
        return None
    known = next((entrant for entrant in desk.entrants if entrant.player_id == player.pk), None)
    return {"name": name, "player": player, "entrant": known}


def _code(request: HttpRequest) -> str:
    return (request.POST.get("code") or request.GET.get("code", "")).strip().upper()[:12]


def _screen_address(request: HttpRequest, competition: Competition) -> str:
    """Return the address of the screen with the search and the pages that were open."""
    address = reverse("competition_check_in_screen", args=[competition.pk])
    shown = {name: request.GET[name] for name in ("who", "missing", "here") if name in request.GET}
    return f"{address}?{urlencode(shown)}" if shown else address
