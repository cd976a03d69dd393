"""Automatic consequences: walkovers, the next draw, the next stage, the end."""

from league.rules.competition import events
from league.rules.competition.draw_parts import parts
from league.rules.competition.stage import Match, Stage
from league.rules.competition.state import FINISHED, RUNNING, State
from league.rules.decisions.lots import draw_stage_lots
from league.rules.decisions.unit_of_work import Work
from league.rules.decisions.walkovers import give_walkover
from league.rules.settings.stages import ARENA
from league.rules.settings.venues import AT_TABLES
from league.rules.stages import play_offs
from league.rules.stages.arena_seating import is_kept_back, is_time_to_seat, next_seating
from league.rules.stages.next_draw import is_complete, is_large, next_draw
from league.rules.stages.next_groups import groups_of_next, ties
from league.rules.stages.stage_standings import winners


def apply_follow_ups(work: Work) -> None:
    """Apply everything that needs nobody's decision; nothing while the competition is paused."""
    settle(work)
    while _is_played(work.state) and (seat_free_players(work) or _advance(work)):
        settle(work)


def seat_free_players(work: Work, *, is_patient: bool = True) -> bool:
    """Give the free players of an arena tables, if it is time; return whether somebody got one."""
    state, stage = work.state, work.state.stage
    if not is_time_to_seat(state, stage, is_patient=is_patient):
        return False
    publish(work, stage, next_seating(state, stage, work.lot_seed()))
    return True


def settle(work: Work) -> None:
    """Apply what undoing a correction also undoes: walkovers, the end, and the reopening after the end.

    The seats of play-offs follow the tables. A correction does no more than this, so that nothing of its
    consequences is left when it is undone. What else it makes possible waits for `GoOn`, or for the next
    command.
    """
    state = work.state
    rank_divisions(work)
    if state.status == FINISHED and not _is_over(work):
        work.note(events.CompetitionReopened())
    while _is_played(state) and any(give_walkover(work, stage) for stage in state.stages if stage.groups):
        rank_divisions(work)
    is_at_an_end = _is_played(state) and state.next_stage is None and _is_over(work)
    if is_at_an_end or (state.status == FINISHED and state.winners != winners(state)):
        work.note(events.CompetitionFinished(winners(state)))


def rank_divisions(work: Work) -> None:
    """Record the entrants for the seats of play-offs, where they have changed."""
    for stage in work.state.stages:
        if stage.play_offs is not None or play_offs.are_drafted(stage):
            tables = play_offs.final_tables(work.state, stage)
            if tables != stage.divisions:
                work.note(events.DivisionsRanked(stage.number, tables))


def is_tied(state: State) -> bool:
    """Whether only a lot can decide who advances, moves or plays off."""
    return _is_played(state) and any(ties(state, stage) for stage in state.stages if stage.groups)


def can_draw(state: State) -> bool:
    """Whether the next draw can be made now, of the next stage if the current stage is over."""
    if not _is_drawn_out(state) or is_tied(state) or is_arena(state):
        return False
    return not is_complete(state, state.stage) or state.next_stage is not None


def is_draw_pending(state: State) -> bool:
    """Whether a draw, a lot or the next stage waits for `GoOn`: of a large stage, or after a correction."""
    if is_tied(state):
        return not state.settings.lots_by_hand
    if is_arena(state):
        return _is_played(state) and is_kept_back(state, state.stage)
    if not _is_drawn_out(state):
        return False
    if not is_complete(state, state.stage):
        return not state.settings.by_hand
    following = state.next_stage
    return following is not None and (not state.settings.by_hand or _has_too_few(state, following))


def is_arena(state: State) -> bool:
    """Whether an arena is going on, which seats free players without a draft."""
    stage = state.stage
    return stage.settings.format == ARENA and not is_complete(state, stage)


def needs_worker(state: State) -> bool:
    """Whether the next round of a large stage waits to be drawn, which takes too long for a request."""
    stage = state.stage
    return is_draw_pending(state) and not is_complete(state, stage) and is_large(state, stage)


def matches_without_table(state: State) -> list[Match]:
    """Return the matches that could be played now at a table of this site and have none.

    Nobody sits at two tables at once: a match waits for the earlier matches of its entrants. Empty in a
    pause, or where results come from elsewhere.
    """
    matches: list[Match] = []
    busy: set[int] = set()
    if not _is_played(state) or state.settings.venue not in AT_TABLES:
        return matches
    for match in state.stage.matches.values():
        if match.is_waiting:
            if not match.table and busy.isdisjoint(match.entrants):
                matches.append(match)
            busy.update(match.entrants)
    return matches


def is_waiting_for_clock(state: State) -> bool:
    """Whether a draw, a stage or a table waits for the clock after a correction."""
    return bool(matches_without_table(state)) or (is_draw_pending(state) and not needs_worker(state))


def begin(work: Work, stage: Stage) -> None:
    """Begin a stage with the entrants who qualified for it."""
    work.note(events.StageStarted(stage.number, groups_of_next(work.state, stage)))


def publish(work: Work, stage: Stage, draw: events.Draw, *, is_adjusted: bool = False) -> None:
    """Publish a draw."""
    work.note(events.StageRoundDrawn(stage.number, last_part(work, stage, draw), is_adjusted))


def last_part(work: Work, stage: Stage, draw: events.Draw) -> events.Draw:
    """Record all parts of a draw but the last, and return the last."""
    *first, last = parts(draw)
    for part in first:
        work.note(events.DrawPart(stage.number, part))
    return last


def _is_played(state: State) -> bool:
    return state.status == RUNNING and not state.is_paused


def _is_drawn_out(state: State) -> bool:
    return _is_played(state) and all(stage.is_drawn_out for stage in state.stages)


def _is_over(work: Work) -> bool:
    return all(is_complete(work.state, stage) for stage in work.state.stages)


def _advance(work: Work) -> bool:
    """Draw lots, the next round, or begin the next stage, if it is time for it."""
    state, stage = work.state, work.state.stage
    if is_tied(state):
        by_lot = (
            []
            if state.settings.lots_by_hand
            else [stage_with_groups for stage_with_groups in state.stages if stage_with_groups.groups]
        )
        return any(draw_stage_lots(work, tied_stage) for tied_stage in by_lot)
    if not _is_drawn_out(state):
        return False
    if is_complete(state, stage):
        return _begin_next_stage(work)
    if is_arena(state):
        return False
    if state.settings.by_hand or is_large(state, stage):
        return False
    draw = next_draw(state, stage, work.lot_seed())
    assert draw is not None  # a stage that is not complete has more to draw
    publish(work, stage, draw)
    return True


def _begin_next_stage(work: Work) -> bool:
    following = work.state.next_stage
    assert following is not None  # without a next stage the competition is over
    if work.state.settings.by_hand and not _has_too_few(work.state, following):
        return False
    begin(work, following)
    return True


def _has_too_few(state: State, following: Stage) -> bool:
    """Whether too few are left for the next stage, so that there is nothing to draw or to decide."""
    return sum(map(len, groups_of_next(state, following))) < 2
