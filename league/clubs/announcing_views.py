"""Announcing a competition of a club: the form, and a live forecast of what it leads to."""

import datetime as dt
from collections.abc import Sequence
from typing import Final

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from games import quotas
from games.idempotency import request_keys
from games.rulebooks import owners
from games.rulebooks.catalogue import Rulebook
from games.rules.base.refusal import Refusal
from league import competitions
from league.calendar import matchdays
from league.clubs.forecast import forecast
from league.competitions.entrants import entering
from league.competitions.forms.announcement import CompetitionForm
from league.models import Club
from league.permissions.policy import require
from league.rules.competition.commands import OpenRegistration
from league.rules.decisions.announcement import warnings

_EVENING: Final = dt.timedelta(hours=3)
"""How long a date lasts in the calendar, unless its organizers change that."""


@require_http_methods(["GET", "POST"])
def competition_new(request: HttpRequest, slug: str) -> HttpResponse:
    """Announce a competition of a club. Guests are led to the sign-up."""
    club = get_object_or_404(Club, slug=slug)
    by = require(request, "club.organize", club)
    quotas.require_account(request.user)
    choosable = owners.choosable(request)
    form = _form(request, club, choosable)
    if request.method == "POST" and form.is_valid():
        try:
            made = request_keys.once(request, lambda: _announced(form, club, by))
        except Refusal as refusal:
            form.refuse(refusal)
        else:
            for warning in warnings(form.facts()["stages"]):
                messages.warning(request, warning)
            return redirect("competition", made)
    facts = {"form": form, "club": club, "forecast": forecast(club, form) if form.is_bound else None}
    return render(request, "league/desk/competition_new.html", facts, status=422 if form.errors else 200)


@require_POST
def competition_outlook(request: HttpRequest, slug: str) -> HttpResponse:
    """Answer with what the form leads to as it is now: names, tables, rounds and time. Nothing is stored."""
    club = get_object_or_404(Club, slug=slug)
    require(request, "club.organize", club)
    form = _form(request, club, owners.choosable(request), is_forecast=True)
    form.is_valid()
    return render(request, "league/desk/_forecast.html", {"forecast": forecast(club, form)})


def _form(
    request: HttpRequest, club: Club, choosable: Sequence[Rulebook], *, is_forecast: bool = False
) -> CompetitionForm:
    is_usual = any(rulebook.key == club.default_rulebook for rulebook in choosable)
    usual = {"rulebook": club.default_rulebook} if is_usual else {}
    return CompetitionForm(
        club,
        choosable,
        request.POST or None,
        initial=usual | owners.asked_for(request, choosable),
        is_forecast=is_forecast,
    )


@transaction.atomic
def _announced(form: CompetitionForm, club: Club, by: str) -> int:
    """Announce it with its date and its first entrants; return its id."""
    sent, at = form.cleaned_data, timezone.now()
    made = competitions.create(club=club, by=by, at=at, **form.facts())
    if form.begins is not None:
        facts = matchdays.Facts(
            made.name, form.begins, form.begins + _EVENING, sent["place"], note=sent["note"], competition=made
        )
        matchdays.announce(club, facts, at=at)
    if sent["names"]:
        entering.enter(made, form.candidates, members=(), newcomers=sent["names"], by=by, at=at)
    if sent["entry"]:
        competitions.act(made.pk, OpenRegistration(), by=by, at=at)
    return made.pk
