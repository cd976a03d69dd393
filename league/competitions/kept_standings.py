"""The standings of a stage, kept until something happens: many look at them between two results."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from games.recent import Shelf
from league.rules.competition.stage import Stage
from league.rules.competition.state import State
from league.rules.stages.standings import ranks_before, rows_of
from league.rules.standings.row import Row


class Tables(NamedTuple):
    """The rows of each group, best first, and the ranks there without the last round, by entrant."""

    rows: Sequence[Sequence[Row]]
    before: Sequence[Mapping[int, int]]


_kept: Final[Shelf[Tables]] = Shelf(16)
"""By the hash of the last event, which binds all before it, and the number of the stage."""


def tables(head: bytes, state: State, stage: Stage) -> Tables:
    """Return the standings of a stage; `state` follows from the events up to the one with the hash `head`."""
    found = _kept.get((head, stage.number))
    if found is None:
        before = [ranks_before(state, stage, group) for group in range(len(stage.groups))]
        found = Tables(rows_of(state, stage), before)
        _kept.put((head, stage.number), found)
    return found
