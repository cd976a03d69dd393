"""What follows by itself: walkovers, the next draw, the next stage, the end."""

from league.rules import events as happened
from league.rules import kinds
from league.rules.advance import Finish
from league.rules.drawing import is_complete, is_large, next_draw
from league.rules.outcome import record_result
from league.rules.qualifying import groups_of_next, level
from league.rules.stage import Stage
from league.rules.stage_standings import winners
from league.rules.state import FINISHED, RUNNING, State
from league.rules.work import Work


def follow(work: Work) -> None:
    """Let everything happen that needs nobody's decision any more; in a pause nothing does."""
    state = work.state
    if state.status == FINISHED and not _is_over(work):
        work.note(happened.CompetitionReopened())
    if state.status == FINISHED and state.winners != winners(state):
        work.note(happened.CompetitionFinished(winners(state)))
    while state.status == RUNNING and not state.is_paused and _goes_on(work):
        pass


def may_draw(state: State) -> bool:
    """Whether the next draw could be made now, of the next stage if the current one is over."""
    if state.status != RUNNING or state.is_paused or not all(stage.is_drawn_out for stage in state.stages):
        return False
    if not is_complete(state, state.stage):
        return True
    return state.next_stage is not None and not level(state, state.stage)


def is_left_to_draw(state: State) -> bool:
    """Whether the next round of a large stage waits to be drawn, by `GoOn`."""
    stage = state.stage
    return (
        may_draw(state)
        and not state.settings.by_hand
        and is_large(state, stage)
        and not is_complete(state, stage)
    )


def draw_stage_lots(work: Work, stage: Stage) -> bool:
    """Let lots decide who goes on from a stage where nothing else does; return whether one was drawn."""
    following = stage.number < len(work.state.stages)
    if not following or not is_complete(work.state, stage):
        return False
    sets = level(work.state, stage)
    for together in sets:
        work.note(happened.StageLotDrawn(stage.number, work.chance.shuffled(together)))
    return bool(sets)


def begin(work: Work, stage: Stage) -> None:
    """Begin a stage with those who qualified for it."""
    work.note(happened.StageStarted(stage.number, groups_of_next(work.state, stage)))


def publish(work: Work, stage: Stage, draw: happened.Draw, *, is_adjusted: bool = False) -> None:
    """Make a draw known."""
    work.note(happened.StageRoundDrawn(stage.number, draw, is_adjusted))


def _is_over(work: Work) -> bool:
    return all(is_complete(work.state, stage) for stage in work.state.stages)


def _goes_on(work: Work) -> bool:
    """Let the next thing happen, if there is one."""
    state, stage = work.state, work.state.stage
    if _walkovers(work, stage):
        return True
    if not stage.is_drawn_out or any(not one.is_drawn_out for one in state.stages):
        return False
    if is_complete(state, stage):
        return _after(work)
    if state.settings.by_hand or is_large(state, stage):
        return False
    draw = next_draw(state, stage, work.lot_seed())
    assert draw is not None  # a stage that is not complete has more to draw
    publish(work, stage, draw)
    return True


def _after(work: Work) -> bool:
    following = work.state.next_stage
    if following is None:
        work.note(happened.CompetitionFinished(winners(work.state)))
        return True
    stage = work.state.stage
    if not work.state.settings.lots_by_hand and draw_stage_lots(work, stage):
        return True
    if work.state.settings.by_hand or level(work.state, stage):
        return False
    begin(work, following)
    return True


def _walkovers(work: Work, stage: Stage) -> bool:
    """Give the matches that nobody has begun to those who are still in, where too few are left to play."""
    gone = work.state.gone()
    for match in stage.matches.values():
        here = match.without(gone)
        if match.is_reopened or not match.is_waiting or match.table:
            continue
        if len(here) < len(match.entrants):
            if len(here) > max(1, match.round.advance):
                continue
            kind = kinds.WALKOVER if here else kinds.DOUBLE_FORFEIT
            finishes = [Finish(one, place) for place, one in enumerate(here, start=1)]
            absent = [one for one in match.entrants if one in gone] if here else []
            record_result(work, stage, match, finishes, kind, absent)
            return True
    return False
