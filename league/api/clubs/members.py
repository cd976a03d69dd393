"""What is done about clubs: founding, changing, coming and going, who is what."""

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.naming.typed_names import clean_name
from games.rules.base.refusal import Refusal
from league.api.base.actions import Done, Nothing, OfClub
from league.api.base.contract import answers
from league.api.base.endpoint import Seen
from league.api.base.lists import found_or_404
from league.api.base.versions import version_of
from league.api.clubs.clubs import ClubRow, Clubs, Members, OneClub, member_rows, version_of_club
from league.api.serializers.clubs import Member
from league.api.serializers.memberships import RolesGiven
from league.clubs import joining, members, settings
from league.clubs.founding import found_club
from league.clubs.time_zones import check_zone
from league.models import Club, Membership, Role
from league.permissions.rules import require, standing


class NewClub(serializers.Serializer):  # type: ignore[misc] # the framework has no types
    """A club to be founded; the rest can be changed later."""

    name = serializers.CharField(max_length=80)
    time_zone = serializers.CharField(max_length=60, default="UTC")

    def validate_name(self, name: str) -> str:
        """Refuse a name of blanks, and one with characters that nobody can see."""
        return clean_name(name)

    def validate_time_zone(self, name: str) -> str:
        """Refuse a time zone that cannot be chosen."""
        return check_zone(name)


class ClubChange(Seen):
    """What is to be another about a club; what is left out stays."""

    name = serializers.CharField(max_length=80, required=False)
    description = serializers.CharField(max_length=2000, allow_blank=True, required=False)
    time_zone = serializers.CharField(max_length=60, required=False)
    default_rulebook = serializers.CharField(max_length=40, required=False)
    is_public = serializers.BooleanField(required=False)
    joining = serializers.ChoiceField(choices=Club.Joining.choices, required=False)
    needs_second_factor = serializers.BooleanField(required=False)

    def validate_name(self, name: str) -> str:
        """Refuse a name of blanks, and one with characters that nobody can see."""
        return clean_name(name)

    def validate_time_zone(self, name: str) -> str:
        """Refuse a time zone that cannot be chosen."""
        return check_zone(name)


class Asking(serializers.Serializer):  # type: ignore[misc] # the framework has no types
    """A line to the organizers."""

    message = serializers.CharField(max_length=200, allow_blank=True, default="")


class Joined(serializers.Serializer):  # type: ignore[misc] # the framework has no types
    """Whether one is in the club now, or has asked to be let in."""

    is_in = serializers.BooleanField()


class ByName(serializers.Serializer):  # type: ignore[misc] # the framework has no types
    """Somebody without an account."""

    name = serializers.CharField(max_length=members.LONGEST_NAME)


class FoundOrList(Clubs):
    """All clubs; founding one."""

    scope = "organize"
    form = NewClub

    @answers(ClubRow, 201)
    def post(self, _request: Request) -> Response:
        """Found a club: whoever does is its owner."""
        player, given = self.player, self.sent(self.form)
        slug = self.once(lambda: found_club(owner=player, **given).slug)
        return Response(ClubRow(Club.objects.get(slug=slug)).data, status=201)


class OfClubItself(OfClub):
    """Something that its owners do to a club; answered with it."""

    permission = "club.own"
    form: Any = Seen
    shape: Any = ClubRow

    def version_now(self, found: Club) -> int:
        """Return the version of the club, which nobody else changes until this is done."""
        return version_of_club(Club.objects.select_for_update().get(pk=found.pk))

    def tell(self, found: Club, _done: Any) -> Any:
        """Return the club."""
        return ClubRow(Club.objects.get(pk=found.pk)).data


class ChangeClub(OfClubItself, OneClub):
    """A club; changing it."""

    form = ClubChange

    def do(self, found: Club, given: dict[str, Any], by: str) -> None:  # noqa: ARG002 - one form
        """Change what is sent of a club: its owners' right. Its address stays."""
        if rulebook := given.get("default_rulebook"):
            settings.check_rulebook(found, rulebook)
        settings.change(found, given, by=self.request.user)


