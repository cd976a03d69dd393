"""Bonus and penalty lines of a stage's standings: organizers add them with a reason, and take them back."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET, require_POST

from games.idempotency import request_keys
from games.localization.lists import listed
from games.models import Player
from games.rules.base.refusal import Refusal
from games.wording.http_status import refusal_status
from league import competitions
from league.http.expected_version import seen
from league.models import Competition
from league.permissions.policy import require
from league.rules.competition.commands import Adjust, WithdrawAdjustment
from league.rules.competition.stage import Stage
from league.rules.competition.state import State
from league.rules.decisions.results_and_corrections import LONGEST_REASON
from league.rules.stages.next_groups import ties


class LineForm(forms.Form):
    """A bonus, or below zero a penalty, with what it is for."""

    entrant = forms.TypedChoiceField(coerce=int, label=gettext_lazy("Player"))
    points = forms.IntegerField(
        min_value=-1000,
        max_value=1000,
        label=gettext_lazy("Points"),
        help_text=gettext_lazy("Negative for a penalty"),
    )
    reason = forms.CharField(
        max_length=LONGEST_REASON, label=gettext_lazy("Reason"), help_text=gettext_lazy("Everyone can see it")
    )

    def __init__(self, entrants: list[tuple[int, str]], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["entrant"].choices = entrants  # type: ignore[attr-defined] # a ChoiceField


@require_GET
def lines(request: HttpRequest, pk: int, stage: int) -> HttpResponse:
    """Show the lines of a stage to organizers, with a form for another one."""
    return _shown(request, _competition(request, pk), stage)


@require_POST
def line_add(request: HttpRequest, pk: int, stage: int) -> HttpResponse:
    """Add a bonus or a penalty."""
    competition = _competition(request, pk)
    state = competitions.look(pk)
    form = LineForm(_choices(state, _stage(state, stage)), request.POST)
    if not form.is_valid():
        return _shown(request, competition, stage, form=form)
    cleaned = form.cleaned_data
    command = Adjust(stage, cleaned["entrant"], cleaned["points"], cleaned["reason"])
    return _done(request, competition, command, _("Added to the standings."), form)


@require_POST
def line_withdraw(request: HttpRequest, pk: int, stage: int, number: int) -> HttpResponse:
    """Take a line back; it stays visible as taken back."""
    competition = _competition(request, pk)
    return _done(request, competition, WithdrawAdjustment(stage, number), _("The entry is withdrawn."))


def _competition(request: HttpRequest, pk: int) -> Competition:
    competition = get_object_or_404(Competition.objects.select_related("club"), pk=pk)
    require(request, "competition.organize", competition)
    return competition


def _stage(state: State, number: int) -> Stage:
    if not 1 <= number <= len(state.stages):
        raise Http404("There is no such stage.")
    return state.stages[number - 1]


def _choices(state: State, stage: Stage) -> list[tuple[int, str]]:
    """Return the entrants of a stage with their names, by name. One query."""
    players = Player.objects.in_bulk([entrant.player for entrant in state.entrants.values()])
    numbers = [number for group in stage.groups for number in group]
    return sorted(
        ((number, players[state.entrants[number].player].name) for number in numbers),
        key=lambda choice: choice[1],
    )


def _done(
    request: HttpRequest,
    competition: Competition,
    command: Adjust | WithdrawAdjustment,
    message: str,
    form: LineForm | None = None,
) -> HttpResponse:
    stage = command.stage

    def act() -> None:
        by, after = require(request, "competition.organize", competition), seen(request)
        at, about = timezone.now(), (stage, "")
        competitions.act(competition.pk, command, after=after, about=about, by=by, at=at)

    try:
        request_keys.once(request, act)
    except Refusal as refusal:
        competition.refresh_from_db()
        return _shown(request, competition, stage, form=form, refusal=refusal)
    messages.success(request, message)
    return redirect("lines", competition.pk, stage)


def _shown(
    request: HttpRequest,
    competition: Competition,
    number: int,
    *,
    form: LineForm | None = None,
    refusal: Refusal | None = None,
) -> HttpResponse:
    state = competitions.look(competition.pk)
    stage = _stage(state, number)
    choices = _choices(state, stage)
    names = dict(choices)
    facts = {
        "competition": competition,
        "state": state,
        "stage": stage,
        "form": form or LineForm(choices),
        "lines": [
            (line, names[line.entrant], f"{line.points:+}".replace("-", "−"))
            for line in stage.adjustments.values()
        ],
        "refusal": refusal.sentence if refusal else "",
        "level": _level(state, stage, names),
    }
    status = refusal_status(refusal) if refusal else 422 if form and form.errors else 200
    response = render(request, "league/desk/lines.html", facts, status=status)
    response["Cache-Control"] = "private, no-store"
    return response


def _level(state: State, stage: Stage, names: dict[int, str]) -> list[str]:
    """Return the names of those between whom only a lot can decide, a text for each set."""
    return [listed([names[number] for number in tied]) for tied in ties(state, stage)]
