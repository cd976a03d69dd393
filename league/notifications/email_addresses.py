"""The recipients' addresses: only those that their owners have confirmed."""

from collections.abc import Collection

from allauth.account.models import EmailAddress
from django.db.models import Exists, OuterRef


def addresses_of(players: Collection[int]) -> dict[int, str]:
    """Return the confirmed address of each player who has one. One query."""
    confirmed = EmailAddress.objects.filter(user__player__in=players, user__is_active=True, verified=True)
    return dict(confirmed.order_by("primary", "pk").values_list("user__player", "email"))


def has_address() -> Exists:
    """Return the condition that the player of a notice has a confirmed address."""
    confirmed = EmailAddress.objects.filter(
        user__player=OuterRef("player"), user__is_active=True, verified=True
    )
    return Exists(confirmed)
