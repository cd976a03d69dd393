"""What organizers do: announce a competition, enter players, seed them, start."""

import secrets
from collections.abc import Callable
from typing import Final

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from games import command_ids, keepers
from games.models import Player
from games.rules.refusal import Refusal
from league import competitions
from league.announcement_form import CompetitionForm
from league.forms import EntriesForm, SeedForm
from league.models import Club, Competition, Membership
from league.permissions import require_organizer
from league.rules.commands import Seed, Start

_TO_MEND: Final = "bad_form"


@require_http_methods(["GET", "POST"])
def competition_new(request: HttpRequest, slug: str) -> HttpResponse:
    """Announce a competition of a club."""
    club = get_object_or_404(Club, slug=slug)
    by = require_organizer(request, club.pk)
    choosable = keepers.choosable(request)
    form = CompetitionForm(choosable, request.POST or None, initial=keepers.asked_for(request, choosable))
    if request.method == "POST" and form.is_valid():
        try:
            made = command_ids.once(request, lambda: _announced(form, club, by))
        except Refusal as refusal:
            form.refuse(refusal)
        else:
            return redirect("competition", made)
    facts = {"form": form, "club": club}
    return render(request, "league/competition_new.html", facts, status=422 if form.errors else 200)


@require_POST
def competition_enter(request: HttpRequest, pk: int) -> HttpResponse:
    """Enter the ticked members, and somebody new by name."""
    found = get_object_or_404(Competition.objects.select_related("club"), pk=pk)
    return _done(request, found, lambda: _enter(request, found))


@require_POST
def competition_seed(request: HttpRequest, pk: int) -> HttpResponse:
    """Seed the entrants by the numbers given, or by lot."""
    found = get_object_or_404(Competition, pk=pk)
    return _done(request, found, lambda: _seed(request, found))


@require_POST
def competition_start(request: HttpRequest, pk: int) -> HttpResponse:
    """Close the entries and draw the first round."""
    found = get_object_or_404(Competition, pk=pk)

    def start() -> None:
        by = require_organizer(request, found.club_id)
        competitions.act(pk, Start(), after=_seen(request), by=by, at=timezone.now())

    command_ids.once(request, start)
    return redirect("bracket" if found.format == Competition.Format.ELIMINATION_500 else "competition", pk)


def _announced(form: CompetitionForm, club: Club, by: str) -> int:
    return competitions.create(club=club, by=by, at=timezone.now(), **form.facts()).pk


def _done(request: HttpRequest, competition: Competition, command: Callable[[], None]) -> HttpResponse:
    """Carry out what an organizer sent and lead back to the competition, which says what to mend first."""
    try:
        command_ids.once(request, command)
    except Refusal as refusal:
        if refusal.code != _TO_MEND:
            raise
        messages.error(request, refusal.sentence)
    return redirect(competition)


@transaction.atomic
def _enter(request: HttpRequest, competition: Competition) -> None:
    by = require_organizer(request, competition.club_id)
    form = EntriesForm(competition, request.POST)
    _require_valid(form)
    players = form.cleaned_data["players"]
    if form.cleaned_data["new_name"]:
        newcomer = Player.objects.create(name=form.cleaned_data["new_name"])
        Membership.objects.create(club=competition.club, player=newcomer)
        players.append(newcomer)
    competitions.enter(competition.pk, players=players, by=by, at=timezone.now())


def _seed(request: HttpRequest, competition: Competition) -> None:
    by = require_organizer(request, competition.club_id)
    entrants = list(competition.entrants.filter(withdrawn=False))
    if "lot" in request.POST:
        order = [entrant.number for entrant in entrants]
        secrets.SystemRandom().shuffle(order)
        method = "lot"
    else:
        form = SeedForm(entrants, request.POST)
        _require_valid(form)
        order, method = form.order(), "manual"
    command = Seed(order, method)
    competitions.act(competition.pk, command, after=_seen(request), by=by, at=timezone.now())


def _require_valid(form: EntriesForm | SeedForm) -> None:
    if not form.is_valid():
        raise Refusal(_TO_MEND, " ".join(str(error) for errors in form.errors.values() for error in errors))


def _seen(request: HttpRequest) -> int | None:
    """Return the version of the competition that its sender saw, if they say it."""
    said = request.POST.get("after", "")
    return int(said) if said.isdecimal() and said.isascii() and len(said) < 10 else None
