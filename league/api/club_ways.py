"""The ways into a club, its teams, and who has roles in one competition."""

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.models import Player
from games.rules.refusal import Refusal
from league.api.clubs import ClubRow
from league.api.contract import answers
from league.api.deeds import Deed, OfClub
from league.api.endpoint import Endpoint
from league.api.lists import found_or_404
from league.api.shapes import clubs as shapes
from league.clubs import joining, people
from league.models import Club, Competition, Grant, Invitation, JoinRequest, Role, Team
from league.permissions import require, standing


class OfOneInClub(OfClub):
    """Something about one thing of a club: who may not is not told whether there is such a thing."""

    rows: Any = None

    def one(self, club: Club) -> Any:
        """Return the thing."""
        return found_or_404(self.rows.objects, club=club, pk=self.where["number"])


class Requests(Endpoint):
    """Who asks to be let in."""

    @answers(shapes.RequestsSeen)
    def get(self, _request: Request, slug: str) -> Response:
        """Answer with everybody who asks, to organizers."""
        club = found_or_404(Club.objects, slug=slug)
        require(self.asker, "club.organize", club)
        rows = JoinRequest.objects.filter(club=club).select_related("player").order_by("is_declined", "pk")
        return Response({"results": shapes.RequestSeen(rows, many=True).data})


class LetIn(OfOneInClub):
    """Somebody who asks is let in."""

    rows = JoinRequest

    def do(self, found: Club, given: dict[str, Any], by: str) -> None:  # noqa: ARG002 - one form
        """Let somebody in who asked, also after having declined that."""
        joining.let_in(self.one(found))


class Decline(OfOneInClub):
    """Somebody who asks is not let in."""

    rows = JoinRequest

    def do(self, found: Club, given: dict[str, Any], by: str) -> None:  # noqa: ARG002 - one form
        """Let somebody not in who asked; they cannot ask again."""
        joining.decline(self.one(found))


class Invitations(OfClub):
    """The invitations of a club; making another one."""

    form = shapes.NewInvitation
    shape = shapes.InvitationSeen
    status = 201

    @answers(shapes.InvitationsSeen)
    def get(self, _request: Request, slug: str) -> Response:
        """Answer with all of them, to organizers."""
        club = found_or_404(Club.objects, slug=slug)
        require(self.asker, "club.organize", club)
        return Response({"results": _invitations(club)})

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

    def do(self, found: Club, given: dict[str, Any], by: str) -> None:  # noqa: ARG002 - one form
        """Let nobody else join with it."""
        joining.revoke(self.one(found), at=timezone.now())


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


class Teams(OfClub):
    """The teams of a club; making another one."""

    form = shapes.TeamNamed
    shape = shapes.TeamSeen
    status = 201

    @answers(shapes.TeamsSeen)
    def get(self, _request: Request, slug: str) -> Response:
        """Answer with all of them, to organizers."""
        club = found_or_404(Club.objects, slug=slug)
        require(self.asker, "club.organize", club)
        rows = club.teams.prefetch_related("people", "grants")
        return Response({"results": [_team(one) for one in rows]})

    def do(self, found: Club, given: dict[str, Any], by: str) -> int:  # noqa: ARG002 - one form
        """Make a team without people or roles."""
        return people.name_team(found, given["name"]).pk

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
        people.change_team(team, giveable=giveable, **facts)
        return int(team.pk)

    def tell(self, _found: Club, done: int) -> Any:
        """Return the team."""
        return _team(Team.objects.get(pk=done))


class EndTeam(OfOneInClub):
    """A team is ended."""

    rows = Team

    def do(self, found: Club, given: dict[str, Any], by: str) -> None:  # noqa: ARG002 - one form
        """End a team and with it every role it gave."""
        giveable = standing(self.asker, "club.organize", found).giveable
        people.end_team(self.one(found), giveable=giveable)


class CompetitionRoles(Deed):
    """Who has roles in one competition; giving and taking them."""

    scope = "organize"
    form: type[serializers.Serializer] = shapes.Granted
    shape = shapes.HelpersSeen

    @answers(shapes.HelpersSeen)
    def get(self, _request: Request, pk: int) -> Response:
        """Answer with everybody who has, to organizers."""
        found = self.find(pk=pk)
        self.permit(found)
        return Response(self.tell(found, None))

    def find(self, pk: int, **_where: Any) -> Any:
        """Return the competition."""
        return found_or_404(Competition.objects.select_related("club"), pk=pk)

    def permit(self, found: Competition) -> str:
        """Return the organizer."""
        return require(self.asker, "competition.organize", found)

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
        people.grant(club=found.club, competition=found, to=to, roles=roles, giveable=giveable)

    def tell(self, found: Competition, _done: Any) -> Any:
        """Return who has roles now."""
        rows = found.grants.select_related("player", "team").order_by("pk")
        return {"results": [_helper(one) for one in rows]}


def _invitations(club: Club) -> list[dict[str, Any]]:
    rows = list(club.invitations.select_related("made_by__player"))
    good = joining.good_ones(rows, at=timezone.now())
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
        }
        for one in rows
    ]
    return list(shapes.InvitationSeen(told, many=True).data)


def _team(team: Team) -> dict[str, Any]:
    held = next((one.roles for one in team.grants.all() if one.competition_id is None), ())
    people_in = sorted(one.pk for one in team.people.all())
    return {"id": team.pk, "name": team.name, "people": people_in, "roles": [one.value for one in held]}


def _helper(one: Grant) -> dict[str, Any]:
    who = one.receiver
    return {
        "player": one.player_id,
        "team": one.team_id,
        "name": who.name,
        "roles": [role.value for role in one.roles],
    }
