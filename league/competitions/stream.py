"""The event stream of a competition: reading it, and adding a command to it."""

import datetime as dt
import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from django.db import transaction

from games import eventstore, quotas
from games.eventstore import appending, replica
from games.rules.base.chance import Chance
from league.competitions import cached_standings, projection
from league.models import Competition, CompetitionEvent
from league.rules.competition.commands import AnyCommand
from league.rules.competition.events import Event
from league.rules.competition.evolve import fold
from league.rules.competition.stage import Adjustment
from league.rules.competition.state import State
from league.rules.decisions.decide import decide

Moment = dt.datetime | int
"""A moment of the past: a time, or the number of the last step that had been taken then."""


class Stream:
    """A competition in the hands of one writer; `state` is always that after the last command."""

    def __init__(self, competition: Competition) -> None:
        self.competition = competition
        self.rows = eventstore.read(CompetitionEvent, competition.pk)
        self.state: State = fold(row.event for row in self.rows)
        self._new = appending.PendingEvents(
            CompetitionEvent, competition.pk, version=len(self.rows), head=competition.head
        )

    def do(
        self,
        command: AnyCommand,
        *,
        after: int | None = None,
        about: tuple[int, str] | None = None,
        by: str,
        at: dt.datetime,
    ) -> list[Event]:
        """Carry out a command with fresh dice and return what happened; a Refusal changes nothing.

        With `after`, the version its sender saw, it is refused (`stale`) when something has happened since.
        What is `about` a match, by stage and id, is refused only if this match is not what its sender saw;
        with an empty id it is about the bonus and penalty lines of the stage.
        """
        step = self.rows[-1].step + 1 if self.rows else 1
        new = decide(self.state, command, Chance(secrets.token_bytes(32)))
        is_late = after is not None and after != len(self.rows)
        if is_late and (about is None or self.has_changed(*about, since=after or 0)):
            raise eventstore.ConflictError(version=len(self.rows))
        fold(new, self.state)
        self.rows += self._new.add(new, step=step, by=by, at=at)
        return new

    def has_changed(self, stage: int, match: str, *, since: int) -> bool:
        """Whether a match has other entrants or another result than at an earlier version.

        With an empty id, whether the stage has other bonus or penalty lines.
        """
        earlier = fold(row.event for row in self.rows[:since])
        if not match:
            return _lines(earlier, stage) != _lines(self.state, stage)
        before, now = earlier.match(stage, match), self.state.match(stage, match)
        if before is None or now is None:
            return True
        return (before.entrants, before.result, before.is_reopened) != (
            now.entrants,
            now.result,
            now.is_reopened,
        )

    def store(self) -> None:
        """Write what was added. ConflictError when another writer was faster in spite of the lock."""
        if self._new:
            appending.write(self._new)
            projection.write(self.competition, self.state, self.rows)
            cached_standings.write(self.competition, self.rows[-1].hash, self.state)


@contextmanager
def locked(competition_id: int, *, by: str, at: dt.datetime) -> Iterator[Stream]:
    """Lock a competition for one transaction and store what was added; an error leaves all as it was.

    With all that follows at tables it counts as a step of its sender: refusal `quota_used_up`.

    The row lock makes organizers and tasks wait for each other, so that the second one sees what the
    first has done; where a database has no row locks the transaction itself excludes other writers.
    Raises Competition.DoesNotExist.
    """
    quotas.require_steps(by, at=at)
    with quotas.counted(), transaction.atomic():
        stream = Stream(Competition.objects.select_for_update().get(pk=competition_id))
        yield stream
        stream.store()


def history_of(competition_id: int) -> list[eventstore.Stored]:
    """Return all events of a competition, oldest first. One query. Competition.DoesNotExist."""
    rows = eventstore.read(CompetitionEvent, competition_id)
    if not rows:
        raise Competition.DoesNotExist
    return rows


def until_then(rows: Sequence[eventstore.Stored], until: Moment | None) -> Sequence[eventstore.Stored]:
    """Return the events up to a moment, all without one.

    Competition.DoesNotExist for a moment before the competition was announced.
    """
    past = rows if until is None else [row for row in rows if _is_past(row, until)]
    if not past:
        raise Competition.DoesNotExist
    return past


def state_at(rows: Sequence[eventstore.Stored], until: Moment | None = None) -> State:
    """Return the state after all these events, or as it was at a moment.

    Competition.DoesNotExist for a moment before the competition was announced.
    """
    return fold(row.event for row in until_then(rows, until))


def happened(competition: Competition) -> list[eventstore.Happened]:
    """Return the events of a competition at its version; `head` is the hash of the last. One query.

    A replica may answer. Competition.DoesNotExist.
    """
    with replica.reading(CompetitionEvent, competition):
        rows = eventstore.read_happened(CompetitionEvent, competition.pk, until=competition.version)
    if not rows:
        raise Competition.DoesNotExist
    return rows


def state_and_head(competition: Competition, until: Moment | None = None) -> tuple[State, bytes]:
    """Return the state of a competition at its version, or at a moment, and the hash of its last event then.

    One query. Competition.DoesNotExist.
    """
    if until is None:
        return fold(row.event for row in happened(competition)), competition.head
    with replica.reading(CompetitionEvent, competition):
        past = until_then(history_of(competition.pk), until)
    return state_at(past), past[-1].hash


def state_of(competition_id: int, *, until: Moment | None = None) -> State:
    """Return the state of a competition as it stands in the log, or as it stood at a moment.

    One query. Competition.DoesNotExist, also for a moment before it was announced.
    """
    if until is not None:
        return state_at(history_of(competition_id), until)
    events = eventstore.read_events(CompetitionEvent, competition_id)
    if not events:
        raise Competition.DoesNotExist
    return fold(events)


def states_of(ids: Sequence[int]) -> dict[int, State]:
    """Return the states of several competitions as they are in the log, without those of an empty log.

    One query.
    """
    events = eventstore.read_events_of(CompetitionEvent, ids)
    return {pk: fold(happened) for pk, happened in events.items() if happened}


def _lines(state: State, stage: int) -> dict[int, Adjustment]:
    return state.stages[stage - 1].adjustments if 1 <= stage <= len(state.stages) else {}


def _is_past(row: eventstore.Stored, until: Moment) -> bool:
    return row.step <= until if isinstance(until, int) else row.at <= until
