"""Visitors for tests of pages: who is logged in, and what htmx would send."""

import time
from typing import Any

from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client

from games.models import Player, Table
from tests.games.playing import fresh

HTMX = {"HX-Request": "true"}


def log_in(client: Client, player: Player, *, by_password: bool = False) -> User:
    """Log the client in as a player, who gets an account on the first time, if there was none.

    Who has just said the password is not asked for it again by pages that would.
    """
    user = User.objects.filter(player=player).first()
    if user is None:
        user, _made = User.objects.get_or_create(username=f"user{player.pk}", first_name=player.name)
        Player.objects.filter(pk=player.pk).update(user=user)
    client.force_login(user)
    if by_password:
        say_password(client)
    return user


def give_accounts(*players: Player) -> None:
    """Let players have accounts, so that they can confirm results; those who have one keep it."""
    for player in players:
        if player.user_id is None:
            player.user, _made = User.objects.get_or_create(
                username=f"user{player.pk}", first_name=player.name
            )
            player.save(update_fields=["user"])


def say_password(client: Client) -> None:
    """Let somebody who is logged in have said the password a moment ago."""
    session = client.session
    method = {"method": "password", "at": time.time(), "reauthenticated": True}
    session["account_authentication_methods"] = [method]
    session["account_authentication_methods_user"] = session["_auth_user_id"]
    session.save()


def look_at(client: Client, table: Table, **facts: Any) -> HttpResponse:
    return client.get(f"/tables/{table.pk}/", **facts)


def move(client: Client, table: Table, move: str, *, after: int | None = None, **facts: Any) -> HttpResponse:
    """Send a move as the fragment's button does."""
    version = fresh(table).version if after is None else after
    sent = {"move": move, "after": version, **facts}
    return client.post(f"/tables/{table.pk}/moves/", sent, headers=HTMX)
