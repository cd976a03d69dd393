"""The standings of a stage, cached until the next event: many look at them between two results."""

from collections.abc import Mapping, Sequence
from threading import Lock
from typing import Final, NamedTuple

from cachetools import LRUCache, cached

from league.rules.competition.stage import Stage
from league.rules.competition.state import State
from league.rules.stages.stage_standings import rows_and_ranks_before, standings
from league.rules.standings.row import StandingsRow

_lock: Final = Lock()


class Tables(NamedTuple):
    """The rows of each group, best first, and the ranks there without the last round, by entrant."""

    rows: Sequence[Sequence[StandingsRow]]
    before: Sequence[Mapping[int, int]]


# The hash of the last event binds all events before it, and so the state.
@cached(LRUCache(16), key=lambda head, _state, stage: (head, stage.number), lock=_lock)
def tables(head: bytes, state: State, stage: Stage) -> Tables:  # noqa: ARG001 - the key of the cache
    """Return the standings of a stage; `state` follows from the events up to the one with the hash `head`."""
    groups = [rows_and_ranks_before(state, stage, group) for group in range(len(stage.groups))]
    return Tables([rows for rows, _before in groups], [before for _rows, before in groups])


def has_tables(head: bytes, stage: Stage) -> bool:
    """Whether the standings of a stage after this event are at hand."""
    return (head, stage.number) in tables.cache


def put_tables(head: bytes, stage: Stage, read: Tables) -> None:
    """Take the standings of a stage after this event, which somebody has worked out before."""
    with _lock:
        tables.cache[head, stage.number] = read


@cached(LRUCache(16), key=lambda head, _state: head, lock=Lock())
def overall(head: bytes, state: State) -> Sequence[StandingsRow]:
    """Return the order of the whole competition; `state` and `head` as in `tables`."""
    return standings(state, rows_of_stage=lambda stage: tables(head, state, stage).rows)
