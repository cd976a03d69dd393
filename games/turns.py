"""The turns of a player at all tables: for notices, the head of every page, lists of tables, and records."""

from typing import Final

from django.db.models import F, Q, QuerySet

from games.models import Seat, Table
from games.rules.match.state import CENTRE, OVER

MOSTLY_BY_BOT: Final = Q(player__user__isnull=False, away_steps__gt=F("table__step") - F("away_steps"))
"""The seats for which a bot played more than half of a finished match, also if the player came back.

Players without an account never play in person: an organizer has asked for their bot.
"""
LEFT_TO_BOT: Final = MOSTLY_BY_BOT | Q(is_bot=True, player__user__isnull=False)
"""The seats whose match does not count for their players: a bot played the end, or more than half of it."""


def is_left_to_bot(table: Table, seat: Seat) -> bool:
    """Return the same as `LEFT_TO_BOT` of a seat that was read with its player."""
    is_mostly_by_bot = seat.away_steps > table.step - seat.away_steps
    return seat.player is not None and seat.player.user_id is not None and (seat.is_bot or is_mostly_by_bot)


def awaited_seats() -> QuerySet[Seat]:
    """Return the seats whose players are on turn at a running table, the turn that ends first in front."""
    awaited = seats_in_play().filter(index=F("table__turn_seat"))
    return awaited.exclude(table__state_name__in=(CENTRE, OVER)).order_by("table__turn_ends_at", "table_id")


def seats_in_play() -> QuerySet[Seat]:
    """Return the seats where people play in person at running tables, the shortest turns in front."""
    return seats_taken().filter(table__status=Table.Status.RUNNING)


def seats_taken() -> QuerySet[Seat]:
    """Return the seats where people play in person or wait for the start, the shortest turns in front."""
    seats = Seat.objects.filter(is_bot=False, player__isnull=False)
    statuses = (Table.Status.OPEN, Table.Status.RUNNING)
    taken = seats.filter(table__status__in=statuses, table__is_physical=False, table__paused_at=None)
    return taken.order_by("table__turn_seconds", "table_id")
