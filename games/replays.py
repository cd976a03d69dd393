"""DOOR to finished and running matches, step by step. Steps are the commands of the rules, from 1 on."""

from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Any

from games import codec, log, projection
from games.looking import as_seen, seat_of
from games.models import Player, Seat, Table, TableEvent
from games.rules.events import Event, PointsScored, RoundEnded
from games.rules.sight import Sight, seen_by


@dataclass(slots=True)
class Round:
    """One deal of a match: its first and last step, and once it is over its winner (-1 none) and points."""

    number: int
    first_step: int
    last_step: int
    winner: int | None = None
    points: list[int] | None = None


@dataclass(slots=True)
class Timeline:
    """How many steps a match has so far, and its rounds."""

    steps: int
    rounds: list[Round]


@dataclass(slots=True)
class Moment:
    """A match right after one step, as the viewer may see it; everything once nobody plays on.

    `events` are those of the step; `by` is who asked for it.
    """

    table: Table
    seats: list[Seat]
    step: int
    timeline: Timeline
    seat: int | None
    sight: Sight | None = None
    events: list[Any] | None = None
    by: str = ""


@dataclass(slots=True)
class _Step:
    first: int  # version of its first event
    last: int
    names: list[str]


def moments(table_id: int) -> Timeline:
    """Return the outline of a match. Two queries."""
    return _timeline(table_id, _steps(table_id))


def at(table_id: int, step: int, viewer: Player | None) -> Moment:
    """Return the match after a step; one outside the match means its first or last. Table.DoesNotExist.

    Five queries, and only the deal of the step is read.
    """
    table = Table.objects.get(pk=table_id)
    seats = list(table.seats.select_related("player"))
    steps = _steps(table_id)
    step = max(1, min(step, len(steps)))
    seat = seat_of(seats, viewer.pk if viewer else None)
    moment = Moment(table, seats, step, _timeline(table_id, steps), seat)
    if steps:
        _fill(moment, steps)
    return moment


def _fill(moment: Moment, steps: list[_Step]) -> None:
    shown = steps[moment.step - 1]
    deal = next(one for one in reversed(steps[: moment.step]) if _STARTED in one.names)
    rows = log.read(TableEvent, moment.table.pk, after=deal.first - 1, until=shown.last)
    state = projection.follow(None, rows)
    assert state is not None
    is_over = moment.table.is_over
    moment.sight = seen_by(state, moment.seat, everything=is_over)
    last = [row for row in rows if row.version >= shown.first]
    moment.events = [row.event if is_over else as_seen(row.event, moment.seat) for row in last]
    moment.by = last[0].by


def _steps(table_id: int) -> list[_Step]:
    """Return the steps of the rules in order, without their payloads."""
    rows = TableEvent.objects.filter(stream_id=table_id, name__in=_RULES).order_by("version")
    grouped = groupby(rows.values_list("step", "version", "name"), key=itemgetter(0))
    found = []
    for _number, group in grouped:
        events = list(group)
        found.append(_Step(events[0][1], events[-1][1], [name for _step, _version, name in events]))
    return found


def _timeline(table_id: int, steps: list[_Step]) -> Timeline:
    rounds: list[Round] = []
    for number, step in enumerate(steps, start=1):
        if _STARTED in step.names:
            rounds.append(Round(len(rounds) + 1, number, number))
        rounds[-1].last_step = number
    _add_results(table_id, rounds)
    return Timeline(len(steps), rounds)


def _add_results(table_id: int, rounds: list[Round]) -> None:
    wanted = TableEvent.objects.filter(stream_id=table_id, name__in=["round_ended", "points_scored"])
    number = -1
    for name, schema, payload in wanted.order_by("version").values_list("name", "schema", "payload"):
        event = codec.decode(name, schema, payload)
        if isinstance(event, RoundEnded):
            number += 1
            rounds[number].winner = event.winner
        elif isinstance(event, PointsScored):
            rounds[number].points = event.points


_STARTED = "round_started"
_RULES = [name for name, cls in codec.names().items() if issubclass(cls, Event)]
