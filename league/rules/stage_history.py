"""What was played in a stage, in the form in which draws and tie-breaks read it."""

from league.rules import kinds
from league.rules.history import (
    DOUBLE_FORFEIT,
    FORFEIT,
    PLAYED,
    Bye,
    Entrant,
    History,
    PlayedMatch,
    PlayedRound,
)
from league.rules.plan import PlannedRound
from league.rules.stage import Match, Stage
from league.rules.state import State


def history(state: State, stage: Stage, group: int) -> History:
    """Return all rounds of a group that have a result, entrants by seed, adjustments left out.

    A match without a result is left out as well; a void one counts as not played by anybody.
    """
    entrants: list[Entrant] = list(stage.groups[group])
    gone = state.gone()
    rounds = [_round(stage, planned) for planned in stage.rounds if planned.group == group]
    return History(entrants, rounds, [one for one in stage.groups[group] if one in gone])


def _round(stage: Stage, planned: PlannedRound) -> PlayedRound:
    matches = [_match(match) for match in stage.matches_of(planned) if match.result is not None]
    worth = stage.settings.points.bye
    return PlayedRound([one for one in matches if one is not None], [Bye(one, worth) for one in planned.byes])


def _match(match: Match) -> PlayedMatch | None:
    result = match.result
    if result is None or result.kind == kinds.VOID:
        return None
    if result.kind == kinds.DOUBLE_FORFEIT:
        nothing = [0.0] * len(match.entrants)
        return PlayedMatch(list(match.entrants), nothing, DOUBLE_FORFEIT, list(match.entrants))
    by_entrant = {place.entrant: place for place in result.places}
    rows = [by_entrant[one] for one in match.entrants]
    is_forfeit = result.kind in (kinds.WALKOVER, kinds.FORFEIT) or bool(result.absent)
    return PlayedMatch(
        list(match.entrants),
        [row.points for row in rows],
        FORFEIT if is_forfeit else PLAYED,
        list(result.absent),
        [row.place for row in rows],
        [row.deal_wins for row in rows],
    )
