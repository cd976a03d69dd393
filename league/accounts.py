"""DOOR to the end of an account: what is personal goes, and the log stays as it is.

The log and the standings know players by number only. So a deleted person is a number without a name.
"""

import datetime as dt
from typing import Final

from django.db import transaction

from games import tables
from games.models import Player, Receipt, Seat, Table
from league.models import Membership

FORMER_NAME: Final = "Former player"
"""What pages call somebody who has deleted their account."""

_PLAYABLE: Final = (Table.Status.OPEN, Table.Status.RUNNING)
_ORDER: Final = [Membership.Role.ORGANIZER, Membership.Role.MEMBER]


@transaction.atomic
def delete(player: Player, *, at: dt.datetime) -> None:
    """Delete the account of a player with the name, messages, rulebooks and roles; no event is touched.

    Running matches go on with a bot, open tables free the seat. A club that loses its only owner goes to the
    organizer, or else the member, who has been there longest. Doing it twice changes nothing.
    """
    for seat in Seat.objects.filter(player=player, table__status__in=_PLAYABLE).order_by("table"):
        tables.leave(seat.table_id, player=player, at=at)
    _hand_clubs_over(player)
    Membership.objects.filter(player=player).delete()
    player.messages.all().delete()
    player.rulebooks.all().delete()
    user, player.user, player.name = player.user, None, FORMER_NAME
    player.save()
    if user is not None:
        Receipt.objects.filter(sender=f"user:{user.pk}").delete()
        user.delete()


def heirs(player: Player) -> list[Membership]:
    """Return who gets the clubs that the player alone owns; a club without other members has no heir."""
    found = []
    for mine in Membership.objects.filter(player=player, role=Membership.Role.OWNER):
        others = Membership.objects.filter(club=mine.club_id).exclude(player=player)
        if not others.filter(role=Membership.Role.OWNER).exists():
            others = others.select_related("club", "player")
            longest = (others.filter(role=role).order_by("pk").first() for role in _ORDER)
            found += [one for one in longest if one][:1]
    return found


def _hand_clubs_over(player: Player) -> None:
    for heir in heirs(player):
        heir.role = Membership.Role.OWNER
        heir.save()
