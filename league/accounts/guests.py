"""Guests: accounts without a password that last as long as the session of a browser."""

import datetime as dt
from typing import Final

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import HttpRequest
from django.utils.crypto import get_random_string

from games import quotas
from games.models import Player, Seat
from league.accounts import deletion, sessions
from league.http import daily_counts
from league.models import ApiToken, Entrant, Membership

BACKEND: Final = "league.accounts.backends.Guests"
"""How guests and people who have just signed up are logged in."""
_GUEST: Final = Q(password__startswith=UNUSABLE_PASSWORD_PREFIX, is_superuser=False, is_staff=False)


def create(name: str, *, ip: str, at: dt.datetime) -> int:
    """Create the account and the player of a guest; return the id of the user.

    Refusal `quota_used_up` for very many guests from the network of an IP address in a day.
    """
    most = quotas.of("network_guests").guest
    daily_counts.count("network_guests", sessions.network(ip), most=most, at=at)
    user = User.objects.create_user(f"guest-{get_random_string(10).lower()}", password=None, first_name=name)
    Player.objects.create(user=user, name=name)
    return int(user.pk)


def guest_of(request: HttpRequest) -> User | None:
    """Return the user of a guest, whom only this browser knows; None for others."""
    user = User.objects.filter(pk=request.user.pk).first() if request.user.is_authenticated else None
    return user if user and not user.has_usable_password() else None


def lost_guests(at: dt.datetime) -> QuerySet[User]:
    """Return the guests of some days ago who are logged in nowhere: in no browser, by no token."""
    before = at - dt.timedelta(days=quotas.of("guest_days").guest)
    of_user = {"user": OuterRef("pk")}
    tokens = ApiToken.objects.filter(**of_user, revoked_at=None, expires_at__gt=at)
    guests = User.objects.filter(
        _GUEST, Q(last_login__lt=before) | Q(last_login=None), date_joined__lt=before
    )
    # A user with an address or a second factor is no guest: staff may have removed the password.
    lasting = [model.objects.filter(**of_user) for model in (EmailAddress, Authenticator)]
    for rows in (UserSession.objects.filter(**of_user), tokens, *lasting):
        guests = guests.exclude(Exists(rows))
    return guests


@transaction.atomic
def delete(user: User, *, at: dt.datetime) -> None:
    """Delete a guest. Guests who have played keep their name in the matches of others."""
    player = Player.objects.filter(user=user).first()
    if player is not None and not _is_known(player):
        deletion.delete(player, at=at)
        return
    user.delete()


def _is_known(player: Player) -> bool:
    rows = (Seat, Entrant, Membership)
    return any(model.objects.filter(player=player).exists() for model in rows)
