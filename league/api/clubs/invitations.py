"""The ways into a club, its teams, and who has roles in one competition."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django_filters import rest_framework as filters
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.models import Player
from games.rules.base.refusal import Refusal
from league.api.base.actions import Deed, OfClub, OfCompetition
from league.api.base.contract import answers
from league.api.base.endpoint import Endpoint, Seen
from league.api.base.lists import ListEndpoint, found_or_404
from league.api.base.rows import Rows
from league.api.base.versions import version_of
from league.api.clubs.clubs import ClubRow
from league.api.serializers import memberships as shapes
from league.clubs import joining, members
from league.models import Club, Competition, Grant, Invitation, JoinRequest, Role, Team
from league.permissions.rules import require, standing


class OfOneInClub(OfClub):
    """Something about one thing of a club: who may not is not told whether there is such a thing."""

    rows: Any = None

    def version_now(self, found: Club) -> int | None:
        """Return the version of the thing; nobody else changes the club until this is done."""
        Club.objects.select_for_update().get(pk=found.pk)
        version = _VERSIONS.get(self.rows)
        return version(self.one(found)) if version else None

    def one(self, club: Club) -> Any:
        """Return the thing."""
        return found_or_404(self.rows.objects, club=club, pk=self.where["number"])


class RequestFilter(filters.FilterSet):  # type: ignore[misc] # it has no types
    """Whose requests are wanted."""

    player = filters.NumberFilter(min_value=1, max_value=2**53)

    class Meta:
        model = JoinRequest
        fields = ("player", "is_declined")


class Requests(ListEndpoint):
    """Who asks to be let in, also who was declined: for organizers."""

    row_class = shapes.RequestSeen
    filterset_class = RequestFilter
    ordering = "id"
    ordering_fields = ("id", "asked_at")

    def rows(self) -> QuerySet[JoinRequest]:
        """Return everybody who asks."""
        return JoinRequest.objects.filter(club=organized(self)).select_related("player")


class LetIn(OfOneInClub):
    """Somebody who asks is let in."""

    rows = JoinRequest
    form = Seen

    def do(self, found: Club, given: dict[str, Any], by: str) -> None:  # noqa: ARG002 - one form
        """Let somebody in who asked, also after having declined that."""
        joining.let_in(self.one(found))


class Decline(OfOneInClub):
    """Somebody who asks is not let in."""

    rows = JoinRequest
    form = Seen

    def do(self, found: Club, given: dict[str, Any], by: str) -> None:  # noqa: ARG002 - one form
        """Let somebody not in who asked; they cannot ask again."""
        joining.decline(self.one(found))


class InvitationFilter(filters.FilterSet):  # type: ignore[misc] # it has no types
    """Which invitations are wanted."""

    is_good = filters.BooleanFilter()


class Invitations(OfClub, ListEndpoint):
    """The invitations of a club, also those that are over, for organizers; making another one."""

    form = shapes.NewInvitation
    shape = shapes.InvitationSeen
    status = 201
    row_class = shapes.InvitationSeen
    filterset_class = InvitationFilter
    ordering_fields = ("id", "expires_at", "uses")

    def rows(self) -> Rows:
        """Return all of them."""
        return Rows({**one, "pk": one["id"]} for one in _invitations(organized(self)))

    def do(self, found: Club, given: dict[str, Any], by: str) -> int:  # noqa: ARG002 - one form
        """Invite so many people for so many days, with roles that one may give."""
        mine = standing(self.asker, "club.organize", found)
        roles = [Role(one) for one in given.pop("roles")]
        if not set(roles) <= mine.giveable:
            raise Refusal("not_allowed", _("Only the owners give these roles."))
        return joining.invite(found, roles, made_by=mine.user.pk, at=timezone.now(), **given).pk

    def tell(self, found: Club, done: int) -> Any:
        """Return the invitation."""
        return next(one for one in _invitations(found) if one["id"] == done)


class RevokeInvitation(OfOneInClub):
    """An invitation is taken back."""

    rows = Invitation
    form = Seen

    def do(self, found: Club, given: dict[str, Any], by: str) -> None:  # noqa: ARG002 - one form
        """Let nobody else join with it."""
        joining.revoke(self.one(found), at=timezone.now())


class OneInvitation(Endpoint):
    """An invitation, for whoever has its link: which club invites to what."""

    @answers(shapes.InvitedSeen)
    def get(self, _request: Request, token: str) -> Response:
        """Answer with it, also when it is good no more."""
        found = joining.invitation_of(token)
        if found is None:
            raise Invitation.DoesNotExist
        is_good = bool(joining.usable_invitations([found], at=timezone.now()))
        club = {"slug": found.club.slug, "name": found.club.name}
        return Response({"club": club, "roles": [one.value for one in found.roles], "is_good": is_good})


class AcceptInvitation(Deed):
    """Joining with an invitation."""

    shape = ClubRow

    def find(self, token: str, **_where: Any) -> Any:
        """Return the invitation of the token."""
        found = joining.invitation_of(token)
        if found is None:
            raise Invitation.DoesNotExist
        return found

    def do(self, found: Invitation, given: dict[str, Any], by: str) -> None:  # noqa: ARG002 - one form
        """Join the club, or get further roles there."""
        joining.accept(found, self.player, at=timezone.now())

    def tell(self, found: Invitation, _done: Any) -> Any:
        """Return the club."""
        return ClubRow(found.club).data


class TeamFilter(filters.FilterSet):  # type: ignore[misc] # it has no types
    """Which teams are wanted: by a part of the name, by who is in them."""

    name = filters.CharFilter(lookup_expr="icontains", max_length=60)
    player = filters.NumberFilter(field_name="people", min_value=1, max_value=2**53)

    class Meta:
        model = Team
        fields = ("name", "player")


class Teams(OfClub, ListEndpoint):
    """The teams of a club, for organizers; making another one."""

    form = shapes.TeamNamed
    shape = shapes.TeamSeen
    status = 201
    row_class = shapes.TeamSeen
    filterset_class = TeamFilter
    ordering = "name"
    ordering_fields = ("id", "name")

    def rows(self) -> QuerySet[Team]:
        """Return all of them."""
        return organized(self).teams.prefetch_related("people", "grants")

    def describe(self, found: Sequence[Team]) -> list[dict[str, Any]]:
        """Return teams with their people and roles."""
        return [_team(one) for one in found]

    def do(self, found: Club, given: dict[str, Any], by: str) -> int:  # noqa: ARG002 - one form
        """Make a team without people or roles."""
        return members.name_team(found, given["name"]).pk

    def tell(self, _found: Club, done: int) -> Any:
        """Return the team."""
        return _team(Team.objects.get(pk=done))


class ChangeTeam(OfOneInClub):
    """A team is changed."""

    rows = Team
    form = shapes.TeamSent
    shape = shapes.TeamSeen

    def do(self, found: Club, given: dict[str, Any], by: str) -> int:  # noqa: ARG002 - one form
        """Give a team a name, exactly these people, and exactly these roles in the club."""
        team = self.one(found)
        giveable = standing(self.asker, "club.organize", found).giveable
        roles = [Role(one) for one in given["roles"]]
        facts = {"name": given["name"], "members": given["people"], "roles": roles}
        members.change_team(team, giveable=giveable, **facts)
        return int(team.pk)

    def tell(self, _found: Club, done: int) -> Any:
        """Return the team."""
        return _team(Team.objects.get(pk=done))


class EndTeam(OfOneInClub):
    """A team is ended."""

    rows = Team
    form = Seen

    def do(self, found: Club, given: dict[str, Any], by: str) -> None:  # noqa: ARG002 - one form
        """End a team and with it every role it gave."""
        giveable = standing(self.asker, "club.organize", found).giveable
        members.end_team(self.one(found), giveable=giveable)


class HelperFilter(filters.FilterSet):  # type: ignore[misc] # it has no types
    """Whose roles are wanted."""

    player = filters.NumberFilter(min_value=1, max_value=2**53)
    team = filters.NumberFilter(min_value=1, max_value=2**53)

    class Meta:
        model = Grant
        fields = ("player", "team")


class CompetitionRoles(OfCompetition, ListEndpoint):
    """Who has roles in one competition, for organizers; giving and taking them."""

    form: type[serializers.Serializer] = shapes.Granted
    shape = shapes.HelpersSeen
    row_class = shapes.HelperSeen
    about_class = shapes.HelpersStand
    filterset_class = HelperFilter
    ordering = "id"

    def rows(self) -> QuerySet[Grant]:
        """Return everybody who has."""
        found: Competition = self.find(pk=self.kwargs["pk"])
        self.permit(found)
        return found.grants.select_related("player", "team")

    def describe(self, found: Sequence[Grant]) -> list[dict[str, Any]]:
        """Return who has which roles."""
        return [_helper(one) for one in found]

    def about(self) -> dict[str, Any]:
        """Return the version of all roles."""
        return {"version": _version_of_roles(self.kwargs["pk"])}

    def version_now(self, found: Competition) -> int:
        """Return the version of all roles, which nobody else changes until this is done."""
        Competition.objects.select_for_update(of=("self",)).get(pk=found.pk)
        return _version_of_roles(found.pk)

    def do(self, found: Competition, given: dict[str, Any], by: str) -> None:  # noqa: ARG002 - one form
        """Give a player or a team exactly these roles in it; none take them back."""
        giveable = standing(self.asker, "competition.organize", found).giveable
        to: Player | Team | None = None
        if given["player"] is not None and given["team"] is None:
            to = found.club.members.filter(pk=given["player"]).first()
        elif given["team"] is not None and given["player"] is None:
            to = found.club.teams.filter(pk=given["team"]).first()
        if to is None:
            raise Refusal("stranger", _("Name either a player of the club, or a team of it."))
        roles = [Role(one) for one in given["roles"]]
        members.grant(club=found.club, competition=found, to=to, roles=roles, giveable=giveable)

    def tell(self, found: Competition, _done: Any) -> Any:
        """Return who has roles now."""
        rows = found.grants.select_related("player", "team").order_by("pk")
        return {"version": _version_of_roles(found.pk), "results": [_helper(one) for one in rows]}


def organized(view: Endpoint) -> Club:
    """Return the club that the address names, to organizers."""
    found: Club = found_or_404(Club.objects, slug=view.kwargs["slug"])
    require(view.asker, "club.organize", found)
    return found


def _invitations(club: Club) -> list[dict[str, Any]]:
    rows = list(club.invitations.select_related("made_by__player"))
    good = joining.usable_invitations(rows, at=timezone.now())
    told = [
        {
            "id": one.pk,
            "token": joining.token(one),
            "roles": [role.value for role in one.roles],
            "note": one.note,
            "uses": one.uses,
            "most_uses": one.most_uses,
            "expires_at": one.expires_at,
            "is_good": one.pk in good,
            "version": _version_of_invitation(one),
        }
        for one in rows
    ]
    return list(shapes.InvitationSeen(told, many=True).data)


def _team(team: Team) -> dict[str, Any]:
    held = next((one.roles for one in team.grants.all() if one.competition_id is None), ())
    people_in = sorted(one.pk for one in team.people.all())
    facts = {"id": team.pk, "name": team.name, "people": people_in, "roles": [one.value for one in held]}
    return {**facts, "version": version_of(*facts.values())}


def _version_of_invitation(one: Invitation) -> int:
    """Return the version of an invitation; that somebody comes with it is no change of it."""
    return version_of(one.pk, one.roles, one.note, one.most_uses, one.revoked_at is not None)


def _version_of_team(team: Team) -> int:
    return int(_team(team)["version"])


def _version_of_roles(competition: int) -> int:
    rows = Grant.objects.filter(competition=competition).order_by("pk")
    return version_of(competition, [(one.player_id, one.team_id, one.roles) for one in rows])


def _helper(one: Grant) -> dict[str, Any]:
    who = one.receiver
    return {
        "player": one.player_id,
        "team": one.team_id,
        "name": who.name,
        "roles": [role.value for role in one.roles],
    }


_VERSIONS: Final[dict[Any, Callable[[Any], int]]] = {
    JoinRequest: shapes.version_of_request,
    Invitation: _version_of_invitation,
    Team: _version_of_team,
}
