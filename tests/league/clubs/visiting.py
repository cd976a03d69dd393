"""People of a club with their browsers, one for each role and way to hold it."""

from typing import Any

from django.test import Client

from games.models import Player
from league.models import Club, Membership
from tests.games.sending import new_id
from tests.games.visiting import log_in


def browser_of(player: Player) -> Client:
    """A browser that is logged in as a player, who gets an account on the first time."""
    client = Client()
    log_in(client, player)
    return client


def somebody(club: Club | None = None, name: str = "Mo", **flags: bool) -> Client:
    """The browser of somebody, with these flags in the club: a member if nothing else is said."""
    player = Player.objects.create(name=name)
    if club is not None:
        Membership.objects.create(club=club, player=player, **flags)
    return browser_of(player)


def post(client: Client, path: str, **fields: Any):
    """Send a form with an id of its own."""
    return client.post(path, {"command_id": new_id(), **fields})


def of(client: Client) -> Player:
    """Whose browser it is."""
    return Player.objects.get(user=client.session["_auth_user_id"])