class JoinClub(OfClub):
    """Coming to a club."""

    scope = "play"
    form = Asking
    shape = Joined

    def permit(self, found: Club) -> str:  # noqa: ARG002 - one form for all
        """Everybody with a name may ask."""
        return f"player:{self.player.pk}"

    def do(self, found: Club, given: dict[str, Any], by: str) -> Any:  # noqa: ARG002 - one form
        """Join an open club, or ask to be let in."""
        message = " ".join(given["message"].split())
        return joining.join(found, self.player, message=message, at=timezone.now())

    def tell(self, _found: Club, done: bool) -> Any:
        """Return whether one is in."""
        return {"is_in": done}


class TakeBackJoining(JoinClub):
    """Asking no longer."""

    form = Nothing
    shape = Done

    def do(self, found: Club, given: dict[str, Any], by: str) -> Any:  # noqa: ARG002 - one form
        """Take back that one has asked to be let in."""
        joining.take_back(found, self.player)

    def tell(self, _found: Club, _done: Any) -> Any:
        """Return nothing in particular."""
        return {"ok": True}


class LeaveClub(TakeBackJoining):
    """Leaving a club."""

    form = Seen

    def version_now(self, found: Club) -> int | None:
        """Return the version of one's own row among the members."""
        mine = Membership.objects.filter(club=found, player=self.player).select_related("player").first()
        return version_of_member(mine) if mine else None

    def do(self, found: Club, given: dict[str, Any], by: str) -> None:  # noqa: ARG002 - one form
        """Leave a club by oneself."""
        mine = Membership.objects.filter(club=found, player=self.player).first()
        if mine is None:
            raise Refusal("no_member", _("You do not belong to this club."))
        members.leave(mine, at=timezone.now())


class AddMember(OfClub, Members):
    """Who belongs to a club; adding somebody by name."""

    form = ByName
    shape = Member
    status = 201

    def do(self, found: Club, given: dict[str, Any], by: str) -> int:  # noqa: ARG002 - one form
        """Add somebody without an account, such as a guest or a child."""
        return members.add_by_name(found, given["name"]).player_id

    def tell(self, found: Club, done: int) -> Any:
        """Return the new member."""
        return next(one for one in member_rows(found) if one["player"] == done)


class ChangeMember(OfClub):
    """What somebody is in a club."""

    form = RolesGiven
    shape = Member

    def find(self, slug: str, **where: Any) -> Any:
        """Return the membership."""
        super().find(slug)
        rows = Membership.objects.select_related("club", "player")
        return found_or_404(rows, club__slug=slug, player=where["player"])

    def permit(self, found: Membership) -> str:
        """Return the organizer."""
        return require(self.asker, self.permission, found.club)

    def act(self, **where: Any) -> Response:
        """Refuse strangers before it is told who belongs to the club."""
        require(self.asker, self.permission, found_or_404(Club.objects, slug=where["slug"]))
        return super().act(**where)

    def version_now(self, found: Membership) -> int:
        """Return the version of the member."""
        return version_of_member(found)

    def do(self, found: Membership, given: dict[str, Any], by: str) -> None:  # noqa: ARG002 - one form
        """Give somebody exactly these roles."""
        mine = standing(self.asker, "club.organize", found.club)
        members.change_roles(found, [Role(one) for one in given["roles"]], giveable=mine.giveable)

    def tell(self, found: Membership, _done: Any) -> Any:
        """Return the member."""
        person = found.player.merged_into_id or found.player_id
        return next(one for one in member_rows(found.club) if one["player"] == person)


class RemoveMember(ChangeMember):
    """Taking somebody out."""

    form = Seen
    shape = Done

    def do(self, found: Membership, given: dict[str, Any], by: str) -> None:  # noqa: ARG002 - one form
        """Take somebody out of a club with every role there; results and entries stay."""
        mine = standing(self.asker, "club.organize", found.club)
        members.remove(found, giveable=mine.giveable, at=timezone.now())

    def tell(self, _found: Membership, _done: Any) -> Any:
        """Return nothing in particular."""
        return {"ok": True}


def version_of_member(membership: Membership) -> int:
    """Return the version of somebody of a club; nobody else changes the club until this is done."""
    Club.objects.select_for_update().get(pk=membership.club_id)
    person = membership.player.merged_into_id or membership.player_id
    return version_of(person, members.roles_of_person(membership))
