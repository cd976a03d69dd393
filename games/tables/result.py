"""The outcome of a finished match, for competitions."""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from games import eventstore
from games.models import Table, TableEvent
from games.rules.match.events import MatchEnded, PointsScored, RoundEnded
from games.rules.options.options import from_differences
from games.rules.play.ending import BROKEN_OFF
from games.rules.play.scoring import hands_points
from games.rules.scoresheet.events import DealUndone, HandsCounted

_OfADeal = HandsCounted | RoundEnded | PointsScored


@dataclass(frozen=True, slots=True)
class Result:
    """A finished match by seat: places (shared ones equal), totals, deals won, points of the last deal.

    `points_in_hand` is the sum of the points of the cards in hand when deals ended. A deal that was broken
    off (time, nobody left) does not count.
    """

    places: list[int]
    totals: list[int]
    deal_wins: list[int]
    last_deal: list[int]
    points_in_hand: list[int]
    finished_at: dt.datetime | None = None


def result(table_id: int) -> Result | None:
    """Return the outcome of a table, None until it is finished. Three queries; Table.DoesNotExist."""
    table = Table.objects.get(pk=table_id)
    if table.status != Table.Status.FINISHED:
        return None
    seats = list(table.seats.all())
    options = from_differences(table.options)
    deal_wins, last_deal, in_hand = [0] * len(seats), [0] * len(seats), [0] * len(seats)
    counted: list[int] = []  # of a deal with real cards, where cards need not be named
    for event in _standing(_deals(table)):
        if isinstance(event, HandsCounted):
            counted = [max(0, points) for points in event.left]
        elif isinstance(event, PointsScored):
            last_deal = list(event.points)
        elif event.reason not in BROKEN_OFF:
            held = counted or hands_points(event.hands, options)
            in_hand = [total + points for total, points in zip(in_hand, held, strict=True)]
            if event.winner >= 0:
                deal_wins[event.winner] += 1
    places, totals = [seat.place or 0 for seat in seats], [seat.total for seat in seats]
    return Result(places, totals, deal_wins, last_deal, in_hand, table.finished_at)


def _standing(events: Iterable[_OfADeal | DealUndone]) -> list[_OfADeal]:
    """Return the events of the deals that were not undone. Each deal of a score sheet has three events."""
    standing: list[_OfADeal] = []
    for event in events:
        if isinstance(event, DealUndone):
            del standing[-3:]
        else:
            standing.append(event)
    return standing


def _deals(table: Table) -> list[_OfADeal | DealUndone]:
    names = ["hands_counted", "round_ended", "points_scored", "deal_undone", "match_ended"]
    events: Iterable[Any] = eventstore.read_named(TableEvent, table.pk, names)
    if not table.is_physical:  # moves after the end (see `finishing`) do not count
        events = takewhile(lambda event: not isinstance(event, MatchEnded), events)
    return [event for event in events if not isinstance(event, MatchEnded)]
