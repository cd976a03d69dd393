"""The player that belongs to a log-in or to the `by` of a command, and the seat of a player."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest

from games.models import Player, Seat

if TYPE_CHECKING:
    from django.contrib.auth.models import User


def player_of(user: "User | AnonymousUser") -> Player | None:
    """Return the player of a user, created if there is none yet; None for a visitor who is not logged in."""
    if not user.is_authenticated:
        return None
    try:
        return user.player  # read with the user of a session
    except Player.DoesNotExist:
        return Player.objects.get_or_create(user=user, defaults={"name": name_of(user)})[0]


def viewer(request: HttpRequest) -> Player | None:
    """Return the player who opens the page, read once per request."""
    cached: Any = request
    if not hasattr(cached, "_player"):
        cached._player = player_of(request.user)  # noqa: SLF001 - our own attribute of the request
    player: Player | None = cached._player  # noqa: SLF001
    return player


def name_of(user: "User | Any") -> str:
    """Return the name of a user at a table."""
    return (user.get_full_name() or user.get_username())[:60]


def player_number(by: str) -> int | None:
    """Return the player's id of `player:<id>`, None for everybody else."""
    kind, _colon, number = by.partition(":")
    return int(number) if kind == "player" else None


def seat_of(seats: Sequence[Seat], player: int | None) -> int | None:
    """Return the seat a player (by id) holds, None for a spectator."""
    if player is None:
        return None
    return next((seat.index for seat in seats if seat.player_id == player), None)
