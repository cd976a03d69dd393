"""The timer of a round on pages: the server sends the seconds left, the page counts down."""

import datetime as dt
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import pgettext

from league.models import Competition, Match
from league.rules.settings import result_kinds


@dataclass(frozen=True, slots=True)
class TimerShown:
    """The seconds left, below zero when the time is over; in a pause they stay."""

    seconds: int
    is_paused: bool

    @property
    def is_over(self) -> bool:
        """Whether there is no time left."""
        return self.seconds <= 0

    @property
    def words(self) -> str:
        """The time left, in minutes and seconds."""
        if self.is_over:
            return pgettext("the time of a round is over", "Time’s up")
        minutes, seconds = divmod(self.seconds, 60)
        return f"{minutes}:{seconds:02}"


def evening_of(competition: Competition, at: dt.datetime) -> TimerShown | None:
    """Return for how long an arena still seats free players; None where none does."""
    if competition.seating_ends_at is None or competition.status != Competition.Status.RUNNING:
        return None
    left = competition.seating_ends_at - at
    return TimerShown(max(0, int(left.total_seconds())), is_paused=competition.is_paused)


def timer_of(competition: Competition, at: dt.datetime, *, extra: int = 0) -> TimerShown | None:
    """Return the timer of the round, with a table's extra time; None where none was started."""
    if competition.timer_left is not None:
        return TimerShown(competition.timer_left + extra, is_paused=True)
    if competition.timer_ends_at is None:
        return None
    left = competition.timer_ends_at - at
    return TimerShown(int(left.total_seconds()) + extra, is_paused=False)


class TableTime(NamedTuple):
    """The timer as the people at a table see it; `stamp` changes whenever it is set."""

    timer: TimerShown | None
    stamp: str


def time_at(table_id: int, at: dt.datetime) -> TableTime:
    """Return the time of the match that is played at a table. One query."""
    played = Match.objects.select_related("competition").filter(
        table=table_id, kind__in=["", result_kinds.OPEN]
    )
    match = played.first()
    timer = timer_of(match.competition, at, extra=match.extra_seconds) if match else None
    if match is None or timer is None:
        return TableTime(None, "")
    ends, left = match.competition.timer_ends_at, match.competition.timer_left
    return TableTime(timer, f"{int(ends.timestamp()) if ends else ''}.{left or ''}.{match.extra_seconds}")
