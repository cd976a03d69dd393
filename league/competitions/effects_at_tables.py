"""The effects of a decision about a competition at its tables: a break, a move, a leaver, a substitute."""

import datetime as dt
from collections.abc import Iterable

from games import tables
from games.models import Table
from league.competitions import withdrawals_at_tables
from league.competitions.stream import Stream
from league.rules.competition.commands import PauseTimer, ResumeTimer
from league.rules.competition.events import (
    CompetitionPaused,
    CompetitionResumed,
    DrawUnpublished,
    EntrantWithdrawn,
    Event,
    MatchMoved,
    PlayerSubstituted,
)


def follow(stream: Stream, events: Iterable[Event], *, by: str, at: dt.datetime) -> None:
    """Let the tables and the timer follow what has just happened, in the same transaction.

    Refusal `begun` when a match is moved, or a draw taken back, whose first deal was played.
    """
    for event in events:
        if isinstance(event, MatchMoved) and event.table:
            tables.give_up(event.table, by=by, at=at)
        elif isinstance(event, DrawUnpublished):
            for table in event.tables:
                tables.give_up(table, by=by, at=at)
        elif isinstance(event, CompetitionPaused):
            _pause(stream, by, at)
        elif isinstance(event, CompetitionResumed):
            _resume(stream, by, at)
        elif isinstance(event, EntrantWithdrawn | PlayerSubstituted):
            withdrawals_at_tables.follow(stream, event.entrant, by=by, at=at)


def _pause(stream: Stream, by: str, at: dt.datetime) -> None:
    timer = stream.state.timer
    if timer is not None and not timer.is_paused:
        stream.do(PauseTimer(int(at.timestamp())), by=by, at=at)
    for table in _running(stream):
        tables.pause(table, by=by, at=at)


def _resume(stream: Stream, by: str, at: dt.datetime) -> None:
    timer = stream.state.timer
    if timer is not None and timer.is_paused:
        stream.do(ResumeTimer(int(at.timestamp())), by=by, at=at)
    for table in _running(stream):
        tables.resume(table, by=by, at=at)


def _running(stream: Stream) -> list[int]:
    """Return the online tables that are being played. At real cards people stop by themselves."""
    tables_of_matches = [
        match.table for stage in stream.state.stages for match in stage.matches.values() if match.table
    ]
    return list(
        Table.objects.filter(pk__in=tables_of_matches, status=Table.Status.RUNNING, is_physical=False)
        .order_by("pk")
        .values_list("pk", flat=True)
    )
