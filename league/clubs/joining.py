"""Come into a club: by invitations with a link, and by requests that organizers answer."""

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
from league.notifications import requests
from league.permissions.rules import standing

_SIGNER = Signer(salt="league.clubs.invitation", sep=".")


def token(invitation: Invitation) -> str:
    """Return what the link of an invitation ends with; only the secret of the site can make it."""
    return _SIGNER.sign(str(invitation.pk))


def invitation_of(token: str) -> Invitation | None:
    """Return the invitation of a link with its club, good or not; None if there is none. One query."""
    try:
        number = int(_SIGNER.unsign(token))
    except (BadSignature, ValueError):
        return None
    return Invitation.objects.select_related("club").filter(pk=number).first()


@transaction.atomic
def invite(
    club: Club, roles: members.Roles, *, days: int, most_uses: int, note: str, made_by: int, at: dt.datetime
) -> Invitation:
    """Make an invitation that gives roles (at least one) to so many people within so many days."""
    return Invitation.objects.create(
        club=club,
        note=note,
        expires_at=at + dt.timedelta(days=days),
        most_uses=most_uses,
        made_by_id=made_by,
        made_at=at,
        **members.flags(roles),
    )


def good_ones(invitations: Iterable[Invitation], *, at: dt.datetime) -> set[int]:
    """Return the numbers of those with which somebody can still join: a query for each maker.

    An invitation ends with its maker's right to give what it gives, as the links of claims do.
    """
    giveable: dict[int | None, frozenset[Role]] = {}
    good = set()
    for one in invitations:
        if one.made_by_id not in giveable:
            maker = one.made_by
            if maker is not None and maker.is_active:
                giveable[one.made_by_id] = standing(maker, "club.organize", one.club_id).giveable
        if one.is_good(at) and giveable.get(one.made_by_id, frozenset()).issuperset(one.roles):
            good.add(one.pk)
    return good


def revoke(invitation: Invitation, *, at: dt.datetime) -> None:
    """Let nobody else join with an invitation; doing it twice changes nothing."""
    with transaction.atomic():
        if fresh := Invitation.objects.select_for_update().filter(pk=invitation.pk, revoked_at=None).first():
            fresh.revoked_at = at
            fresh.save(update_fields=["revoked_at"])


@transaction.atomic
def accept(invitation: Invitation, player: Player, *, at: dt.datetime) -> None:
    """Join with an invitation, or get further roles by it. Refusal `invitation_over`.

    It is not used up by somebody to whom it gives nothing new.
    """
    fresh = Invitation.objects.select_for_update().get(pk=invitation.pk)
    if not good_ones([fresh], at=at):
        raise Refusal(
            "invitation_over", _("This invitation is used up, over or taken back: ask for another one.")
        )
    if members.take_in(invitation.club, player, fresh.roles):
        Invitation.objects.filter(pk=fresh.pk).update(uses=F("uses") + 1)


@transaction.atomic
def join(club: Club, player: Player, *, message: str, at: dt.datetime) -> bool:
    """Join an open club, or ask to be let in; whether the player is in. Refusals: by_invitation, declined."""
    if Membership.objects.filter(club=club, player=player).exists():
        return True
    if club.joining == Club.Joining.OPEN:
        return members.take_in(club, player)
    if club.joining == Club.Joining.INVITATION:
        raise Refusal("by_invitation", _("This club takes in only who is invited: ask its organizers."))
    asked, is_new = JoinRequest.objects.get_or_create(
        club=club, player=player, defaults={"message": message, "asked_at": at}
    )
    if is_new:
        requests.of_join_request(asked, at=at)
    elif asked.is_declined:
        raise Refusal("declined", _("The organizers did not let you in. Ask them for an invitation."))
    return False


def take_back(club: Club, player: Player) -> None:
    """Ask no longer to be let in; nothing happens to a request that was declined."""
    JoinRequest.objects.filter(club=club, player=player, is_declined=False).delete()


def let_in(request: JoinRequest, roles: members.Roles = (Role.MEMBER,)) -> None:
    """Take somebody in who asked, also after having declined that."""
    members.take_in(request.club, request.player, roles)


def decline(request: JoinRequest) -> None:
    """Let somebody who asked not in; they cannot ask again."""
    request.is_declined = True
    request.save(update_fields=["is_declined"])
