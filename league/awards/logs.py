"""The logs of many tables as awards read them, with the steps of their replays."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any, Final

from games import eventstore
from games.models import TableEvent
from games.rules.match import events as e
from games.rules.scoresheet import events as p
from games.tables import events as t
from league.rules.awards.table_log import LoggedEvent, TableLog, table_log

_AT_ONCE: Final = 20
"""The number of tables that a query reads."""

_SEATS: Final = (t.SeatTaken, t.SeatLeft, t.SeatReturned, t.SeatHandedOver)
_LOOKED_AT: Final = (
    e.RoundStarted, e.TurnStarted, e.CardPlayed, e.PenaltyRaised, e.PenaltyAccepted, e.ChallengeUpheld,
    e.ChallengeFailed, e.UnoCaught, e.WentOut, e.RoundEnded, e.PointsScored, e.MatchEnded,
    e.JumpedIn, p.HandsCounted, p.DealUndone,
)  # fmt: skip

_Row = tuple[int, int, str, int, str]
"""Table, step of its stream, name, schema and payload of an event."""


def logs_of(tables: Sequence[int]) -> Iterator[TableLog]:
    """Yield the logs of tables, in any order. A query for every twenty."""
    for first in range(0, len(tables), _AT_ONCE):
        rows = TableEvent.objects.filter(stream__in=tables[first : first + _AT_ONCE])
        columns = rows.order_by("stream", "version").values_list(
            "stream", "step", "name", "schema", "payload"
        )
        for table, of_table in groupby(columns, key=itemgetter(0)):
            yield table_log(table, list(_logged_events(of_table)))


def _logged_events(rows: Iterator[_Row]) -> Iterator[LoggedEvent]:
    """Yield the events that awards read; a replay counts the steps in which the match changed."""
    seats, step = _Seats(), 0
    for (_table, _step), of_step in groupby(rows, key=itemgetter(0, 1)):
        is_counted = False
        for _of, _number, name, schema, payload in of_step:
            if name in _OF_THE_MATCH and not is_counted:
                step, is_counted = step + 1, True
            if name in _READ:
                event = eventstore.decode(name, schema, payload)
                if isinstance(event, _SEATS):
                    seats.follow(event)
                else:
                    yield LoggedEvent(step, event, seats.sat)


class _Seats:
    """The players present in the seats: nobody while a bot plays for a player who left."""

    def __init__(self) -> None:
        self.sat: tuple[int, ...] = ()
        self._held: dict[int, int] = {}
        self._gone: set[int] = set()

    def follow(self, event: Any) -> None:
        if isinstance(event, t.SeatTaken):  # perhaps from another seat of the table
            self._held = {seat: player for seat, player in self._held.items() if player != event.player}
        if isinstance(event, t.SeatTaken | t.SeatHandedOver):
            self._held[event.seat] = event.player
        if isinstance(event, t.SeatLeft):
            self._gone.add(event.seat)
        else:
            self._gone.discard(event.seat)
        there = {seat: player for seat, player in self._held.items() if seat not in self._gone}
        self.sat = tuple(there.get(seat, 0) for seat in range(max(self._held, default=-1) + 1))


_OF_THE_MATCH: Final = frozenset(
    name for name, cls in eventstore.event_classes().items() if issubclass(cls, e.Event | p.SheetEvent)
)
_READ: Final = frozenset(
    name for name, cls in eventstore.event_classes().items() if cls in _SEATS + _LOOKED_AT
)
