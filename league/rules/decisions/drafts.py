"""The draft of a draw: make, change, discard and publish it; draw at once; take a published draw back."""

from collections.abc import Mapping

from games.rules.base.chance import Chance
from games.rules.base.language import _
from games.rules.base.refusal import IllegalCommand
from league.rules.brackets.parties import pairs_apart
from league.rules.competition import commands, events
from league.rules.competition.draft import can_swap, seats, with_names
from league.rules.competition.events import Draw
from league.rules.competition.stage import Stage
from league.rules.competition.state import RUNNING, State
from league.rules.decisions.consequences import (
    apply_follow_ups,
    begin,
    is_arena,
    is_draw_pending,
    is_tied,
    last_part,
    publish,
    rank_divisions,
    seat_free_players,
)
from league.rules.decisions.unit_of_work import Work
from league.rules.settings.stages import ARENA, SEASON, SWISS
from league.rules.stages import play_offs
from league.rules.stages.next_draw import Progress, are_play_offs_due, is_complete, next_draw, with_costs
from league.rules.stages.round_by_round import still_in


def make_draft(work: Work, command: commands.MakeDraft) -> None:
    """Propose the next draw; if the current stage is over, the next stage begins with it."""
    _ready_to_draw(work)
    state = work.state
    draw = command.draw or next_draw(state, state.stage, work.lot_seed())
    if draw is None:
        raise IllegalCommand("nothing_to_draw", _("Everything is already paired."))
    _check_ready(state, command.draw)
    work.note(events.DraftMade(state.stage.number, last_part(work, state.stage, draw)))
    rank_divisions(work)


def swap(work: Work, command: commands.SwapInDraft) -> None:
    """Swap two seats of the draft."""
    stage, draft = _draft(work)
    known = {seat for planned in draft.rounds for seat, _who in seats(planned)}
    if not {command.one, command.other} <= known:
        raise IllegalCommand("unknown_seat", _("There is no such seat in the draft."))
    if command.one == command.other:
        raise IllegalCommand("same_seat", _("These are the same seat: choose two different seats."))
    if play_offs.are_drafted(stage):
        raise IllegalCommand(
            "play_offs_follow",
            _("The play-offs follow from the final standings: their players cannot be swapped."),
        )
    if not can_swap(draft, command.one, command.other):
        raise IllegalCommand(
            "bad_swap", _("These two cannot swap: choose two players of one round who are already known.")
        )
    work.note(events.DraftAdjusted(stage.number, command.one, command.other))


def discard(work: Work, _command: commands.DiscardDraft) -> None:
    """Discard the proposal."""
    stage, _ = _draft(work)
    work.note(events.DraftDiscarded(stage.number))


def publish_draft(work: Work, _command: commands.Publish) -> None:
    """Publish the draft as it is now; refused when entrants or parties have changed since."""
    stage, draft = _draft(work)
    if is_draft_stale(work.state, stage):
        raise IllegalCommand(
            "draft_stale",
            _(
                "The entrants, or who belongs together, have changed since this draft was made. Make a "
                "new draft."
            ),
        )
    is_adjusted = draft != stage.proposal
    if is_adjusted:
        draft = with_costs(work.state, stage, draft)
    publish(work, stage, draft, is_adjusted=is_adjusted)
    apply_follow_ups(work)


def go_on(work: Work, command: commands.GoOn) -> None:
    """Draw the next round of a large stage, or what a correction has made possible."""
    state = work.state
    if not is_draw_pending(state):
        raise IllegalCommand("nothing_to_draw", _("There is nothing left to pair."))
    if is_arena(state):
        seat_free_players(work, is_patient=False)
    elif not is_tied(state) and not is_complete(state, state.stage):
        draw = command.draw or next_draw(state, state.stage, work.lot_seed())
        assert draw is not None  # what is left to draw can be drawn
        _check_ready(state, command.draw)
        publish(work, state.stage, draw)
    apply_follow_ups(work)


def drawn_ahead(state: State, seed: str, progress: Progress | None = None) -> Draw | None:
    """Return the draw that `MakeDraft` or `GoOn` would make, to be passed to them; the state is unchanged.

    It may take 20 seconds. Refusals are those of `MakeDraft`.
    """
    work = Work(state, Chance(seed.encode()))
    _ready_to_draw(work)
    return next_draw(work.state, work.state.stage, seed, progress)


