"""What the rest of a stage can still bring: the places possible, and who is through to the next one, or out.

Of stages in which everybody plays on. A knock-out says by its bracket who is still in.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Mapping, Sequence
from typing import Final

from league.rules.brackets.plan import PlannedRound
from league.rules.competition.stage import Stage
from league.rules.competition.state import CANCELLED, FINISHED, State
from league.rules.history import Entrant
from league.rules.settings.points import SIZES, most_points
from league.rules.settings.stages import ROUND_ROBIN
from league.rules.stages.history import begun
from league.rules.standings.bounds import Places, possible_places, reach, season_places
from league.rules.standings.season_table import Counting, SeasonRow

THROUGH, OUT = "through", "out"
_DRAWN_AT_ONCE: Final = (ROUND_ROBIN,)


def possible(state: State, stage: Stage, group: int, rows: Sequence[SeasonRow]) -> Mapping[Entrant, Places]:
    """Return the places still possible in a group by entrant; empty where nothing can be said."""
    if not _is_told(state, stage):
        return {}
    return season_places(rows, _counting(stage), ahead=points_ahead(state, stage, group))


def at_the_cut(state: State, stage: Stage, group: int, rows: Sequence[SeasonRow]) -> dict[Entrant, str]:
    """Return who of a group is sure to go on to the next stage (THROUGH), and who cannot any more (OUT).

    Whatever the results ahead, the tie-breaks and a lot. Only people change it: who leaves makes room.
    """
    count = stage.settings.qualify
    if not count or not _is_told(state, stage):
        return {}
    if _is_left(state, stage):
        on = {one for seeded in state.stages[stage.number].groups for one in seeded}
        return {row.entrant: THROUGH if row.entrant in on else OUT for row in rows}
    gone = state.gone()
    places = _among(
        stage, [row for row in rows if row.entrant not in gone], points_ahead(state, stage, group)
    )
    found = {one: THROUGH for one, place in places.items() if place.worst <= count}
    if not _lets_others_on(stage, gone):
        found |= {one: OUT for one, place in places.items() if place.best > count}
    return found


def points_ahead(state: State, stage: Stage, group: int) -> dict[Entrant, dict[int, int]]:
    """Return the most that each round can still bring to each entrant of a group, by its number.

    Whoever sits in a match without a result can win it, also after leaving: the match may have begun before.
    In rounds still to be drawn everybody who is in can win a table of the size that is worth the most, or sit
    out with a bye.
    """
    scheme, gone = stage.settings.points, state.gone()
    ahead: dict[Entrant, dict[int, int]] = {entrant: {} for entrant in stage.groups[group]}
    drawn = [planned for planned in stage.rounds if planned.group == group]
    so_far = begun(stage, drawn)
    for number, planned in enumerate(drawn, start=1):
        for one, most in _of_round(stage, planned, is_begun=number <= so_far):
            ahead[one][number] = most
    most = most_points(scheme, _sizes(stage))
    for number in range(len(drawn) + 1, _rounds(state, stage, len(drawn)) + 1):
        for entrant, rounds in ahead.items():
            if entrant not in gone:
                rounds[number] = most
    return ahead


def _of_round(stage: Stage, planned: PlannedRound, *, is_begun: bool) -> list[tuple[int, int]]:
    """Return what a round that is drawn can still bring, by entrant; a bye counts once the round begins."""
    scheme = stage.settings.points
    found = [
        (one, scheme.points(1, len(match.entrants)))
        for match in stage.matches_of(planned)
        if match.is_waiting
        for one in match.entrants
    ]
    return found if is_begun else found + [(one, scheme.bye) for one in stage.byes_of(planned)]


def _rounds(state: State, stage: Stage, drawn: int) -> int:
    """Return how many rounds there can be in all."""
    if state.status == FINISHED or _is_left(state, stage) or stage.settings.format in _DRAWN_AT_ONCE:
        return drawn
    return stage.settings.rounds


def _sizes(stage: Stage) -> range:
    """Return the sizes that later tables can have: they change with whoever leaves or comes."""
    return range(SIZES.start, max(3, stage.settings.table_size) + 1)  # two can come out as one of three


def _is_told(state: State, stage: Stage) -> bool:
    """Whether there is a draw to go by, and the stage can be played to its end."""
    if stage.settings.is_knock_out or state.status == CANCELLED:
        return False
    return bool(stage.rounds) or stage.settings.format not in _DRAWN_AT_ONCE


def _counting(stage: Stage) -> Counting:
    return Counting(stage.settings.best_of, stage.settings.minimum)


def _is_left(state: State, stage: Stage) -> bool:
    """Whether the next stage has begun for everybody."""
    return len(state.stages) > stage.number and state.stages[stage.number].is_shown


def _lets_others_on(stage: Stage, gone: Collection[int]) -> bool:
    """Whether some behind the line of their group go on: the best of the rest, or where a group is short."""
    is_short = any(len(set(group) - set(gone)) < stage.settings.qualify for group in stage.groups)
    return bool(stage.settings.best_of_rest) or is_short


def _among(
    stage: Stage, rows: Sequence[SeasonRow], ahead: Mapping[Entrant, Mapping[int, int]]
) -> dict[Entrant, Places]:
    """Return the places still possible among some; a lot may put those who are level at the end anywhere."""
    if any(ahead.values()):
        return possible_places([reach(row, _counting(stage), ahead.get(row.entrant, {})) for row in rows])
    ranks = sorted(row.rank for row in rows)
    return {
        row.entrant: Places(1 + bisect_left(ranks, row.rank), bisect_right(ranks, row.rank)) for row in rows
    }
