"""The groups of a stage with the cut-off: who advances to the next stage, or would now."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.models import Player
from league.rules.competition.stage import Stage
from league.rules.competition.state import State
from league.rules.settings.translated_names import translated
from league.rules.stages.drawn_rounds import label
from league.rules.stages.stage_standings import rows_of
from league.rules.standings.row import StandingsRow

_BELOW = 8
"""The number of rows shown below the cut-off; the standings have them all."""


@dataclass(frozen=True, slots=True)
class CutRow:
    """A row of a group; `goes_on` is None until the next stage has begun. The cut-off is after `is_last`."""

    row: StandingsRow
    player: Player
    goes_on: bool | None
    is_last: bool


@dataclass(frozen=True, slots=True)
class CutGroup:
    """A group; `title` is empty for a single group, `more` counts the rows that are not shown."""

    title: str
    rows: list[CutRow]
    more: int


def groups(state: State, stage: Stage, players: Mapping[int, Player]) -> list[CutGroup]:
    """Return the groups of a stage from which some advance; empty for any other stage, and for knock-outs."""
    settings = stage.settings
    if settings.is_knock_out or not settings.qualify or stage.number == len(state.stages):
        return []
    following = state.stages[stage.number]
    going = {entrant for group in following.groups for entrant in group} if following.is_shown else None
    return [
        _group(translated(label(stage, index)), rows, settings.qualify, going, state, players)
        for index, rows in enumerate(rows_of(state, stage))
    ]


def _group(
    title: str,
    rows: Sequence[StandingsRow],
    qualify: int,
    going: set[int] | None,
    state: State,
    players: Mapping[int, Player],
) -> CutGroup:
    inside = sum(row.rank <= qualify for row in rows)
    shown = [
        CutRow(
            row,
            players[state.entrants[row.entrant].player],
            None if going is None else row.entrant in going,
            is_last=number == inside < len(rows),
        )
        for number, row in enumerate(rows[: inside + _BELOW], start=1)
    ]
    return CutGroup(title, shown, len(rows) - len(shown))
