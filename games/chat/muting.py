"""Muted people: their messages and reactions are not shown to the player who muted them."""

import datetime as dt
from typing import Final

from django.utils.translation import gettext as _

from games.models import MutedPlayer, Player
from games.rules.base.refusal import Refusal

MOST: Final = 500
"""The most people that a player mutes."""


def mute(player: Player, *, by: Player, at: dt.datetime) -> None:
    """Mute a person for a player. Muting twice changes nothing. Refusals: `yourself`, `too_many_muted`."""
    if player.pk == by.pk:
        raise Refusal("yourself", _("You cannot mute yourself."))
    muted = MutedPlayer.objects.filter(by=by)
    if muted.filter(player=player).exists():
        return
    if muted.count() >= MOST:
        sentence = _("You have muted {most} people. Unmute someone first.")
        raise Refusal("too_many_muted", sentence.format(most=MOST))
    MutedPlayer.objects.create(by=by, player=player, at=at)


def unmute(player: Player, *, by: Player) -> None:
    """Show the messages of a person again."""
    MutedPlayer.objects.filter(by=by, player=player).delete()


def muted_by(player: Player | None) -> frozenset[int]:
    """Return the people that a player has muted. One query, none for a stranger."""
    if player is None:
        return frozenset()
    return frozenset(MutedPlayer.objects.filter(by=player).values_list("player_id", flat=True))


def people_muted_by(player: Player) -> list[Player]:
    """Return the people that a player has muted, by name in no order. One query."""
    return [row.player for row in MutedPlayer.objects.filter(by=player).select_related("player")]
