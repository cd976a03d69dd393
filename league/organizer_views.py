"""What organizers do: announce a competition, enter players, seed them, start."""

import secrets

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from games import keepers
from games.models import Player
from games.rules.refusal import Refusal
from league import competitions
from league.forms import CompetitionForm, EntriesForm, SeedForm
from league.models import Club, Competition, Membership
from league.permissions import require_organizer


@require_http_methods(["GET", "POST"])
def competition_new(request: HttpRequest, slug: str) -> HttpResponse:
    """Announce a competition of a club."""
    club = get_object_or_404(Club, slug=slug)
    by = require_organizer(request, club.pk)
    choosable = keepers.choosable(request)
    form = CompetitionForm(choosable, request.POST or None, initial=keepers.asked_for(request, choosable))
    if request.method == "POST" and form.is_valid():
        try:
            made = competitions.create(club=club, by=by, at=timezone.now(), **form.facts())
        except Refusal as refusal:
            form.add_error("table_size" if "seats" in refusal.options else None, refusal.sentence)
        else:
            return redirect(made)
    facts = {"form": form, "club": club}
    return render(request, "league/competition_new.html", facts, status=422 if form.errors else 200)


@require_POST
def competition_enter(request: HttpRequest, pk: int) -> HttpResponse:
    """Enter the ticked members, and somebody new by name."""
    found = get_object_or_404(Competition.objects.select_related("club"), pk=pk)
    by = require_organizer(request, found.club_id)
    form = EntriesForm(found, request.POST)
    if form.is_valid():
        _enter(found, form, by)
    else:
        _say_errors(request, form)
    return redirect(found)


@require_POST
def competition_seed(request: HttpRequest, pk: int) -> HttpResponse:
    """Seed the entrants by the numbers given, or by lot."""
    found = get_object_or_404(Competition, pk=pk)
    by = require_organizer(request, found.club_id)
    entrants = list(found.entrants.filter(withdrawn=False))
    if "lot" in request.POST:
        order = [entrant.number for entrant in entrants]
        secrets.SystemRandom().shuffle(order)
        competitions.seed(pk, order=order, by=by, at=timezone.now())
        return redirect(found)
    form = SeedForm(entrants, request.POST)
    if form.is_valid():
        competitions.seed(pk, order=form.order(), by=by, at=timezone.now())
    else:
        _say_errors(request, form)
    return redirect(found)


@require_POST
def competition_start(request: HttpRequest, pk: int) -> HttpResponse:
    """Close the entries and draw the first round."""
    found = get_object_or_404(Competition, pk=pk)
    by = require_organizer(request, found.club_id)
    competitions.start(pk, by=by, at=timezone.now())
    return redirect("bracket" if found.format == Competition.Format.ELIMINATION_500 else "competition", pk)


@transaction.atomic
def _enter(competition: Competition, form: EntriesForm, by: str) -> None:
    players = form.cleaned_data["players"]
    if form.cleaned_data["new_name"]:
        newcomer = Player.objects.create(name=form.cleaned_data["new_name"])
        Membership.objects.create(club=competition.club, player=newcomer)
        players.append(newcomer)
    competitions.enter(competition.pk, players=players, by=by, at=timezone.now())


def _say_errors(request: HttpRequest, form: EntriesForm | SeedForm) -> None:
    for errors in form.errors.values():
        messages.error(request, " ".join(str(error) for error in errors))
