"""Where e-mails go: only to addresses that their owners have confirmed."""

from collections.abc import Collection

from allauth.account.models import EmailAddress
from django.db.models import Exists, OuterRef


def addresses_of(players: Collection[int]) -> dict[int, str]:
    """Return the confirmed address of each player who has one. One query."""
    found = EmailAddress.objects.filter(user__player__in=players, user__is_active=True, verified=True)
    return dict(found.order_by("primary", "pk").values_list("user__player", "email"))


def has_address() -> Exists:
    """Return the condition that the player of a notice has a confirmed address."""
    mine = EmailAddress.objects.filter(user__player=OuterRef("player"), user__is_active=True, verified=True)
    return Exists(mine)
