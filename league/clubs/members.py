"""The members of a club, their teams and roles. A club always has an owner with an account."""

import datetime as dt
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from operator import itemgetter
from typing import Any, Final

from django.core.paginator import Page, Paginator
from django.db import transaction
from django.db.models import Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from games.localization.collation import by_name
from games.models import Player
from games.rules.base.refusal import Refusal, quoted
from games.rules.base.spelling import spelled
from league.calendar import matchdays
from league.models import (
    Club,
    Competition,
    Grant,
    Membership,
    Role,
    RoleFlags,
    TableScorekeeper,
    Team,
    role_words,
)

LONGEST_NAME = 60
PEOPLE_AT_ONCE: Final = 100
"""The most people of a club on a page."""
MOST_IN_TEAM: Final = 2000
Roles = Collection[Role]


@dataclass
class Person:
    """A person of a club with all roles of all their players; `row` is the membership that is changed."""

    row: Membership
    player: Player
    roles: list[Role]


def everybody(club: Club) -> list[Person]:
    """Return every person of a club once, by name. One query."""
    return _people(Membership.objects.filter(club=club))


def page_of(club: Club, number: str | None = None, find: str = "") -> Page[Any]:
    """Return a page of the people of a club by name, each once, or of those with these letters in their name.

    Two queries, of which the first reads no more than numbers and names.
    """
    names = Membership.objects.filter(club=club).values_list(
        Coalesce("player__merged_into", "player"), Coalesce("player__merged_into__name", "player__name")
    )
    wanted = [(pk, name) for pk, name in dict(names).items() if find.casefold() in name.casefold()]
    page: Page[Any] = Paginator(by_name(wanted, name=itemgetter(1)), PEOPLE_AT_ONCE).get_page(number)
    numbers = [pk for pk, _name in page.object_list]
    rows = Membership.objects.filter(Q(player__in=numbers) | Q(player__merged_into__in=numbers), club=club)
    page.object_list = _people(rows)
    return page


def same_person(membership: Membership) -> QuerySet[Membership]:
    """Return every membership of a person in a club: this one, and those of players merged with this one."""
    person = membership.player.merged_into_id or membership.player_id
    rows = Membership.objects.filter(
        Q(player=person) | Q(player__merged_into=person), club=membership.club_id
    )
    return rows.select_related("player")


def roles_of_person(membership: Membership) -> list[Role]:
    """Return the roles of a person in a club, of all their players, the highest first. One query."""
    held = {role for row in same_person(membership) for role in row.roles}
    return [role for role in Role if role in held]


def flags(roles: Iterable[Role]) -> dict[str, bool]:
    """Return the fields of roles: True for those given, False for all others."""
    held = set(roles)
    return {f"is_{role.value}": role in held for role in Role}


def add_by_name(club: Club, name: str) -> Membership:
    """Add somebody without an account, such as a guest or a child. Refusals: no_name, already_there."""
    name = spelled(name)
    if not name or len(name) > LONGEST_NAME:
        raise Refusal("no_name", _("Enter a name of up to {most} characters.").format(most=LONGEST_NAME))
    with transaction.atomic():
        _lock(club.pk)
        if club.members.filter(name__iexact=name).exists():
            raise Refusal("already_there", _("{name} is already in this club.").format(name=quoted(name)))
        return Membership.objects.create(club=club, player=Player.objects.create(name=name))


@transaction.atomic
def take_in(club: Club, player: Player, roles: Roles = (Role.MEMBER,)) -> bool:
    """Take a player into a club, or give a member further roles; return whether it changed anything."""
    _lock(club.pk)
    club.requests.filter(player=player).delete()
    membership, is_new = Membership.objects.get_or_create(club=club, player=player, defaults=flags(roles))
    further = set(roles) - set(membership.roles)
    if further:
        _save_roles(membership, further | set(membership.roles))
    return is_new or bool(further)


@transaction.atomic
def change_roles(membership: Membership, roles: Roles, *, giveable: Roles) -> None:
    """Give a person exactly these roles in the club.

    `giveable` are the roles that the sender may give and take. Refusals: no_role, not_allowed, last_owner,
    no_account.
    """
    _lock(membership.club_id)
    membership.refresh_from_db()
    wanted, held = set(roles), set(roles_of_person(membership))
    if not wanted:
        raise Refusal("no_role", _("Tick at least one role, or remove this person from the club."))
    _require_giveable(wanted ^ held, giveable)
    if Role.OWNER in held - wanted:
        _require_other_owner(membership)
    if Role.OWNER in wanted - held and _user_of(membership.player) is None:
        raise Refusal("no_account", _("Only someone with an account can own a club."))
    for row in same_person(membership):
        # The other players of the person keep no role that the person has lost.
        _save_roles(row, wanted if row == membership else set(row.roles) & wanted or wanted)


@transaction.atomic
def remove(membership: Membership, *, giveable: Roles, at: dt.datetime) -> None:
    """Take a person out of a club with every role there; results and entries stay.

    Refusals: not_allowed, last_owner.
    """
    _lock(membership.club_id)
    membership.refresh_from_db()
    players = same_person(membership).values("player")
    teams = Team.objects.filter(club=membership.club_id, people__in=players).distinct()
    by_team = {role for team in teams for role in _roles_of(team)}
    _require_giveable(by_team.union(roles_of_person(membership)), giveable)
    _take_out(membership, at)


@transaction.atomic
def leave(membership: Membership, *, at: dt.datetime) -> None:
    """Let a person leave a club. Refusal last_owner."""
    _lock(membership.club_id)
    membership.refresh_from_db()
    _take_out(membership, at)


