"""Announcing a competition of a club: the form, and a live forecast of what it leads to."""

from collections.abc import Sequence

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from games import quotas
from games.idempotency import request_keys
from games.rulebooks import owners
from games.rulebooks.catalogue import Rulebook
from games.rules.base.refusal import Refusal
from games.wording.http_status import refusal_status
from league import competitions
from league.competition_editing.changes import copy, delete
from league.competition_editing.edit_page import CompetitionEditing, announce_date
from league.competition_editing.forecast import forecast
from league.competitions.entrants import entering
from league.competitions.forms.announcement import CompetitionForm
from league.http.expected_version import seen
from league.models import Club, Competition
from league.permissions.policy import may, require
from league.rules.competition.commands import OpenRegistration, Seed
from league.rules.decisions.announcement import warnings


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
    status = 422 if form.errors else 200
    return render(request, "league/competition_editing/competition_new.html", facts, status=status)


@require_POST
def competition_outlook(request: HttpRequest, slug: str) -> HttpResponse:
    """Answer with what the form leads to as it is now: names, tables, rounds and time. Nothing is stored."""
    club = get_object_or_404(Club, slug=slug)
    require(request, "club.organize", club)
    form = _form(request, club, owners.choosable(request), is_forecast=True)
    form.is_valid()
    return render(request, "league/competition_editing/_forecast.html", {"forecast": forecast(club, form)})


@require_http_methods(["GET", "POST"])
def competition_edit(request: HttpRequest, pk: int) -> HttpResponse:
    """Show what was announced, and change it after a look at what that changes; copy or delete it."""
    competition = get_object_or_404(Competition.objects.select_related("club"), pk=pk)
    by = require(request, "competition.organize", competition)
    if request.method == "POST" and request.POST.get("do") in ("copy", "delete"):
        return _copied_or_deleted(request, competition, by)
    changing = CompetitionEditing(competition, owners.choosable(request), request.POST or None)
    status = 422 if changing.form.errors else 200
    if request.method == "POST" and changing.form.is_valid():
        try:
            if "sure" in request.POST:
                request_keys.once(
                    request, lambda: changing.save(after=seen(request), by=by, at=timezone.now())
                )
                messages.success(request, _("Saved."))
                return redirect("competition", pk)
            changing.check()
        except Refusal as refusal:
            changing.form.refuse(refusal)
            status = refusal_status(refusal)
    may_copy = may(request, "club.organize", competition.club)
    facts = {"competition": competition, "changing": changing, "form": changing.form, "may_copy": may_copy}
    return render(request, "league/competition_editing/competition_edit.html", facts, status=status)


def _copied_or_deleted(request: HttpRequest, competition: Competition, by: str) -> HttpResponse:
    at, is_copied = timezone.now(), request.POST["do"] == "copy"
    if is_copied:
        by = require(request, "club.organize", competition.club)
    try:
        if is_copied:
            made = request_keys.once(request, lambda: copy(competition, by=by, at=at))
            messages.success(request, _("Copied. Change what is different this time."))
            return redirect("competition_edit", made)
        request_keys.once(request, lambda: delete(competition, by=by, at=at))
    except Refusal as refusal:
        messages.error(request, refusal.sentence)
        return redirect("competition_edit", competition.pk)
    messages.success(request, _("{name} was deleted.").format(name=competition.name))
    return redirect(competition.club)


def _form(
    request: HttpRequest, club: Club, choosable: Sequence[Rulebook], *, is_forecast: bool = False
) -> CompetitionForm:
    is_usual = any(rulebook.key == club.default_rulebook for rulebook in choosable)
    usual = {"rulebook": club.default_rulebook} if is_usual else {}
    return CompetitionForm(
        club,
        choosable,
        request.POST if request.method == "POST" else None,
        initial=usual | owners.asked_for(request, choosable),
        is_forecast=is_forecast,
    )


@transaction.atomic
def _announced(form: CompetitionForm, club: Club, by: str) -> int:
    """Announce it with its date and its first entrants; return its id."""
    sent, at = form.cleaned_data, timezone.now()
    made = competitions.create(club=club, by=by, at=at, **form.facts())
    if form.begins is not None:
        announce_date(made, form.begins, sent["place"], sent["note"], at=at)
    if sent["names"]:
        entering.enter(made, form.candidates, members=(), newcomers=sent["names"], by=by, at=at)
        if sent["draw_lots"]:
            competitions.act(made.pk, Seed([], "lot"), by=by, at=at)
    if sent["entry"]:
        competitions.act(made.pk, OpenRegistration(), by=by, at=at)
    return made.pk
