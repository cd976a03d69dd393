"""Who may organize a club's competitions."""

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.http import HttpRequest

from games.keepers import Keeper
from games.rules.refusal import Refusal
from league.models import Membership

ORGANIZING_ROLES = (Membership.Role.OWNER, Membership.Role.ORGANIZER)


def organizes(user: AbstractBaseUser | AnonymousUser, club_id: int) -> bool:
    """Whether the user is an owner or organizer of the club, or runs the whole site."""
    if not user.is_authenticated:
        return False
    if getattr(user, "is_superuser", False):
        return True
    roles = Membership.objects.filter(club_id=club_id, player__user_id=user.pk)
    return roles.filter(role__in=ORGANIZING_ROLES).exists()


def organizes_table(user: AbstractBaseUser | AnonymousUser, table_id: int) -> bool:
    """Whether the user organizes the competition that is played at the table, or runs the whole site."""
    if not user.is_authenticated:
        return False
    if getattr(user, "is_superuser", False):
        return True
    roles = Membership.objects.filter(club__competitions__matches__table=table_id, player__user_id=user.pk)
    return roles.filter(role__in=ORGANIZING_ROLES).exists()


def clubs_as_keepers(user: AbstractBaseUser | AnonymousUser) -> list[Keeper]:
    """Return the user's clubs, which keep rulebooks: members use them, owners and organizers change them."""
    if user.pk is None:
        return []
    found = Membership.objects.filter(player__user_id=user.pk).select_related("club").order_by("club__name")
    return [Keeper(one.club, one.club.name, one.role in ORGANIZING_ROLES) for one in found]


def require_organizer(request: HttpRequest, club_id: int) -> str:
    """Return the visitor as the `by` of the doors; Refusal `not_allowed` for everybody else."""
    if not organizes(request.user, club_id):
        raise Refusal("not_allowed", "Only the organizers of the club may do this.")
    return f"organizer:{request.user.pk}"