@transaction.atomic
def grant(
    *,
    club: Club,
    competition: Competition | None,
    to: Player | Team,
    roles: Roles,
    giveable: Roles,
) -> None:
    """Give a team roles in a club, or a team or a player roles in one competition; no roles take them back.

    Refusals: not_allowed, stranger for a player or team that does not belong to the club.
    """
    _lock(club.pk)
    receiver_field = receiver(to)
    belongs_here = to.club_id == club.pk if isinstance(to, Team) else club.members.filter(pk=to.pk).exists()
    if not belongs_here:
        raise Refusal("stranger", _("Only members and teams of the club can have roles."))
    present = Grant.objects.filter(club=club, competition=competition, **receiver_field).first()
    _require_giveable(set(roles) ^ set(present.roles if present else ()), giveable)
    if not roles:
        Grant.objects.filter(club=club, competition=competition, **receiver_field).delete()
    elif present is None:
        Grant.objects.create(club=club, competition=competition, **receiver_field, **flags(roles))
    else:
        _save_roles(present, roles)


def receiver(to: Player | Team) -> dict[str, Player | Team]:
    """Return the field of grants that names a player or a team."""
    return {"team": to} if isinstance(to, Team) else {"player": to}


def name_team(club: Club, name: str, team: Team | None = None) -> Team:
    """Make a team of a club, or rename a team. Refusals: no_name, name_taken."""
    name = spelled(name)
    if not name or len(name) > LONGEST_NAME:
        raise Refusal("no_name", _("Enter a name of up to {most} characters.").format(most=LONGEST_NAME))
    with transaction.atomic():
        _lock(club.pk)
        others = club.teams.exclude(pk=team.pk) if team else club.teams.all()
        if others.filter(name__iexact=name).exists():
            raise Refusal("name_taken", _("A team called {name} already exists.").format(name=quoted(name)))
        made = team or Team(club=club)
        made.name = name
        made.save()
    return made


@transaction.atomic
def change_team(
    team: Team,
    *,
    name: str,
    members: Iterable[int],
    among: Iterable[int] | None = None,
    roles: Roles,
    giveable: Roles,
) -> None:
    """Give a team a name, exactly these people of the club by player id, and roles in all of the club.

    Where they were chosen `among` some people only, all others stay. Refusals: no_name, name_taken,
    too_many_people, not_allowed. The last also for a change of the people of a team that holds roles which
    may not be given.
    """
    name_team(team.club, name, team)
    held = set(team.people.values_list("pk", flat=True))
    wanted = set(team.club.members.filter(pk__in=members).values_list("pk", flat=True))
    if among is not None:
        wanted |= held.difference(among)
    if len(wanted) > MOST_IN_TEAM:
        sentence = _("A team has at most {most} people.")
        raise Refusal("too_many_people", sentence.format(most=MOST_IN_TEAM))
    changed = wanted ^ held
    if changed:
        _require_giveable(_roles_of(team), giveable)
    team.people.set(wanted)
    grant(club=team.club, competition=None, to=team, roles=roles, giveable=giveable)


@transaction.atomic
def end_team(team: Team, *, giveable: Roles) -> None:
    """End a team and with it every role it gave. Refusal not_allowed."""
    _lock(team.club_id)
    _require_giveable(_roles_of(team), giveable)
    team.delete()


def _people(rows: QuerySet[Membership]) -> list[Person]:
    people: dict[int, Person] = {}
    named = rows.select_related("player__merged_into")
    for row in named.order_by("player__name", "player__merged_into", "pk"):
        player = row.player.merged_into or row.player
        person = people.setdefault(player.pk, Person(row, player, []))
        held = {*person.roles, *row.roles}  # once: a club may have thousands of people
        person.roles = [role for role in Role if role in held]
        if row.player_id == player.pk:
            person.row = row
    return by_name(people.values(), name=lambda person: person.player.name)


def _roles_of(team: Team) -> set[Role]:
    return {role for grant in team.grants.all() for role in grant.roles}


def _user_of(player: Player) -> int | None:
    return player.merged_into.user_id if player.merged_into else player.user_id


def _lock(club: int) -> None:
    """Lock the club until the transaction ends: nobody else changes its members."""
    Club.objects.select_for_update().get(pk=club)


def _save_roles(row: RoleFlags, roles: Iterable[Role]) -> None:
    for name, value in flags(roles).items():
        setattr(row, name, value)
    row.save()


def _take_out(membership: Membership, at: dt.datetime) -> None:
    if Role.OWNER in roles_of_person(membership):
        _require_other_owner(membership)
    rows, club = list(same_person(membership)), membership.club_id
    people = [row.player_id for row in rows]
    Grant.objects.filter(club=club, player__in=people).delete()
    TableScorekeeper.objects.filter(competition__club=club, player__in=people).delete()
    for team in Team.objects.filter(club=club, people__in=people).distinct():
        team.people.remove(*people)
    Membership.objects.filter(pk__in=[row.pk for row in rows]).delete()
    matchdays.forget(club, membership.player.merged_into_id or membership.player_id, at=at)


def _require_giveable(changed: set[Role], giveable: Roles) -> None:
    above = [role for role in Role if role in changed and role not in giveable]
    if above:
        raise Refusal(
            "not_allowed",
            _("Only owners can give or take away these roles: {roles}.").format(roles=role_words(above)),
        )


def _require_other_owner(membership: Membership) -> None:
    has_account = Q(player__user__isnull=False) | Q(player__merged_into__user__isnull=False)
    owners = Membership.objects.filter(has_account, club=membership.club_id, is_owner=True)
    if not owners.exclude(pk__in=same_person(membership).values("pk")).exists():
        raise Refusal("last_owner", _("A club needs an owner: make someone else an owner first."))
