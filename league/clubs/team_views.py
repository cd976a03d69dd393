"""Teams of a club, and who has roles in one competition only."""

from collections.abc import Callable
from dataclasses import dataclass

from django.contrib import messages
from django.db import transaction
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_http_methods

from games.idempotency import request_keys
from games.models import Player
from games.rules.base.refusal import Refusal
from games.wording.http_status import refusal_status
from league.clubs import members
from league.clubs.club_views import club_of
from league.clubs.forms import RolesForm
from league.models import Club, Competition, Grant, Role, Team, role_words
from league.permissions.rules import Standing, require, require_standing, standing


@require_http_methods(["GET", "POST"])
def club_teams(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the teams of a club, and make another one."""
    club = club_of(slug)
    require(request, "club.organize", club)
    refusal = None
    if request.method == "POST":
        try:
            made = request_keys.once(
                request, lambda: members.name_team(club, request.POST.get("name", "")).pk
            )
        except Refusal as caught:
            refusal = caught
        else:
            return redirect("club_team", slug, made)
    teams = club.teams.annotate(size=Count("people")).prefetch_related("grants__competition")
    facts = {"club": club, "teams": teams, "refusal": refusal, "name": request.POST.get("name", "")}
    return render(
        request, "league/clubs/teams.html", facts, status=refusal_status(refusal) if refusal else 200
    )


@require_http_methods(["GET", "POST"])
def club_team(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show a team: its name, its people, its roles in the club; change them, or end the team."""
    club = club_of(slug)
    mine = standing(request, "club.organize", club)
    require_standing(mine, "club.organize")
    team = get_object_or_404(Team, club=club, pk=pk)
    grant = team.grants.filter(competition=None).first()
    form = RolesForm(request.POST or None, giveable=mine.giveable, held=grant.roles if grant else ())
    refusal = None
    if request.method == "POST":
        try:
            said = request_keys.once(request, lambda: _changed(request, team, form, mine))
        except Refusal as caught:
            refusal = caught
        else:
            messages.success(request, _(said).format(name=team.name))
            return redirect("club_teams", slug)
    inside = set(team.people.values_list("pk", flat=True))
    facts = {
        "club": club,
        "team": team,
        "form": form,
        "kept": role_words(role for role in (grant.roles if grant else ()) if role not in mine.giveable),
        "people": [(one, one.pk in inside) for one in club.members.order_by("name", "pk")],
        "grants": team.grants.exclude(competition=None).select_related("competition"),
        "refusal": refusal,
    }
    return render(
        request, "league/clubs/team.html", facts, status=refusal_status(refusal) if refusal else 200
    )


@require_http_methods(["GET", "POST"])
def competition_roles(request: HttpRequest, pk: int) -> HttpResponse:
    """Show who has roles in one competition beside those of the club, and give and take them."""
    competition = get_object_or_404(Competition.objects.select_related("club"), pk=pk)
    mine = standing(request, "competition.organize", competition)
    require_standing(mine, "competition.organize")
    form = RolesForm(request.POST or None, giveable=mine.giveable)
    refusal = None
    if request.method == "POST":
        try:
            request_keys.once(request, lambda: _granted(request, competition, form, mine))
        except Refusal as caught:
            refusal = caught
        else:
            messages.success(request, _("The roles are as you want them now."))
            return redirect("competition_roles", pk)
    facts = {
        "competition": competition,
        "form": form,
        "helpers": _helpers(competition),
        "teams": competition.club.teams.all(),
        "people": members.everybody(competition.club),
        "refusal": refusal,
    }
    return render(
        request,
        "league/clubs/competition_roles.html",
        facts,
        status=refusal_status(refusal) if refusal else 200,
    )


def _changed(request: HttpRequest, team: Team, form: RolesForm, mine: Standing) -> str:
    """Do what is wanted and return what was done, in English: a receipt keeps it for a second click."""
    wanted = request.POST.get("do")
    if wanted == "end":
        members.end_team(team, giveable=mine.giveable)
        return gettext_noop("{name} is no team any more.")
    if wanted != "keep" or not form.is_valid():
        raise Refusal("unknown_wish", _("It is not clear what should happen. Look again and decide anew."))
    members.change_team(
        team,
        name=request.POST.get("name", ""),
        members=_numbers(request.POST.getlist("people")),
        roles=form.given(),
        giveable=mine.giveable,
    )
    return gettext_noop("{name} is as you want it now.")


def _granted(request: HttpRequest, competition: Competition, form: RolesForm, mine: Standing) -> None:
    if not form.is_valid():
        raise Refusal("unknown_wish", _("It is not clear what should happen. Look again and decide anew."))
    to = _receiver(competition.club, request.POST.get("to", ""))
    is_taken_back = request.POST.get("do") == "take_back"
    wanted: dict[Team | Player, set[Role]] = {to: set(form.given())}
    for one in _grants_of(competition, to):
        kept = [] if is_taken_back else [role for role in one.roles if role not in mine.giveable]
        # What the visitor cannot give stays as it is, and is not ticked.
        wanted.setdefault(one.receiver, set()).update(kept)
    with transaction.atomic():
        for whom, roles in wanted.items():
            members.grant(
                club=competition.club, competition=competition, to=whom, roles=roles, giveable=mine.giveable
            )


@dataclass
class _Helper:
    """A team, or a person under however many numbers, with all roles in one competition."""

    who: Team | Player
    to: str
    roles: list[Role]
    is_team: bool


def _helpers(competition: Competition) -> list[_Helper]:
    """Return who has roles in one competition, people first, each once and by name. One query."""
    found: dict[str, _Helper] = {}
    for one in competition.grants.select_related("player__merged_into", "team").order_by("pk"):
        to = who = one.receiver
        if isinstance(who, Player):
            who = who.merged_into or who
        kind = "team" if isinstance(to, Team) else "player"
        first = _Helper(who, f"{kind}-{to.pk}", [], is_team=isinstance(to, Team))
        helper = found.setdefault(f"{kind}-{who.pk}", first)
        helper.roles = [role for role in Role if role in {*helper.roles, *one.roles}]
    return sorted(found.values(), key=lambda one: (one.is_team, one.who.name))


def _grants_of(competition: Competition, to: Player | Team) -> QuerySet[Grant]:
    """Return what a team, or a person under any number, is given in one competition."""
    grants = competition.grants.select_related("player", "team")
    if isinstance(to, Team):
        return grants.filter(team=to)
    person = to.merged_into_id or to.pk
    return grants.filter(Q(player=person) | Q(player__merged_into=person))


def _receiver(club: Club, said: str) -> Player | Team:
    """Return whom `team-3` or `player-7` of a form means. Refusal `stranger`."""
    kind, _dash, number = said.partition("-")
    find: dict[str, Callable[[int], Player | Team | None]] = {
        "team": lambda pk: club.teams.filter(pk=pk).first(),
        "player": lambda pk: club.members.filter(pk=pk).first(),
    }
    found = find[kind](_numbers([number])[0]) if kind in find and _numbers([number]) else None
    if found is None:
        raise Refusal("stranger", _("Choose somebody of the club, or a team of it."))
    return found


def _numbers(said: list[str]) -> list[int]:
    return [int(one) for one in said if one.isdecimal() and one.isascii() and len(one) < 19]
