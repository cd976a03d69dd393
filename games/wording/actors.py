"""Who the log means by the `by` of an event, in names."""

from collections.abc import Iterable, Mapping
from typing import Final

from django.contrib.auth import get_user_model
from django.utils.translation import gettext_lazy as _

from games.models import Player

_THEMSELVES: Final = {"clock": _("by itself"), "bot": _("by itself")}
_PLAYER: Final = _("a player")
_USERS: Final = {
    "organizer": _("an organizer"),
    "scorekeeper": _("a scorekeeper"),
    "referee": _("a referee"),
}
"""Those whom the log knows by their user, and what to call them whose name is not known any more."""


def names(senders: Iterable[str]) -> Mapping[str, str]:
    """Return the name of everybody in some `by`s, or at least what they were. Two queries."""
    senders = set(senders)
    users = {one: pk for kind in _USERS for one, pk in _ids(senders, kind).items()}
    players = _ids(senders, "player")
    rows = get_user_model().objects.filter(pk__in=set(users.values())).select_related("player")
    by_user = {user.pk: _name_of(user) for user in rows}
    by_player = Player.objects.in_bulk(set(players.values()))
    found = {one: str(_THEMSELVES.get(one, _USERS["organizer"])) for one in senders}
    found |= {one: by_user.get(pk) or str(_USERS[one.partition(":")[0]]) for one, pk in users.items()}
    return found | {
        one: by_player[pk].name if pk in by_player else str(_PLAYER) for one, pk in players.items()
    }


def _ids(senders: Iterable[str], kind: str) -> dict[str, int]:
    parts = ((one, one.removeprefix(f"{kind}:")) for one in senders if one.startswith(f"{kind}:"))
    return {one: int(number) for one, number in parts if number.isdecimal()}


def _name_of(user: object) -> str:
    player = getattr(user, "player", None)
    return player.name if player else ""
