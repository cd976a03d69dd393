"""The outcome of a finished match, for competitions."""

from dataclasses import dataclass

from games import codec
from games.models import Table, TableEvent
from games.rules.events import PointsScored, RoundEnded


@dataclass(frozen=True, slots=True)
class Result:
    """A finished match by seat: places (shared ones equal), totals, deals won, points of the last deal."""

    places: list[int]
    totals: list[int]
    deal_wins: list[int]
    last_deal: list[int]


def result(table_id: int) -> Result | None:
    """Return the outcome of a table, None while it is not finished. Three queries; Table.DoesNotExist."""
    table = Table.objects.get(pk=table_id)
    if table.status != Table.Status.FINISHED:
        return None
    seats = list(table.seats.all())
    deal_wins, last_deal = [0] * len(seats), [0] * len(seats)
    for event in _deals(table_id):
        if isinstance(event, PointsScored):
            last_deal = list(event.points)
        elif event.winner >= 0:
            deal_wins[event.winner] += 1
    return Result([seat.place or 0 for seat in seats], [seat.total for seat in seats], deal_wins, last_deal)


def _deals(table_id: int) -> list[RoundEnded | PointsScored]:
    rows = TableEvent.objects.filter(stream_id=table_id, name__in=["round_ended", "points_scored"])
    stored = rows.order_by("version").values_list("name", "schema", "payload")
    return [codec.decode(name, schema, payload) for name, schema, payload in stored]
