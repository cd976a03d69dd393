"""What follows by itself: walkovers, the next draw, the next stage, the end."""

from league.rules.brackets.advance import Finish
from league.rules.competition import events as happened
from league.rules.competition.draw_parts import parts
from league.rules.competition.stage import Match, Stage
from league.rules.competition.state import FINISHED, RUNNING, State
from league.rules.decisions.outcome import record_result
from league.rules.decisions.work import Work
from league.rules.settings import result_kinds
from league.rules.settings.venues import AT_TABLES
from league.rules.stages import play_offs
from league.rules.stages.drawing import is_complete, is_large, next_draw
from league.rules.stages.qualifying import groups_of_next, level
from league.rules.stages.standings import winners


def follow(work: Work) -> None:
    """Let everything happen that needs nobody's decision any more; in a pause nothing does."""
    settle(work)
    while _is_played(work.state) and _goes_on(work):
        settle(work)


def settle(work: Work) -> None:
    """Let happen what correcting back undoes: walkovers, the end, and that it is not the end after all.

    Who sits in play-offs follows the tables. A correction does no more than this, so that nothing of what it
    led to is left when it is corrected back. What it makes possible besides waits for `GoOn`, or for whatever
    is done next.
    """
    state = work.state
    rank_divisions(work)
    if state.status == FINISHED and not _is_over(work):
        work.note(happened.CompetitionReopened())
    while _is_played(state) and any(_walkovers(work, stage) for stage in state.stages if stage.groups):
        rank_divisions(work)
    is_at_an_end = _is_played(state) and state.next_stage is None and _is_over(work)
    if is_at_an_end or (state.status == FINISHED and state.winners != winners(state)):
        work.note(happened.CompetitionFinished(winners(state)))


def rank_divisions(work: Work) -> None:
    """Say who has the places that the seats of play-offs name, where that has changed."""
    for stage in work.state.stages:
        if stage.play_offs is not None or play_offs.are_drafted(stage):
            tables = play_offs.final_tables(work.state, stage)
            if tables != stage.divisions:
                work.note(happened.DivisionsRanked(stage.number, tables))


def is_tied(state: State) -> bool:
    """Whether only a lot can say who goes on, moves or plays off."""
    return _is_played(state) and any(level(state, stage) for stage in state.stages if stage.groups)


def may_draw(state: State) -> bool:
    """Whether the next draw could be made now, of the next stage if the current one is over."""
    if not _is_drawn_out(state) or is_tied(state):
        return False
    return not is_complete(state, state.stage) or state.next_stage is not None


def is_left_to_draw(state: State) -> bool:
    """Whether a draw, a lot or the next stage waits for `GoOn`: of a large stage, or behind a correction."""
    if is_tied(state):
        return not state.settings.lots_by_hand
    if not _is_drawn_out(state):
        return False
    if not is_complete(state, state.stage):
        return not state.settings.by_hand
    following = state.next_stage
    return following is not None and (not state.settings.by_hand or _has_nobody(state, following))


def needs_a_worker(state: State) -> bool:
    """Whether the next round of a large stage waits to be drawn, which nobody should wait for."""
    stage = state.stage
    return is_left_to_draw(state) and not is_complete(state, stage) and is_large(state, stage)


def without_table(state: State) -> list[Match]:
    """Return the matches that could be played now at a table of this site and have none.

    Nobody sits at two tables at once: a match waits for the earlier ones of its entrants. None in a pause, or
    where results come from elsewhere.
    """
    found: list[Match] = []
    busy: set[int] = set()
    if not _is_played(state) or state.settings.venue not in AT_TABLES:
        return found
    for match in state.stage.matches.values():
        if match.is_waiting:
            if not match.table and busy.isdisjoint(match.entrants):
                found.append(match)
            busy.update(match.entrants)
    return found


def waits(state: State) -> bool:
    """Whether a draw, a stage or a table was left behind a correction, until the clock goes on."""
    return bool(without_table(state)) or (is_left_to_draw(state) and not needs_a_worker(state))


def draw_stage_lots(work: Work, stage: Stage) -> bool:
    """Let lots decide at the lines of a stage where nothing else does; return whether one was drawn."""
    sets = level(work.state, stage)
    for together in sets:
        work.note(happened.StageLotDrawn(stage.number, work.chance.shuffled(together)))
    return bool(sets)


def begin(work: Work, stage: Stage) -> None:
    """Begin a stage with those who qualified for it."""
    work.note(happened.StageStarted(stage.number, groups_of_next(work.state, stage)))


def publish(work: Work, stage: Stage, draw: happened.Draw, *, is_adjusted: bool = False) -> None:
    """Make a draw known."""
    work.note(happened.StageRoundDrawn(stage.number, last_part(work, stage, draw), is_adjusted))


def last_part(work: Work, stage: Stage, draw: happened.Draw) -> happened.Draw:
    """Note all parts of a draw but the last, and return that."""
    *first, last = parts(draw)
    for part in first:
        work.note(happened.DrawPart(stage.number, part))
    return last


def _is_played(state: State) -> bool:
    return state.status == RUNNING and not state.is_paused


def _is_drawn_out(state: State) -> bool:
    return _is_played(state) and all(stage.is_drawn_out for stage in state.stages)


def _is_over(work: Work) -> bool:
    return all(is_complete(work.state, stage) for stage in work.state.stages)


def _goes_on(work: Work) -> bool:
    """Draw lots, the next round, or begin the next stage, if it is time for it."""
    state, stage = work.state, work.state.stage
    if is_tied(state):
        by_lot = [] if state.settings.lots_by_hand else [one for one in state.stages if one.groups]
        return any(draw_stage_lots(work, one) for one in by_lot)
    if not _is_drawn_out(state):
        return False
    if is_complete(state, stage):
        return _begins(work)
    if state.settings.by_hand or is_large(state, stage):
        return False
    draw = next_draw(state, stage, work.lot_seed())
    assert draw is not None  # a stage that is not complete has more to draw
    publish(work, stage, draw)
    return True


def _begins(work: Work) -> bool:
    following = work.state.next_stage
    assert following is not None  # without one the competition is over
    if work.state.settings.by_hand and not _has_nobody(work.state, following):
        return False
    begin(work, following)
    return True


def _has_nobody(state: State, following: Stage) -> bool:
    """Whether so few are left for the next stage that there is nothing to draw, and nobody to decide it."""
    return sum(map(len, groups_of_next(state, following))) < 2


def _walkovers(work: Work, stage: Stage) -> bool:
    """Give the matches that nobody has begun to those who are still in, where too few are left to play."""
    gone = work.state.gone()
    if not gone:
        return False
    for match in stage.matches.values():
        here = match.without(gone)
        if match.is_reopened or not match.is_waiting or match.table:
            continue
        if len(here) < len(match.entrants):
            if len(here) > max(1, match.round.advance):
                continue
            kind = result_kinds.WALKOVER if here else result_kinds.DOUBLE_FORFEIT
            finishes = [Finish(one, place) for place, one in enumerate(here, start=1)]
            absent = [one for one in match.entrants if one in gone] if here else []
            record_result(work, stage, match, finishes, kind, absent)
            return True
    return False
