"""The names of the senders in the `by` of events."""

from collections.abc import Iterable, Mapping
from typing import Final

from django.contrib.auth import get_user_model
from django.utils.translation import gettext_lazy as _

from games.models import Player

_WITHOUT_USER: Final = {
    "clock": _("automatically"),
    "bot": _("automatically"),
    "printed_code": _("someone with the printed code"),
}
_PLAYER: Final = _("a player")
_USERS: Final = {
    "organizer": _("an organizer"),
    "scorekeeper": _("a scorekeeper"),
    "referee": _("a referee"),
}
"""Senders that are named by their user, and their names if the user no longer exists."""


def names(senders: Iterable[str]) -> Mapping[str, str]:
    """Return the name or the role of each sender in some `by`s. Two queries."""
    senders = set(senders)
    users = {sender: pk for kind in _USERS for sender, pk in _ids(senders, kind).items()}
    players = _ids(senders, "player")
    rows = get_user_model().objects.filter(pk__in=set(users.values())).select_related("player")
    by_user = {user.pk: _name_of(user) for user in rows}
    by_player = Player.objects.in_bulk(set(players.values()))
    by_sender = {sender: str(_WITHOUT_USER.get(sender, _USERS["organizer"])) for sender in senders}
    by_sender |= {
        sender: by_user.get(pk) or str(_USERS[sender.partition(":")[0]]) for sender, pk in users.items()
    }
    return by_sender | {
        sender: by_player[pk].name if pk in by_player else str(_PLAYER) for sender, pk in players.items()
    }


def _ids(senders: Iterable[str], kind: str) -> dict[str, int]:
    parts = ((sender, sender.removeprefix(f"{kind}:")) for sender in senders if sender.startswith(f"{kind}:"))
    return {sender: int(number) for sender, number in parts if number.isdecimal()}


def _name_of(user: object) -> str:
    player = getattr(user, "player", None)
    return player.name if player else ""
