"""The places still possible in a stage, and who is sure to advance or is already out.

Only for stages in which everybody plays all rounds. In a knock-out the bracket says who is still in; in an
arena nobody knows how many tables are still to come.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Mapping, Sequence
from typing import Final

from league.rules.brackets.plan import PlannedRound
from league.rules.competition.stage import Stage
from league.rules.competition.state import CANCELLED, FINISHED, State
from league.rules.played_rounds import Entrant
from league.rules.settings.points import SIZES, most_points
from league.rules.settings.stages import ARENA, ROUND_ROBIN
from league.rules.stages.rounds_so_far import begun
from league.rules.standings.bounds import Places, possible_places, reach, season_places
from league.rules.standings.season_table import Counting, SeasonRow

THROUGH, OUT = "through", "out"
_DRAWN_AT_ONCE: Final = (ROUND_ROBIN,)


def possible(state: State, stage: Stage, group: int, rows: Sequence[SeasonRow]) -> Mapping[Entrant, Places]:
    """Return the places still possible in a group by entrant; empty where they cannot be computed."""
    if not _is_computable(state, stage):
        return {}
    return season_places(rows, _counting(stage), ahead=points_ahead(state, stage, group))


def at_the_cut(state: State, stage: Stage, group: int, rows: Sequence[SeasonRow]) -> dict[Entrant, str]:
    """Return which entrants of a group are sure to advance (THROUGH), and which no longer can (OUT).

    This holds for all results ahead, tie-breaks and lots. Only a withdrawal changes it, since it makes room.
    """
    count = stage.settings.qualify
    if not count or not _is_computable(state, stage):
        return {}
    if _has_next_stage_begun(state, stage):
        on = {entrant for seeded in state.stages[stage.number].groups for entrant in seeded}
        return {row.entrant: THROUGH if row.entrant in on else OUT for row in rows}
    gone = state.gone()
    places = _places_among(
        stage, [row for row in rows if row.entrant not in gone], points_ahead(state, stage, group)
    )
    chances = {entrant: THROUGH for entrant, place in places.items() if place.worst <= count}
    if not _can_more_advance(stage, gone):
        chances |= {entrant: OUT for entrant, place in places.items() if place.best > count}
    return chances


def points_ahead(state: State, stage: Stage, group: int) -> dict[Entrant, dict[int, int]]:
    """Return the most points each round can still bring each entrant of a group, by round number.

    An entrant in a match without a result can win it, even after withdrawing: the match may have begun
    before. In a round still to be drawn every active entrant can win a table of the size that is worth the
    most, or have a bye.
    """
    scheme, gone = stage.settings.points, state.gone()
    ahead: dict[Entrant, dict[int, int]] = {entrant: {} for entrant in stage.groups[group]}
    drawn = [planned for planned in stage.rounds if planned.group == group]
    so_far = begun(stage, drawn)
    for number, planned in enumerate(drawn, start=1):
        for entrant, points in _of_round(stage, planned, is_begun=number <= so_far):
            ahead[entrant][number] = points
    most = most_points(scheme, _sizes(stage))
    for number in range(len(drawn) + 1, _rounds(state, stage, len(drawn)) + 1):
        for entrant, rounds in ahead.items():
            if entrant not in gone:
                rounds[number] = most
    return ahead


def _of_round(stage: Stage, planned: PlannedRound, *, is_begun: bool) -> list[tuple[Entrant, int]]:
    """Return the most points a drawn round can bring, by entrant; a bye counts once the round begins."""
    scheme = stage.settings.points
    points: list[tuple[Entrant, int]] = [
        (entrant, scheme.points(1, len(match.entrants)))
        for match in stage.matches_of(planned)
        if match.is_waiting
        for entrant in match.entrants
    ]
    return points if is_begun else points + [(entrant, scheme.bye) for entrant in stage.byes_of(planned)]


def _rounds(state: State, stage: Stage, drawn: int) -> int:
    """Return the largest possible number of rounds."""
    if (
        state.status == FINISHED
        or _has_next_stage_begun(state, stage)
        or stage.settings.format in _DRAWN_AT_ONCE
    ):
        return drawn
    return stage.settings.rounds


def _sizes(stage: Stage) -> range:
    """Return the possible sizes of later tables: they change when entrants withdraw or arrive."""
    return range(
        SIZES.start, max(3, stage.settings.table_size) + 1
    )  # a table of two can be drawn as one of three


def _is_computable(state: State, stage: Stage) -> bool:
    """Whether there is a draw to start from and the stage can still be played to its end."""
    if stage.settings.is_knock_out or state.status == CANCELLED or stage.settings.format == ARENA:
        return False
    return bool(stage.rounds) or stage.settings.format not in _DRAWN_AT_ONCE


def _counting(stage: Stage) -> Counting:
    return Counting(stage.settings.best_of, stage.settings.minimum)


def _has_next_stage_begun(state: State, stage: Stage) -> bool:
    """Whether the next stage has begun, for all entrants."""
    return len(state.stages) > stage.number and state.stages[stage.number].is_shown


def _can_more_advance(stage: Stage, gone: Collection[int]) -> bool:
    """Whether entrants below the cut of their group can advance: the best of the rest, or a short group."""
    is_short = any(len(set(group) - set(gone)) < stage.settings.qualify for group in stage.groups)
    return bool(stage.settings.best_of_rest) or is_short


def _places_among(
    stage: Stage, rows: Sequence[SeasonRow], ahead: Mapping[Entrant, Mapping[int, int]]
) -> dict[Entrant, Places]:
    """Return the places still possible among some entrants; lots may break ties at the end either way."""
    if any(ahead.values()):
        return possible_places([reach(row, _counting(stage), ahead.get(row.entrant, {})) for row in rows])
    ranks = sorted(row.rank for row in rows)
    return {
        row.entrant: Places(1 + bisect_left(ranks, row.rank), bisect_right(ranks, row.rank)) for row in rows
    }
