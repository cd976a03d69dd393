"""DOOR for results: a finished table becomes a result, and the competition goes on."""

import datetime as dt

from games import tables
from games.log import ConflictError
from games.models import Table
from league.models import Competition, Match
from league.opening import open_tables
from league.rules.advance import Finish
from league.rules.commands import RecordResult
from league.rules.state import RUNNING
from league.stream import locked

__all__ = ["ConflictError", "collect", "uncollected"]

BY = "clock"
"""Who the log names for what follows by itself from a finished match."""


def collect(table_id: int, *, at: dt.datetime) -> bool:
    """Record the result of a finished competition table; draw and open what follows from it.

    Doing it again changes nothing: False when the table belongs to no match, is still being played, or
    has been collected. All in one transaction.
    """
    row = Match.objects.filter(table_id=table_id).first()
    result = tables.result(table_id) if row else None
    if row is None or result is None:
        return False
    with locked(row.competition_id) as stream:
        match = stream.state.match(row.stage, row.key)
        is_running = stream.state.status == RUNNING
        if not is_running or match is None or not match.is_waiting or match.table != table_id:
            return False
        seated = match.seated or match.entrants
        absent = [one for one in match.entrants if one not in seated]
        finishes = [
            Finish(entrant, place, total, last_deal, deal_wins)
            for entrant, place, total, last_deal, deal_wins in zip(
                seated, result.places, result.totals, result.last_deal, result.deal_wins, strict=True
            )
        ]
        stream.do(RecordResult(row.stage, row.key, finishes, absent=absent), by=BY, at=at)
        open_tables(stream, by=BY, at=at)
    return True


def uncollected() -> list[int]:
    """Return the finished tables whose result is still missing, longest finished first. One query."""
    waiting = Match.objects.filter(
        kind="", table__status=Table.Status.FINISHED, competition__status=Competition.Status.RUNNING
    )
    return [
        table for (table,) in waiting.order_by("table__finished_at", "pk").values_list("table_id") if table
    ]
