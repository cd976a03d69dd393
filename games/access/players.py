"""The player that belongs to a log-in."""

from typing import TYPE_CHECKING, Any

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest

from games.models import Player

if TYPE_CHECKING:
    from django.contrib.auth.models import User


def player_of(user: "User | AnonymousUser") -> Player | None:
    """Return the player of a user, made on first need; None for somebody who is not logged in."""
    if not user.is_authenticated:
        return None
    found, _made = Player.objects.get_or_create(user=user, defaults={"name": name_of(user)})
    return found


def viewer(request: HttpRequest) -> Player | None:
    """Return who looks at the page: the player of the session, read once per request."""
    kept: Any = request
    if not hasattr(kept, "_player"):
        kept._player = player_of(request.user)  # noqa: SLF001 - our own mark on the request
    found: Player | None = kept._player  # noqa: SLF001
    return found


def name_of(user: "User | Any") -> str:
    """Return what to call a user at the table."""
    return (user.get_full_name() or user.get_username())[:60]
