"""The log of a table as awards read it: events by step, the players in the seats, the deals that stand."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from games.rules.match import events as e
from games.rules.options.options import Options, from_differences
from games.rules.play.ending import BROKEN_OFF
from games.rules.play.scoring import hands_points
from games.rules.scoresheet import events as p


class LoggedEvent(NamedTuple):
    """An event with its step in the replay and the players in the seats at that time.

    `sat` lists players by id; 0 for nobody, also while a bot plays for a player who has left.
    """

    step: int
    event: Any
    sat: tuple[int, ...]

    def who(self, seat: int) -> int:
        """Return the player in a seat, 0 for nobody."""
        return self.sat[seat] if 0 <= seat < len(self.sat) else 0


class Deal(msgspec.Struct):
    """A deal that counts, from its start to its points; `step` is the step in which it ended.

    `left` are the points in hand by seat at the end, -1 where they were not counted or the seat was not dealt
    in.
    """

    options: Options
    playing: list[int]
    events: list[LoggedEvent]
    step: int = 0
    sat: tuple[int, ...] = ()
    winner: int = e.NOBODY
    reason: str = ""
    points: list[int] = []
    totals: list[int] = []
    left: list[int] = []

    def who(self, seat: int) -> int:
        """Return the player in a seat when the deal ended, 0 for nobody."""
        return self.sat[seat] if 0 <= seat < len(self.sat) else 0


class TableLog(msgspec.Struct, frozen=True):
    """The log of a table: its number, all its events, the deals that stand, the places by seat."""

    table: int
    events: list[LoggedEvent]
    deals: list[Deal]
    places: list[int]

    @property
    def step(self) -> int:
        """The last step with an event."""
        return self.events[-1].step if self.events else 0

    def wins(self, seat: int) -> int:
        """Return the number of deals that a seat has won."""
        return sum(deal.winner == seat for deal in self.deals)

    def total(self, seat: int) -> int:
        """Return the points of a seat after the last deal."""
        return self.deals[-1].totals[seat] if self.deals else 0


def table_log(table: int, events: Sequence[LoggedEvent]) -> TableLog:
    """Return the log of a table divided into deals; undone and aborted deals are left out."""
    reader = _Reader()
    for logged in events:
        reader.read(logged)
    return TableLog(table, list(events), reader.deals, reader.places)


class _Reader:
    """Divides a log into deals, event by event."""

    def __init__(self) -> None:
        self.deals: list[Deal] = []
        self.places: list[int] = []
        self._running: Deal | None = None

    def read(self, logged: LoggedEvent) -> None:
        event = logged.event
        if isinstance(event, e.RoundStarted):
            playing = [seat for seat, gone in enumerate(event.eliminated) if not gone]
            self._running = Deal(from_differences(event.options), playing, [])
        elif isinstance(event, p.DealUndone):
            self.deals.pop()
            self.places = []
        elif isinstance(event, e.MatchEnded):
            self.places = event.places
        elif self._running is not None:
            self._read_in_deal(self._running, logged)

    def _read_in_deal(self, deal: Deal, logged: LoggedEvent) -> None:
        event = logged.event
        deal.events.append(logged)
        if isinstance(event, p.HandsCounted):
            deal.left = list(event.left)
        elif isinstance(event, e.RoundEnded):
            self._running = None if event.reason in BROKEN_OFF else deal
            _end(deal, logged, event)
        elif isinstance(event, e.PointsScored):
            deal.points, deal.totals = list(event.points), list(event.totals)
            self.deals.append(deal)
            self._running = None


def _end(deal: Deal, logged: LoggedEvent, event: e.RoundEnded) -> None:
    deal.step, deal.sat, deal.winner, deal.reason = logged.step, logged.sat, event.winner, event.reason
    left = deal.left or hands_points(event.hands, deal.options)
    deal.left = [points if seat in deal.playing else -1 for seat, points in enumerate(left)]
