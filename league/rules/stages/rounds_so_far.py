"""The results of a stage in the form that draws and tie-breaks read."""

from collections.abc import Sequence

from league.rules.brackets.plan import PlannedRound
from league.rules.competition.stage import Match, Stage
from league.rules.competition.state import State
from league.rules.formats.arena import with_streaks
from league.rules.played_rounds import (
    DOUBLE_FORFEIT,
    FORFEIT,
    PLAYED,
    Bye,
    Entrant,
    History,
    PlayedMatch,
    PlayedRound,
)
from league.rules.settings import result_kinds
from league.rules.settings.stages import ARENA


def history(state: State, stage: Stage, group: int) -> History:
    """Return the rounds of a group that have begun, entrants by seed, without adjustments.

    A match without a result is unfinished for its entrants; a void match counts as not played by anybody. A
    round that is drawn long before it is played begins when the previous round is over, or with its first
    result: until then its byes do not count either.
    """
    entrants: list[Entrant] = list(stage.groups[group])
    gone = state.gone()
    drawn = [planned for planned in stage.rounds if planned.group == group]
    withdrawn: list[Entrant] = [entrant for entrant in stage.groups[group] if entrant in gone]
    if stage.settings.format == ARENA:
        return History(entrants, _seatings(stage, drawn), withdrawn)
    return History(entrants, [_round(stage, planned) for planned in drawn[: begun(stage, drawn)]], withdrawn)


def begun(stage: Stage, drawn: Sequence[PlannedRound]) -> int:
    """Return how many rounds have begun: up to the first with open matches, and up to the last result."""
    matches_by_round = [stage.matches_of(planned) for planned in drawn]
    over = next(
        (
            number
            for number, matches in enumerate(matches_by_round)
            if any(match.is_open for match in matches)
        ),
        len(drawn),
    )
    last = max(
        (
            number
            for number, matches in enumerate(matches_by_round)
            if any(match.result is not None for match in matches)
        ),
        default=-1,
    )
    return min(len(drawn), max(over, last) + 1)


def _round(stage: Stage, planned: PlannedRound) -> PlayedRound:
    stage_matches = stage.matches_of(planned)
    matches = [_match(match) for match in stage_matches if match.result is not None]
    worth = stage.settings.points.bye
    return PlayedRound(
        [played for played in matches if played is not None],
        [Bye(entrant, worth) for entrant in stage.byes_of(planned)],
        [entrant for match in stage_matches if match.is_open for entrant in match.entrants],
    )


def _seatings(stage: Stage, drawn: Sequence[PlannedRound]) -> list[PlayedRound]:
    """Return the seatings of an arena, which count for nobody but the players at their tables."""
    rounds = with_streaks([_round(stage, planned) for planned in drawn], stage.settings.streak)
    entrants = [entrant for group in stage.groups for entrant in group]
    seatings: list[PlayedRound] = []
    for played in rounds:
        over = {entrant for match in played.matches for entrant in match.entrants}
        seatings.append(
            PlayedRound(played.matches, [], [entrant for entrant in entrants if entrant not in over])
        )
    return seatings


def _match(match: Match) -> PlayedMatch | None:
    result = match.result
    if result is None or result.kind == result_kinds.VOID:
        return None
    if result.kind == result_kinds.DOUBLE_FORFEIT:
        nothing = [0.0] * len(match.entrants)
        return PlayedMatch(list(match.entrants), nothing, DOUBLE_FORFEIT, list(match.entrants))
    by_entrant = {place.entrant: place for place in result.places}
    rows = [by_entrant[entrant] for entrant in match.entrants]
    is_forfeit = result.kind in (result_kinds.WALKOVER, result_kinds.FORFEIT) or bool(result.absent)
    return PlayedMatch(
        list(match.entrants),
        [row.points for row in rows],
        FORFEIT if is_forfeit else PLAYED,
        list(result.absent),
        [row.place for row in rows],
        # Somebody wins each deal: a result without any, as by ranks alone, does not say them.
        [row.deal_wins for row in rows] if any(row.deal_wins for row in rows) else [],
        [row.points_in_hand for row in rows] if any(row.points_in_hand for row in rows) else [],
    )
