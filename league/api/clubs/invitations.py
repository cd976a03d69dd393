"""The invitations of a club: list, create and revoke them, and join with a token."""

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django_filters import rest_framework as filters
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.rules.base.refusal import Refusal
from league.api.base.list_views import ListView
from league.api.base.permissions import IsClubOrganizer, MayPlay
from league.api.base.rows import Rows
from league.api.base.serializers import Done, Nothing, Seen
from league.api.base.versions import require_seen, version_of
from league.api.base.views import ResourceView, found_or_404
from league.api.serializers.clubs import ClubRow
from league.api.serializers.memberships import InvitationSeen, InvitedSeen, NewInvitation
from league.clubs import joining
from league.models import Club, Invitation, Role
from league.permissions.policy import standing


class InvitationFilter(filters.FilterSet):
    """Which invitations are wanted."""

    is_good = filters.BooleanFilter()


class InvitationListView(ListView):
    """The invitations of a club, including expired ones, for organizers."""

    permission_classes = (IsClubOrganizer,)
    serializer_class = InvitationSeen
    filterset_class = InvitationFilter
    ordering_fields = ("id", "expires_at", "uses")

    def get_queryset(self) -> Rows:
        """Return all invitations of the club."""
        club = self.get_permitted(Club.objects, slug=self.kwargs["slug"])
        return Rows({**row, "pk": row["id"]} for row in _rows(club))

    @extend_schema(request=NewInvitation, responses={201: InvitationSeen})
    def post(self, _request: Request, slug: str) -> Response:
        """Create an invitation: how many people, for how many days, with roles that you can give."""
        club, body = self.get_permitted(Club.objects, slug=slug), self.validated(NewInvitation)
        roles = [Role(name) for name in body.pop("roles")]

        def invite() -> int:
            sender = standing(self.django_request, "club.organize", club)
            if not set(roles) <= sender.giveable:
                raise Refusal("not_allowed", _("Only owners can give these roles."))
            return joining.invite(club, roles, made_by=sender.user.pk, at=timezone.now(), **body).pk

        number = self.once(invite)
        return Response(next(row for row in _rows(club) if row["id"] == number), status=201)


class RevokeInvitationView(ResourceView):
    """Revoke an invitation."""

    permission_classes = (IsClubOrganizer,)
    serializer_class = Seen

    @extend_schema(responses=Done)
    def post(self, _request: Request, slug: str, number: int) -> Response:
        """Revoke the invitation; no one else can join with it."""
        club, body = self.get_permitted(Club.objects, slug=slug), self.validated()

        def revoke() -> None:
            Club.objects.select_for_update().get(pk=club.pk)
            invitation: Invitation = found_or_404(Invitation.objects, club=club, pk=number)
            require_seen(body["after"], _version_of(invitation))
            joining.revoke(invitation, at=timezone.now())

        self.once(revoke)
        return Response({"ok": True})


class InvitationView(ResourceView):
    """An invitation, for anyone who has its link: which club, and which roles."""

    @extend_schema(responses=InvitedSeen)
    def get(self, _request: Request, token: str) -> Response:
        """Return the invitation, even if it is no longer valid."""
        invitation = _invitation_of(token)
        is_good = bool(joining.usable_invitations([invitation], at=timezone.now()))
        club = {"slug": invitation.club.slug, "name": invitation.club.name}
        return Response(
            {"club": club, "roles": [role.value for role in invitation.roles], "is_good": is_good}
        )


class AcceptInvitationView(ResourceView):
    """Accept an invitation."""

    permission_classes = (MayPlay,)
    serializer_class = Nothing

    @extend_schema(responses=ClubRow)
    def post(self, _request: Request, token: str) -> Response:
        """Join the club, or get more roles in it."""
        invitation, player = _invitation_of(token), self.player
        self.validated()
        self.once(lambda: joining.accept(invitation, player, at=timezone.now()))
        return Response(ClubRow(invitation.club).data)


def _invitation_of(token: str) -> Invitation:
    """Return the invitation of a token with its club, also an expired one; Invitation.DoesNotExist."""
    invitation = joining.invitation_of(token)
    if invitation is None:
        raise Invitation.DoesNotExist
    return invitation


def _rows(club: Club) -> list[dict[str, Any]]:
    invitations = list(club.invitations.select_related("made_by__player"))
    usable = joining.usable_invitations(invitations, at=timezone.now())
    rows = [
        {
            "id": invitation.pk,
            "token": joining.token(invitation),
            "roles": [role.value for role in invitation.roles],
            "note": invitation.note,
            "uses": invitation.uses,
            "most_uses": invitation.most_uses,
            "expires_at": invitation.expires_at,
            "is_good": invitation.pk in usable,
            "version": _version_of(invitation),
        }
        for invitation in invitations
    ]
    return list(InvitationSeen(rows, many=True).data)


def _version_of(invitation: Invitation) -> int:
    """Return the version of an invitation; that somebody joins with it is no change of it."""
    is_revoked = invitation.revoked_at is not None
    return version_of(invitation.pk, invitation.roles, invitation.note, invitation.most_uses, is_revoked)
