"""Open a table with real cards: seat people by name and begin."""

from collections.abc import Sequence
from typing import Any, Final

from django.db import transaction
from django.utils import timezone

from games import tables
from games.models import Player, Seat, Table

_MOST_KNOWN: Final = 200


@transaction.atomic
def open_and_begin(names: Sequence[str], *, host: Player, **facts: Any) -> Table:
    """Open a table with real cards, seat the named people clockwise, and begin.

    `facts` are those of `tables.open_table`, and its refusals the same.
    """
    at, by = timezone.now(), f"player:{host.pk}"
    opened = tables.open_table(seats=len(names), host=host, is_physical=True, **facts, by=by, at=at)
    tables.take_seats(opened.pk, players=_people(host, names), by=by, at=at)
    tables.start(opened.pk, by=by, at=at)
    return opened


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
    return [known.get(name.casefold()) or Player.objects.create(name=name) for name in names]
