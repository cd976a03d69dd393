"""Muted people: their messages and reactions are not shown to the player who muted them.

Whom a player has blocked is muted, too (`games.access.blocks` says what else that means).
"""

import datetime as dt
from typing import Final

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from games.access import blocks
from games.models import MutedPlayer, Player
from games.rules.base.refusal import Refusal

MOST: Final = 500
"""The most people that a player mutes."""


def mute(player: Player, *, by: Player, at: dt.datetime) -> None:
    """Mute a person for a player. Muting twice changes nothing. Refusals: `yourself`, `too_many_muted`."""
    if player.pk == by.pk:
        raise Refusal("yourself", _("You cannot mute yourself."))
    if not _muting(player, by).exists():
        _add(player, by, at)


def block(player: Player, *, by: Player, at: dt.datetime) -> None:
    """Block a person for a player, which mutes them. Refusals: `yourself`, `too_many_muted`."""
    if player.pk == by.pk:
        raise Refusal("yourself", _("You cannot block yourself."))
    if not _muting(player, by).update(is_blocked=True):
        _add(player, by, at, is_blocked=True)


def unmute(player: Player, *, by: Player) -> None:
    """Show the messages of a person again. Refusal `still_blocked` for one who is blocked."""
    muting = _muting(player, by)
    if muting.filter(is_blocked=True).exists():
        raise Refusal("still_blocked", _("You have blocked this person. Unblock them first."))
    muting.delete()


def unblock(player: Player, *, by: Player) -> None:
    """Let a person sit at the player's tables again; they stay muted."""
    _muting(player, by).update(is_blocked=False)


def muted_by(player: Player | None) -> frozenset[int]:
    """Return the people that a player has muted. One query, none for a stranger."""
    if player is None:
        return frozenset()
    rows = MutedPlayer.objects.filter(by=player).values_list("player", "player__merged_into")
    return frozenset(number for row in rows for number in row if number is not None)


def muted_people(player: Player) -> list[MutedPlayer]:
    """Return whom a player has muted or blocked, with their names, in no order. One query."""
    return list(MutedPlayer.objects.filter(by=player).select_related("player"))


def muting_of(player: Player, *, by: Player) -> MutedPlayer | None:
    """Return whether, and how, a player has muted a person. One query."""
    return _muting(player, by).order_by("-is_blocked").first()


def _muting(player: Player, by: Player) -> QuerySet[MutedPlayer]:
    return blocks.about(player).filter(by=by)


def _add(player: Player, by: Player, at: dt.datetime, *, is_blocked: bool = False) -> None:
    if MutedPlayer.objects.filter(by=by).count() >= MOST:
        sentence = _("You have muted {most} people. Unmute someone first.")
        raise Refusal("too_many_muted", sentence.format(most=MOST))
    MutedPlayer.objects.create(by=by, player=player, at=at, is_blocked=is_blocked)