def ready_to_draw(state: State) -> State:
    """Return the state for the next draw: with the next stage if the current stage is over.

    The given state is left unchanged. Refusals are those of `MakeDraft`.
    """
    work = Work(state, Chance(b"nothing is drawn here"))
    _ready_to_draw(work)
    return work.state


def is_draft_stale(state: State, stage: Stage) -> bool:
    """Whether a stage has a draft whose entrants, or their parties, have changed since."""
    if stage.draft is None:
        return False
    if not is_current(state, stage, stage.draft):
        return True
    are_same = _pairs_apart(stage.parties, stage) == _pairs_apart(state.parties(), stage)
    return not are_same and not play_offs.are_drafted(stage)


def is_current(state: State, stage: Stage, draft: Draw) -> bool:
    """Whether all entrants of the draft are still in, and no late entrant is missing."""
    if any(planned.is_play_off for planned in draft.rounds):
        return are_play_offs_due(state, stage) and draft.rounds == [play_offs.planned(stage)]
    gone = state.gone()
    named_now = _named(with_names(draft, stage))
    if named_now & gone:
        return False
    drawn = {planned.group for planned in draft.rounds}
    if stage.settings.is_redrawn and stage.rounds:
        return named_now == {entrant for group in drawn for entrant in still_in(state, stage, group)}
    if stage.settings.format not in (SEASON, SWISS) and stage.rounds:
        return True
    expected = {entrant for group in drawn for entrant in stage.groups[group] if entrant not in gone}
    return expected <= named_now


def unpublish(work: Work, _command: commands.Unpublish) -> None:
    """Take the last draw back; refused once a result of it counts."""
    work.must_run()
    if not can_unpublish(work.state):
        raise IllegalCommand(
            "already_played", _("These pairings cannot be taken back: some of them have already been played.")
        )
    stage = work.state.stage
    tables = [
        stage.matches[match.id].table for planned in stage.draws[-1].rounds for match in planned.matches
    ]
    work.note(events.DrawUnpublished(stage.number, [table for table in tables if table]))


def can_unpublish(state: State) -> bool:
    """Whether the last draw of the stage can be taken back: no result of it was played for, or counts now."""
    stage = state.stage
    if state.status != RUNNING or not stage.draws or stage.draft is not None or stage.play_offs is not None:
        return False
    if stage.settings.format == ARENA:
        return False
    matches = {match.id for planned in stage.draws[-1].rounds for match in planned.matches}
    return not any(stage.matches[key].is_played for key in matches)


def _ready_to_draw(work: Work) -> None:
    work.must_run()
    state = work.state
    if state.is_paused:
        raise IllegalCommand("paused", _("The competition is paused: resume it first."))
    if is_arena(state):
        raise IllegalCommand(
            "arena", _("In an arena players are seated as soon as they are free: there are no drafts.")
        )
    if is_tied(state):
        raise IllegalCommand("tie_at_the_line", _("A tie must be decided first."))
    if any(not stage.is_drawn_out for stage in state.stages):
        raise IllegalCommand("still_playing", _("The next pairings need the results of this round first."))
    following = state.next_stage
    if is_complete(state, state.stage) and following is not None:
        begin(work, following)


def _check_ready(state: State, draw: Draw | None) -> None:
    """Refuse a prepared draw that no longer fits."""
    if draw is None:
        return
    ids = {match.id for planned in draw.rounds for match in planned.matches}
    if ids & state.stage.matches.keys() or not is_current(state, state.stage, draw):
        raise IllegalCommand(
            "draft_stale", _("The entrants have changed since these pairings were made. Make new pairings.")
        )


def _draft(work: Work) -> tuple[Stage, Draw]:
    work.must_run()
    stage = work.state.stage
    if stage.draft is None:
        raise IllegalCommand("no_draft", _("There are no draft pairings."))
    return stage, stage.draft


def _named(draw: Draw) -> set[int]:
    """Return the entrants named in a draw, byes included."""
    return {slot.entrant for planned in draw.rounds for _seat, slot in seats(planned)} - {0}


def _pairs_apart(parties: Mapping[int, str], stage: Stage) -> set[frozenset[int]]:
    """Return the pairs of a stage that should not meet."""
    here = {entrant for group in stage.groups for entrant in group}
    return {pair for pair in pairs_apart(parties) if pair <= here}
