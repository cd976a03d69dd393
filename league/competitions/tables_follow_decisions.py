"""The effects of decisions about a competition at its tables: breaks, moves, leavers, arenas."""

import datetime as dt
from collections.abc import Iterable

from games import tables
from games.models import Table
from league.competitions import tables_follow_withdrawals
from league.competitions.stream import Stream
from league.rules.competition.commands import OpenSeating, PauseTimer, ResumeTimer
from league.rules.competition.events import (
    CompetitionPaused,
    CompetitionResumed,
    DrawUnpublished,
    EntrantReinstated,
    EntrantWithdrawn,
    Event,
    MatchMoved,
    PlayerSubstituted,
    SettingsChanged,
    StageStarted,
    WalkoverTakenBack,
)
from league.rules.settings.stages import ARENA


def follow(stream: Stream, events: Iterable[Event], *, by: str, at: dt.datetime) -> None:
    """Let the tables and the timer follow what has just happened, in the same transaction.

    Refusal `begun` when a match is moved, a draw taken back or its rulebook changed, after its first deal.
    """
    for event in events:
        if isinstance(event, StageStarted):
            _open_seating(stream, event.stage, by, at)
        else:
            _follow(stream, event, by, at)


def _follow(stream: Stream, event: Event, by: str, at: dt.datetime) -> None:
    if isinstance(event, MatchMoved) and event.table:
        tables.give_up(event.table, by=by, at=at)
    elif isinstance(event, DrawUnpublished | SettingsChanged | WalkoverTakenBack):
        for table in event.tables:
            tables.give_up(table, by=by, at=at)
    elif isinstance(event, CompetitionPaused):
        _pause(stream, by, at)
    elif isinstance(event, CompetitionResumed):
        _resume(stream, by, at)
    elif isinstance(event, EntrantWithdrawn | PlayerSubstituted):
        tables_follow_withdrawals.follow(stream, event.entrant, by=by, at=at)
    elif isinstance(event, EntrantReinstated):
        tables_follow_withdrawals.readmit(stream, event.entrant, by=by, at=at)


def _open_seating(stream: Stream, number: int, by: str, at: dt.datetime) -> None:
    """Begin the time of an arena with its stage."""
    settings = stream.state.stages[number - 1].settings
    if settings.format == ARENA:
        ends_at = int(at.timestamp()) + 60 * settings.evening_minutes
        stream.do(OpenSeating(ends_at), by=by, at=at)


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
