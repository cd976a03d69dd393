"""What somebody may see of a table: the one way in which cards leave the log."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby
from operator import attrgetter
from typing import Any

from games import log, projection
from games.models import Player, Seat, Table, TableEvent
from games.rules.commands import Command, EndMatch
from games.rules.events import Event
from games.rules.legal import legal_commands
from games.rules.sight import Sight, event_seen_by, seen_by
from games.rules.state import State

RECENT_STEPS = 12


@dataclass(slots=True)
class Look:
    """A table through the eyes of one viewer; `seat` is theirs, None for a spectator.

    `sight` is None before the first deal. `legal` is what the viewer may do now, empty while a bot moves
    for them. `recent` are the last commands of the deal: (step, events as the viewer saw them).
    """

    table: Table
    seats: list[Seat]
    version: int
    sight: Sight | None = None
    seat: int | None = None
    legal: list[Command] = field(default_factory=list)
    recent: list[tuple[int, list[Any]]] = field(default_factory=list)
    is_away: bool = False
    """Whether a bot moves for the viewer until they come back."""

    def seconds_left(self, at: dt.datetime) -> int | None:
        """Return the whole seconds until the table moves on by itself; None when it never does."""
        if self.table.due_at is None:
            return None
        return max(0, round((self.table.due_at - at).total_seconds()))


def look(table_id: int, viewer: Player | None) -> Look:
    """Return what a player or a spectator (None) sees. Three queries; Table.DoesNotExist."""
    table = Table.objects.select_related("host").get(pk=table_id)
    seats = list(table.seats.select_related("player"))
    rows: list[log.Stored] = []
    if table.round_version:
        # Up to the version of the row: what was written since then would not fit to it.
        rows = log.read(TableEvent, table_id, after=table.round_version - 1, until=table.version)
    return show(table, seats, projection.follow(None, rows), rows, viewer.pk if viewer else None)


def show(
    table: Table,
    seats: list[Seat],
    state: State | None,
    rows: Sequence[log.Stored],
    player: int | None,
) -> Look:
    """Return the look of a player (by id) at a table whose state and rows of this deal are at hand."""
    seat = seat_of(seats, player)
    seen = Look(table=table, seats=seats, version=table.version, seat=seat)
    seen.is_away = seat is not None and seats[seat].is_bot
    if state is not None and table.round_version:
        seen.sight = seen_by(state, seat)
        seen.recent = _recent([row for row in rows if row.version >= table.round_version], seat)
        if seat is not None and not seen.is_away and table.status == Table.Status.RUNNING:
            seen.legal = [one for one in legal_commands(state, seat) if _may(one, player, table)]
    return seen


def seat_of(seats: Sequence[Seat], player: int | None) -> int | None:
    """Return the seat a player (by id) holds, None for a spectator."""
    if player is None:
        return None
    return next((seat.index for seat in seats if seat.player_id == player), None)


def _may(command: Command, player: int | None, table: Table) -> bool:
    """Whether this player is the one to ask: the rules let any seat end a match, the table its host."""
    return not isinstance(command, EndMatch) or player == table.host_id


def as_seen(event: Any, seat: int | None) -> Any:
    """Return an event without what the seat may not know; events of the table are public."""
    return event_seen_by(event, seat) if isinstance(event, Event) else event


def _recent(rows: Sequence[log.Stored], seat: int | None) -> list[tuple[int, list[Any]]]:
    steps = [(number, list(group)) for number, group in groupby(rows, key=attrgetter("step"))]
    return [(number, [as_seen(row.event, seat) for row in group]) for number, group in steps[-RECENT_STEPS:]]
