"""Results: from finished tables and by hand; corrections, with what they would do.

A result is a kind of `result_kinds`, the finishes of those who played and the entry numbers of those who
did not. `after` is the version of the competition that its sender saw (`stale` when it has moved on).
"""

import datetime as dt
from collections.abc import Sequence

from games import tables
from games.eventstore.store import ConflictError
from games.models import Table
from league.competitions.opening import open_tables
from league.competitions.stream import locked, state_of
from league.models import Competition, Match
from league.rules.brackets.advance import Finish
from league.rules.competition.commands import CorrectResult, DrawLot, RecordResult
from league.rules.competition.state import RUNNING
from league.rules.decisions import preview as previews
from league.rules.decisions.preview import Preview
from league.rules.settings import result_kinds

__all__ = [
    "ConflictError",
    "Preview",
    "collect",
    "correct",
    "draw_lot",
    "preview",
    "report",
    "uncollected",
]

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
        if not is_running or match is None or match.table != table_id:
            return False
        if not match.is_waiting or match.is_reopened:
            return False
        seated = match.seated or match.entrants
        absent = [one for one in match.entrants if one not in seated]
        finishes = [
            Finish(*facts)
            for facts in zip(
                seated,
                result.places,
                result.totals,
                result.last_deal,
                result.deal_wins,
                result.points_in_hand,
                strict=True,
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


def report(
    competition_id: int,
    *,
    stage: int,
    match: str,
    finishes: Sequence[Finish],
    kind: str = result_kinds.PLAYED,
    absent: Sequence[int] = (),
    after: int | None = None,
    by: str,
    at: dt.datetime,
) -> None:
    """Record the first result of a match, of any kind; what follows from it follows at once.

    One that was taken back is corrected with it: then what follows waits, as `correct` says.

    Refusals: `result_known`, `not_ready`, `unknown_match`, and those of a result that contradicts itself.
    """
    command = RecordResult(stage, match, list(finishes), kind, list(absent))
    with locked(competition_id) as stream:
        known = stream.state.match(stage, match)
        is_correction = known is not None and known.is_reopened
        stream.do(command, after=after, by=by, at=at)
        if not is_correction:
            open_tables(stream, by=by, at=at)


def correct(
    competition_id: int, correction: CorrectResult, *, after: int | None = None, by: str, at: dt.datetime
) -> None:
    """Replace a result, or with the kind `open` take it back; any match, at any time.

    Draws and tables that follow from it wait for `competitions.go_on`, so that correcting back undoes it all.
    Played results of later matches in which others sit now rest, and count again when that is corrected back.
    Refusals: `no_result`, `nothing_changes`, and those of a result that contradicts itself.
    """
    with locked(competition_id) as stream:
        stream.do(correction, after=after, by=by, at=at)


def draw_lot(
    competition_id: int, *, stage: int, match: str = "", after: int | None = None, by: str, at: dt.datetime
) -> None:
    """Let a recorded lot decide a tied match, or without a match who goes on. Refusal `no_tie`."""
    with locked(competition_id) as stream:
        stream.do(DrawLot(stage, match), after=after, by=by, at=at)
        open_tables(stream, by=by, at=at)


def preview(competition_id: int, correction: CorrectResult) -> Preview:
    """Say what a correction would do; nothing is written. One query. Refusals are those of `correct`."""
    return previews.preview(state_of(competition_id), correction)
