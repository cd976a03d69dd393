"""The members of a club: list, add and remove them, change roles, leave."""

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django_filters import rest_framework as filters
from drf_spectacular.utils import OpenApiExample, extend_schema, extend_schema_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.models import Player
from games.rules.base.refusal import Refusal
from league.api.base.list_views import ListView
from league.api.base.permissions import IsClubMember, IsClubOrganizer, MayPlay, ReadOnly
from league.api.base.rows import Rows
from league.api.base.serializers import Done, Seen
from league.api.base.versions import require_seen, version_of
from league.api.base.views import ResourceView, found_or_404
from league.api.serializers.clubs import Member
from league.api.serializers.memberships import RolesGiven
from league.clubs import members
from league.models import Club, Membership, Role
from league.permissions.policy import standing


@extend_schema_serializer(examples=[OpenApiExample("Example", {"name": "Kim"}, request_only=True)])
class ByName(serializers.Serializer):
    """A person without an account."""

    name = serializers.CharField(
        max_length=members.LONGEST_NAME, help_text="The name of a person without an account"
    )


class MemberFilter(filters.FilterSet):
    """Which members are wanted: by role, by a part of the name."""

    name = filters.CharFilter(lookup_expr="icontains", max_length=60)
    role = filters.ChoiceFilter(field_name="roles", choices=Role.choices)


class MemberListView(ListView):
    """The members of a club."""

    permission_classes = ((ReadOnly & IsClubMember) | IsClubOrganizer,)
    serializer_class = Member
    filterset_class = MemberFilter
    ordering = "name"
    ordering_fields = ("name", "player")

    def get_queryset(self) -> Rows:
        """Return every person of the club."""
        club = self.get_permitted(Club.objects, slug=self.kwargs["slug"])
        return Rows({**row, "pk": row["player"]} for row in member_rows(club))

    @extend_schema(request=ByName, responses={201: Member})
    def post(self, _request: Request, slug: str) -> Response:
        """Add a person without an account, such as a guest or a child."""
        club, body = self.get_permitted(Club.objects, slug=slug), self.validated(ByName)
        player = self.once(lambda: members.add_by_name(club, body["name"]).player_id)
        return Response(_row_of(club, player), status=201)


class MemberRolesView(ResourceView):
    """The roles of a member."""

    permission_classes = (IsClubOrganizer,)
    serializer_class = RolesGiven

    @extend_schema(responses=Member)
    def post(self, _request: Request, slug: str, player: int) -> Response:
        """Give a member exactly these roles."""
        club = self.get_permitted(Club.objects, slug=slug)
        membership, body = _membership_of(club, player), self.validated()

        def change() -> None:
            require_seen(body["after"], version_of_member(membership))
            giveable = standing(self.django_request, "club.organize", club).giveable
            members.change_roles(membership, [Role(name) for name in body["roles"]], giveable=giveable)

        self.once(change)
        return Response(_row_of(club, membership.player.merged_into_id or membership.player_id))


class RemoveMemberView(ResourceView):
    """Remove a member."""

    permission_classes = (IsClubOrganizer,)
    serializer_class = Seen

    @extend_schema(responses=Done)
    def post(self, _request: Request, slug: str, player: int) -> Response:
        """Remove a member and all their roles; their results and entries stay."""
        club = self.get_permitted(Club.objects, slug=slug)
        membership, body = _membership_of(club, player), self.validated()

        def remove() -> None:
            require_seen(body["after"], version_of_member(membership))
            giveable = standing(self.django_request, "club.organize", club).giveable
            members.remove(membership, giveable=giveable, at=timezone.now())

        self.once(remove)
        return Response({"ok": True})


class LeaveClubView(ResourceView):
    """Leave a club."""

    permission_classes = (MayPlay,)
    serializer_class = Seen

    @extend_schema(responses=Done)
    def post(self, _request: Request, slug: str) -> Response:
        """Leave the club."""
        club, player = self.get_permitted(Club.objects, slug=slug), self.player
        body = self.validated()
        self.once(lambda: _leave(club, player, body["after"]))
        return Response({"ok": True})


def member_rows(club: Club) -> list[dict[str, Any]]:
    """Return every person of a club once, with their roles there."""
    return [
        {
            "player": person.player.pk,
            "name": person.player.name,
            "roles": [role.value for role in person.roles],
            "version": version_of(person.player.pk, person.roles),
        }
        for person in members.everybody(club)
    ]


def version_of_member(membership: Membership) -> int:
    """Lock the club until the transaction ends; return the version of a member."""
    Club.objects.select_for_update().get(pk=membership.club_id)
    person = membership.player.merged_into_id or membership.player_id
    return version_of(person, members.roles_of_person(membership))


def _leave(club: Club, player: Player, after: int) -> None:
    membership = Membership.objects.filter(club=club, player=player).select_related("player").first()
    if membership is None:
        raise Refusal("no_member", _("You are not in this club."))
    require_seen(after, version_of_member(membership))
    members.leave(membership, at=timezone.now())


def _membership_of(club: Club, player: int) -> Membership:
    rows = Membership.objects.select_related("club", "player")
    membership: Membership = found_or_404(rows, club=club, player=player)
    return membership


def _row_of(club: Club, player: int) -> dict[str, Any]:
    return next(row for row in member_rows(club) if row["player"] == player)
