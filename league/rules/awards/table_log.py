"""The log of a table as awards read it: what happened in which step, who sat where, which deals stand."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from games.rules.match import events as e
from games.rules.options.options import Options, from_differences
from games.rules.play.ending import BROKEN_OFF
from games.rules.play.scoring import hands_points
from games.rules.scoresheet import events as p


class Told(NamedTuple):
    """An event with the step of the replay in which it happened, and who held each seat then.

    `sat` names players by id; 0 is nobody, also while a bot plays on for somebody who has left.
    """

    step: int
    event: Any
    sat: tuple[int, ...]

    def who(self, seat: int) -> int:
        """Return the player in a seat, 0 for nobody."""
        return self.sat[seat] if 0 <= seat < len(self.sat) else 0


class Deal(msgspec.Struct):
    """A deal that counts, from its start to its points; `step` is the one in which it ended.

    `left` are the points in hand by seat when it ended, -1 where nobody counted them or was dealt in.
    """

    options: Options
    playing: list[int]
    told: list[Told]
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
    """What a table tells: its number, all that happened there, the deals that stand, the places by seat."""

    table: int
    told: list[Told]
    deals: list[Deal]
    places: list[int]

    @property
    def step(self) -> int:
        """The last step in which something happened that awards look at."""
        return self.told[-1].step if self.told else 0

    def wins(self, seat: int) -> int:
        """Return how many deals a seat has won."""
        return sum(deal.winner == seat for deal in self.deals)

    def total(self, seat: int) -> int:
        """Return the points of a seat after the last deal."""
        return self.deals[-1].totals[seat] if self.deals else 0


def table_log(table: int, told: Sequence[Told]) -> TableLog:
    """Return the log of a table divided into deals; what was undone or broken off is none."""
    reader = _Reader()
    for one in told:
        reader.read(one)
    return TableLog(table, list(told), reader.deals, reader.places)


class _Reader:
    """Divides a log into deals, event by event."""

    def __init__(self) -> None:
        self.deals: list[Deal] = []
        self.places: list[int] = []
        self._running: Deal | None = None

    def read(self, told: Told) -> None:
        event = told.event
        if isinstance(event, e.RoundStarted):
            playing = [seat for seat, gone in enumerate(event.eliminated) if not gone]
            self._running = Deal(from_differences(event.options), playing, [])
        elif isinstance(event, p.DealUndone):
            self.deals.pop()
            self.places = []
        elif isinstance(event, e.MatchEnded):
            self.places = event.places
        elif self._running is not None:
            self._go_on(self._running, told)

    def _go_on(self, deal: Deal, told: Told) -> None:
        event = told.event
        deal.told.append(told)
        if isinstance(event, p.HandsCounted):
            deal.left = list(event.left)
        elif isinstance(event, e.RoundEnded):
            self._running = None if event.reason in BROKEN_OFF else deal
            _end(deal, told, event)
        elif isinstance(event, e.PointsScored):
            deal.points, deal.totals = list(event.points), list(event.totals)
            self.deals.append(deal)
            self._running = None


def _end(deal: Deal, told: Told, event: e.RoundEnded) -> None:
    deal.step, deal.sat, deal.winner, deal.reason = told.step, told.sat, event.winner, event.reason
    left = deal.left or hands_points(event.hands, deal.options)
    deal.left = [points if seat in deal.playing else -1 for seat, points in enumerate(left)]
