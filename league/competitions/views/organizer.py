"""Announcing a competition, and the desk from which it is run: its life from the start to the archive."""

from collections.abc import Sequence
from typing import Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from games import quotas
from games.htmx import is_htmx
from games.idempotency import request_keys
from games.rulebooks import owners
from games.rulebooks.catalogue import Rulebook
from games.rules.base.refusal import Refusal
from league import competitions
from league.competitions.desk.answers import act, competition_of, entrant_search, execute, render_desk
from league.competitions.desk.context import DeskPage
from league.competitions.forms.announcement import CompetitionForm
from league.http.expected_version import seen
from league.models import Club, Competition
from league.permissions.policy import require
from league.rules.competition import commands
from league.rules.decisions.announcement import warnings

_LIFE: Final[dict[str, commands.AnyCommand]] = {
    "open": commands.OpenRegistration(),
    "close": commands.CloseRegistration(),
    "pause": commands.Pause(),
    "resume": commands.Resume(),
    "archive": commands.Archive(),
    "restore": commands.Restore(),
}


@require_http_methods(["GET", "POST"])
def competition_new(request: HttpRequest, slug: str) -> HttpResponse:
    """Announce a competition of a club. Guests are led to the sign-up."""
    club = get_object_or_404(Club, slug=slug)
    by = require(request, "club.organize", club)
    quotas.require_account(request.user)
    choosable = owners.choosable(request)
    usual = {"rulebook": club.default_rulebook} if _is_among(club.default_rulebook, choosable) else {}
    form = CompetitionForm(
        choosable, request.POST or None, initial=usual | owners.asked_for(request, choosable)
    )
    if request.method == "POST" and form.is_valid():
        try:
            made = request_keys.once(request, lambda: _announced(form, club, by))
        except Refusal as refusal:
            form.refuse(refusal)
        else:
            for warning in warnings(form.facts()["stages"]):
                messages.warning(request, warning)
            return redirect("competition", made)
    facts = {"form": form, "club": club}
    return render(request, "league/desk/competition_new.html", facts, status=422 if form.errors else 200)


@require_GET
def competition_desk(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the desk of a competition: the page, or what comes next and who is in as a fragment."""
    competition = competition_of(pk)
    require(request, "competition.organize", competition)
    if not is_htmx(request):
        return render_desk(request, competition)
    if request.GET.get("after") == str(competition.version):
        return HttpResponse(status=204)
    response = render(
        request, "league/desk/_desk.html", {"desk": DeskPage(competition, **entrant_search(request))}
    )
    response["Cache-Control"] = "private, no-store"
    return response


@require_POST
def competition_start(request: HttpRequest, pk: int) -> HttpResponse:
    """Close the entries and begin the first stage."""
    return act(request, pk, commands.Start(), to=_where_it_is_played)


@require_POST
def competition_life(request: HttpRequest, pk: int) -> HttpResponse:
    """Open or close the registration, pause, go on, call off, put away or bring back."""
    wanted = request.POST.get("do", "")
    if wanted == "cancel":
        return act(request, pk, commands.Cancel(request.POST.get("reason", "")[:200]))
    if wanted == "go_on":
        return execute(request, pk, lambda competition, by: _goes_on(request, competition, by))
    return execute(request, pk, lambda competition, by: _lives_on(request, competition, wanted, by))


def _is_among(key: str, choices: Sequence[Rulebook]) -> bool:
    return any(rulebook.key == key for rulebook in choices)


def _announced(form: CompetitionForm, club: Club, by: str) -> int:
    return competitions.create(club=club, by=by, at=timezone.now(), **form.facts()).pk


def _goes_on(request: HttpRequest, competition: Competition, by: str) -> None:
    competitions.go_on(competition.pk, after=seen(request), by=by, at=timezone.now())


def _lives_on(request: HttpRequest, competition: Competition, wanted: str, by: str) -> None:
    if wanted not in _LIFE:
        raise Refusal("unknown_wish", _("It is not clear what should happen. Check and try again."))
    competitions.act(competition.pk, _LIFE[wanted], after=seen(request), by=by, at=timezone.now())


def _where_it_is_played(competition: Competition) -> str:
    is_bracket = competition.format == Competition.Format.ELIMINATION_500
    return reverse("bracket", args=[competition.pk]) if is_bracket else competition.get_absolute_url()
