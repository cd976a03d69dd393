"""The people for whom a player may keep a seat: those who played together, and who other apps add."""

from collections.abc import Callable
from typing import Final

from django.db.models import Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from games.access import blocks
from games.localization.collation import by_name
from games.models import MutedPlayer, Player, Seat
from games.rules.base.refusal import Refusal

Circle = Callable[[Player], Q]
_HOOKS: Final[list[Circle]] = []
MOST_SHOWN: Final = 200
"""A page lists no more people; programs can name any of them."""


def register(circle: Circle) -> None:
    """Register a function of another app that returns the condition for people whom a player knows."""
    if circle not in _HOOKS:
        _HOOKS.append(circle)


def companions_of(player: Player) -> QuerySet[Player]:
    """Return the people whom a player knows, with an account.

    Not those who muted or blocked the player, nor those whom the player has blocked: they may not sit down.
    """
    tables = Seat.objects.filter(player=player).values("table")
    known = Q(pk__in=Seat.objects.filter(table__in=tables).values("player"))
    for circle in _HOOKS:
        known |= circle(player)
    deaf = blocks.about(player).values("by")
    blocked = MutedPlayer.objects.filter(by=player, is_blocked=True).annotate(
        now=Coalesce("player__merged_into", "player")
    )
    people = Player.objects.filter(known, user__is_active=True).exclude(pk=player.pk).exclude(pk__in=deaf)
    return people.exclude(pk__in=blocked.values("now"))


def require(player: Player, wanted: int) -> Player:
    """Return a person of a player by number. Refusal `not_a_companion` for everybody else."""
    companion = companions_of(player).filter(pk=wanted).first()
    if companion is None:
        raise Refusal(
            "not_a_companion",
            _("You can keep a seat for members of your clubs and for people who have played with you."),
        )
    return companion


def listed(player: Player) -> list[Player]:
    """Return the people of a player by name, for a page. One query."""
    return by_name(companions_of(player).order_by("name", "pk")[:MOST_SHOWN], name=lambda person: person.name)
