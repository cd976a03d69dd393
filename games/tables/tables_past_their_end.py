"""Tables that were played on although their log says that the match has ended.

Until the autumn of 2026 a match went on if it ended because another player's card had emptied a hand: it was
scored twice, or its table waited for ever for a turn.
"""

import datetime as dt
from collections.abc import Iterable

from games import eventstore
from games.models import Table, TableEvent
from games.rules.match.events import Event, MatchEnded, PointsScored, RoundEnded
from games.tables.aggregate import locked

_END = ("round_ended", "points_scored", "match_ended")


def played_on() -> list[int]:
    """Return the ids of the tables that are being played although their match has ended. One query."""
    ended = TableEvent.objects.filter(name="match_ended")
    tables = Table.objects.filter(status=Table.Status.RUNNING, is_physical=False)
    return list(tables.filter(pk__in=ended.values("stream_id")).order_by("pk").values_list("pk", flat=True))


def finish_played_on(table_id: int, *, by: str, at: dt.datetime) -> bool:
    """Finish such a table as its match ended the first time; return whether there was anything to do.

    Events after that end stay in the log and do not count. Table.DoesNotExist.
    """
    with locked(table_id) as held:
        if held.table.status != Table.Status.RUNNING or held.table.is_physical:
            return False
        end = _first_end(eventstore.read_named(TableEvent, table_id, _END))
        if end:
            held.follow(end, by=by, at=at)
        return bool(end)


def _first_end(events: Iterable[Event]) -> list[Event]:
    """Return how the match ended first: the last deal, its points and the places; nothing if it has not."""
    last: dict[type[Event], Event] = {}
    for event in events:
        last[type(event)] = event
        if isinstance(event, MatchEnded):
            return [last[kind] for kind in (RoundEnded, PointsScored, MatchEnded) if kind in last]
    return []
