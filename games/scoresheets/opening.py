"""Open a table with real cards: seat people by name and begin."""

from collections.abc import Collection, Sequence
from typing import Any, Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games import tables
from games.access import blocks
from games.models import Player, Seat, Table
from games.rules.base.refusal import Refusal

_MOST_KNOWN: Final = 200


@transaction.atomic
def open_and_begin(names: Sequence[str], *, host: Player, **facts: Any) -> Table:
    """Open a table with real cards, seat the named people clockwise, and begin.

    `facts` are those of `tables.open_table`. Refusals: its own, and `not_a_companion` for the name of
    somebody with an account who has blocked the host or whom the host has blocked.
    """
    at, by = timezone.now(), f"player:{host.pk}"
    opened = tables.open_table(seats=len(names), host=host, is_physical=True, **facts, by=by, at=at)
    tables.take_seats(opened.pk, players=_people(host, names), by=by, at=at)
    tables.start(opened.pk, by=by, at=at)
    return opened


def companions_by_name(host: Player) -> list[str]:
    """Return the names that a host may type for players with whom they have played, without their own."""
    others = [player for player in known_players(host).values() if player != host]
    parted = _parted_from(host, others)
    return [player.name for player in others if player not in parted]


def known_players(host: Player) -> dict[str, Player]:
    """Return the players the host has played with, by name, without names that two of them have."""
    shared = Seat.objects.filter(player=host).values("table")
    ids = Seat.objects.filter(table__in=shared).values("player")
    known: dict[str, Player] = {}
    ambiguous: set[str] = set()
    for player in Player.objects.filter(pk__in=ids).order_by("-pk")[:_MOST_KNOWN]:
        ambiguous.update({player.name.casefold()} & known.keys())
        known[player.name.casefold()] = player
    return {name: player for name, player in known.items() if name not in ambiguous} | {
        host.name.casefold(): host
    }


def _people(host: Player, names: Sequence[str]) -> list[Player]:
    """Return the players of some names: those the host has played with, else new ones without an account."""
    known = known_players(host)
    others = {known[name.casefold()] for name in names if name.casefold() in known} - {host}
    for person in _parted_from(host, others):
        raise Refusal("not_a_companion", _("{name} cannot sit at your table.").format(name=person.name))
    return [known.get(name.casefold()) or Player.objects.create(name=name) for name in names]


def _parted_from(host: Player, others: Collection[Player]) -> list[Player]:
    """Return the others with an account between whom and the host one has blocked the other."""
    numbers = [person.pk for person in others if person.user_id is not None]
    parted = blocks.parted_from(host, numbers) if numbers else set()
    return [person for person in others if person.pk in parted]
