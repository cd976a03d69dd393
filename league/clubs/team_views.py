"""Teams of a club, and who has roles in one competition only."""

from collections.abc import Callable
from dataclasses import dataclass
from operator import attrgetter

from django.contrib import messages
from django.db import transaction
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_http_methods

from games.idempotency import request_keys
from games.localization.collation import by_name
from games.models import Player
from games.rules.base.refusal import Refusal
from games.wording.http_status import refusal_status
from league.clubs import members, team_lists
from league.clubs.club_views import club_of
from league.clubs.forms import RolesForm
from league.models import Club, Competition, Grant, Role, Team, role_words
from league.permissions.policy import Standing, require, require_standing, standing


@require_http_methods(["GET", "POST"])
def club_teams(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the teams of a club, and make another one."""
    club = club_of(slug)
    require(request, "club.organize", club)
    refusal = None
    if request.method == "POST":
        try:
            team = request_keys.once(
                request, lambda: members.name_team(club, request.POST.get("name", "")).pk
            )
        except Refusal as error:
            refusal = error
        else:
            return redirect("club_team", slug, team)
    find = _searched(request)
    facts = {
        "club": club,
        "teams": team_lists.teams_of(club, request.GET.get("page"), find),
        "find": find,
        "refusal": refusal,
        "name": request.POST.get("name", ""),
    }
    return render(
        request, "league/clubs/teams.html", facts, status=refusal_status(refusal) if refusal else 200
    )


@require_http_methods(["GET", "POST"])
def club_team(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show a team: its name, its people, its roles in the club; change them, or end the team."""
    club = club_of(slug)
    visitor = standing(request, "club.organize", club)
    require_standing(visitor, "club.organize")
    team = get_object_or_404(Team, club=club, pk=pk)
    grant = team.grants.filter(competition=None).first()
    form = RolesForm(request.POST or None, giveable=visitor.giveable, held=grant.roles if grant else ())
    refusal = None
    if request.method == "POST":
        try:
            sentence = request_keys.once(request, lambda: _change(request, team, form, visitor))
        except Refusal as error:
            refusal = error
        else:
            messages.success(request, _(sentence).format(name=team.name))
            if request.POST.get("do") == "keep" and "shown" in request.POST:
                return redirect(request.get_full_path())
            return redirect("club_teams", slug)
    find = _searched(request)
    facts = {
        "club": club,
        "team": team,
        "form": form,
        "kept": role_words(role for role in (grant.roles if grant else ()) if role not in visitor.giveable),
        "people": team_lists.people_for(team, request.GET.get("page"), find),
        "find": find,
        "grants": team.grants.exclude(competition=None).select_related("competition"),
        "refusal": refusal,
    }
    return render(
        request, "league/clubs/team.html", facts, status=refusal_status(refusal) if refusal else 200
    )


@require_http_methods(["GET", "POST"])
def competition_roles(request: HttpRequest, pk: int) -> HttpResponse:
    """Show who has roles in one competition beside those of the club, and give and take them.

    People to choose stand on pages, and further teams are found by name.
    """
    competition = get_object_or_404(Competition.objects.select_related("club"), pk=pk)
    visitor = standing(request, "competition.organize", competition)
    require_standing(visitor, "competition.organize")
    form = RolesForm(request.POST or None, giveable=visitor.giveable)
    refusal = None
    if request.method == "POST":
        try:
            request_keys.once(request, lambda: _give_roles(request, competition, form, visitor))
        except Refusal as error:
            refusal = error
        else:
            messages.success(request, _("Saved."))
            return redirect("competition_roles", pk)
    find = _searched(request)
    people, teams = team_lists.choices_for_roles(competition.club, request.GET.get("page"), find)
    facts = {
        "competition": competition,
        "may_organize_club": visitor.in_club.may("club.organize"),
        "form": form,
        "helpers": _helpers(competition),
        "teams": teams,
        "people": people,
        "find": find,
        "is_paged": bool(find) or people.has_other_pages() or teams.has_other_pages(),
        "refusal": refusal,
    }
    return render(
        request,
        "league/clubs/competition_roles.html",
        facts,
        status=refusal_status(refusal) if refusal else 200,
    )


def _change(request: HttpRequest, team: Team, form: RolesForm, visitor: Standing) -> str:
    """Carry out the action; return a sentence in English, which a receipt keeps for a second click."""
    action = request.POST.get("do")
    if action == "end":
        members.end_team(team, giveable=visitor.giveable)
        return gettext_noop("The team {name} has been removed.")
    if action != "keep" or not form.is_valid():
        raise Refusal("unknown_wish", _("It is not clear what should happen. Check and try again."))
    members.change_team(
        team,
        name=request.POST.get("name", ""),
        members=_numbers(request.POST.getlist("people")),
        among=_numbers(request.POST.getlist("shown")) if "shown" in request.POST else None,
        roles=form.chosen_roles(),
        giveable=visitor.giveable,
    )
    return gettext_noop("{name}: saved.")


def _give_roles(request: HttpRequest, competition: Competition, form: RolesForm, visitor: Standing) -> None:
    if not form.is_valid():
        raise Refusal("unknown_wish", _("It is not clear what should happen. Check and try again."))
    to = _receiver(competition.club, request.POST.get("to", ""))
    is_taken_back = request.POST.get("do") == "take_back"
    wanted: dict[Team | Player, set[Role]] = {to: set(form.chosen_roles())}
    for grant in _grants_of(competition, to):
        kept = [] if is_taken_back else [role for role in grant.roles if role not in visitor.giveable]
        # What the visitor cannot give stays as it is, and is not ticked.
        wanted.setdefault(grant.receiver, set()).update(kept)
    with transaction.atomic():
        for receiver, roles in wanted.items():
            members.grant(
                club=competition.club,
                competition=competition,
                to=receiver,
                roles=roles,
                giveable=visitor.giveable,
            )


@dataclass
class _Helper:
    """A team, or a person with all their players, and all roles they have in one competition."""

    who: Team | Player
    to: str
    roles: list[Role]
    is_team: bool


def _helpers(competition: Competition) -> list[_Helper]:
    """Return the people and teams with roles in one competition, people first, by name. One query."""
    helpers: dict[str, _Helper] = {}
    for grant in competition.grants.select_related("player__merged_into", "team").order_by("pk"):
        to = who = grant.receiver
        if isinstance(who, Player):
            who = who.merged_into or who
        kind = "team" if isinstance(to, Team) else "player"
        first = _Helper(who, f"{kind}-{to.pk}", [], is_team=isinstance(to, Team))
        helper = helpers.setdefault(f"{kind}-{who.pk}", first)
        helper.roles = [role for role in Role if role in {*helper.roles, *grant.roles}]
    return sorted(by_name(helpers.values(), name=lambda grant: grant.who.name), key=attrgetter("is_team"))


def _grants_of(competition: Competition, to: Player | Team) -> QuerySet[Grant]:
    """Return the grants of a team, or of a person with all their players, in one competition."""
    grants = competition.grants.select_related("player", "team")
    if isinstance(to, Team):
        return grants.filter(team=to)
    person = to.merged_into_id or to.pk
    return grants.filter(Q(player=person) | Q(player__merged_into=person))


def _receiver(club: Club, named: str) -> Player | Team:
    """Return the team or player that `team-3` or `player-7` of a form means. Refusal `stranger`."""
    kind, _dash, number = named.partition("-")
    find: dict[str, Callable[[int], Player | Team | None]] = {
        "team": lambda pk: club.teams.filter(pk=pk).first(),
        "player": lambda pk: club.members.filter(pk=pk).first(),
    }
    receiver = find[kind](_numbers([number])[0]) if kind in find and _numbers([number]) else None
    if receiver is None:
        raise Refusal("stranger", _("Choose a member or a team of the club."))
    return receiver


def _searched(request: HttpRequest) -> str:
    return request.GET.get("find", "").strip()[: members.LONGEST_NAME]


def _numbers(texts: list[str]) -> list[int]:
    return [int(text) for text in texts if text.isdecimal() and text.isascii() and len(text) < 19]
