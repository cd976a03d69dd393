"""Join a club: with the link of an invitation, or by a request that organizers answer."""

import datetime as dt
from collections.abc import Iterable

from django.core.signing import BadSignature, Signer
from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from games.models import Player
from games.rules.base.refusal import Refusal
from league.clubs import members
from league.models import Club, Invitation, JoinRequest, Membership, Role
from league.notifications import join_and_claim_notices
from league.permissions.policy import standing

_SIGNER = Signer(salt="league.clubs.invitation", sep=".")


def token(invitation: Invitation) -> str:
    """Return the signed token at the end of the link of an invitation."""
    return _SIGNER.sign(str(invitation.pk))


def invitation_of(token: str) -> Invitation | None:
    """Return the invitation of a token with its club, usable or not; None without one. One query."""
    try:
        number = int(_SIGNER.unsign(token))
    except (BadSignature, ValueError):
        return None
    return Invitation.objects.select_related("club").filter(pk=number).first()


@transaction.atomic
def invite(
    club: Club, roles: members.Roles, *, days: int, most_uses: int, note: str, made_by: int, at: dt.datetime
) -> Invitation:
    """Make an invitation that gives roles (at least one) to `most_uses` people within `days`."""
    return Invitation.objects.create(
        club=club,
        note=note,
        expires_at=at + dt.timedelta(days=days),
        most_uses=most_uses,
        made_by_id=made_by,
        made_at=at,
        **members.flags(roles),
    )


def usable_invitations(invitations: Iterable[Invitation], *, at: dt.datetime) -> set[int]:
    """Return the numbers of the invitations with which people can still join. One query for each maker.

    An invitation ends when its maker may no longer give its roles, as the links of claims do.
    """
    giveable: dict[int | None, frozenset[Role]] = {}
    usable = set()
    for invitation in invitations:
        if invitation.made_by_id not in giveable:
            maker = invitation.made_by
            if maker is not None and maker.is_active:
                giveable[invitation.made_by_id] = standing(
                    maker, "club.organize", invitation.club_id
                ).giveable
        if invitation.is_good(at) and giveable.get(invitation.made_by_id, frozenset()).issuperset(
            invitation.roles
        ):
            usable.add(invitation.pk)
    return usable


def revoke(invitation: Invitation, *, at: dt.datetime) -> None:
    """Revoke an invitation; a second time changes nothing."""
    with transaction.atomic():
        if fresh := Invitation.objects.select_for_update().filter(pk=invitation.pk, revoked_at=None).first():
            fresh.revoked_at = at
            fresh.save(update_fields=["revoked_at"])


@transaction.atomic
def accept(invitation: Invitation, player: Player, *, at: dt.datetime) -> None:
    """Join with an invitation, or get further roles by it. Refusal `invitation_over`.

    A player who gets nothing new does not use it up.
    """
    fresh = Invitation.objects.select_for_update().get(pk=invitation.pk)
    if not usable_invitations([fresh], at=at):
        raise Refusal(
            "invitation_over",
            _("This invitation has been used up, has expired or was withdrawn: ask for a new invitation."),
        )
    if members.take_in(invitation.club, player, fresh.roles):
        Invitation.objects.filter(pk=fresh.pk).update(uses=F("uses") + 1)


@transaction.atomic
def join(club: Club, player: Player, *, message: str, at: dt.datetime) -> bool:
    """Join an open club, or ask to be let in; return whether the player is in.

    Refusals: by_invitation, declined.
    """
    if Membership.objects.filter(club=club, player=player).exists():
        return True
    if club.joining == Club.Joining.OPEN:
        return members.take_in(club, player)
    if club.joining == Club.Joining.INVITATION:
        raise Refusal("by_invitation", _("This club is by invitation only: ask its organizers."))
    asked, is_new = JoinRequest.objects.get_or_create(
        club=club, player=player, defaults={"message": message, "asked_at": at}
    )
    if is_new:
        join_and_claim_notices.of_join_request(asked, at=at)
    elif asked.is_declined:
        raise Refusal("declined", _("The organizers declined your request. Ask them for an invitation."))
    return False


def take_back(club: Club, player: Player) -> None:
    """Take back the request to join; a declined request stays."""
    JoinRequest.objects.filter(club=club, player=player, is_declined=False).delete()


def let_in(request: JoinRequest, roles: members.Roles = (Role.MEMBER,)) -> None:
    """Take in a player who asked to join, also after the request was declined."""
    members.take_in(request.club, request.player, roles)


def decline(request: JoinRequest) -> None:
    """Decline a request to join; the player cannot ask again."""
    request.is_declined = True
    request.save(update_fields=["is_declined"])
