"""The page on which a finished season becomes the next season."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from games.idempotency import request_keys
from games.models import Player
from games.rules.base.refusal import Refusal
from league.competitions.forms.next_season import BordersForm, NextSeasonForm
from league.competitions.next_season import Ended, Plan, announce, ended, plan
from league.competitions.read_models.division_moves import NextSeasonPage
from league.models import Competition
from league.permissions.policy import require


@require_http_methods(["GET", "POST"])
def next_season(request: HttpRequest, pk: int) -> HttpResponse:
    """Show who goes up and down, and announce the next season."""
    competition = get_object_or_404(Competition.objects.only("pk", "club"), pk=pk)
    by = require(request, "club.organize", competition.club_id)
    sent = request.POST if request.method == "POST" else None
    season = ended(pk)
    players = Player.objects.in_bulk(season.staying)
    borders = BordersForm(season, players, sent or request.GET)
    form = NextSeasonForm(season, sent) if borders.is_valid() else None
    planned: Plan | None = None
    try:
        planned = _plan(season, borders, form)
        if planned is not None and form is not None and form.is_valid():
            made = request_keys.once(request, lambda: _announced(planned, form, by))
            return redirect("competition", made)
    except Refusal as refusal:
        borders.add_error(None, refusal.sentence)
    facts = {"page": NextSeasonPage(season, planned), "borders": borders, "form": form}
    is_wrong = request.method == "POST" or bool(borders.errors)
    return render(request, "league/desk/next_season.html", facts, status=422 if is_wrong else 200)


def _plan(season: Ended, borders: BordersForm, form: NextSeasonForm | None) -> Plan | None:
    if form is None:
        return None
    newcomers = form.new_players() if form.is_valid() else []
    movers = borders.cleaned_data.get("movers")
    return plan(season, movers=movers, leaving=borders.leaving_players(), newcomers=newcomers)


def _announced(planned: Plan, form: NextSeasonForm, by: str) -> int:
    borders = planned.borders(form.cleaned_data.get("play_offs"))
    name = form.cleaned_data["name"]
    return announce(planned.season, planned.follows, borders, name=name, by=by, at=timezone.now()).pk
