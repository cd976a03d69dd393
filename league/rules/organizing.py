"""The life of a competition: announced, started, drawn, paused, called off, put away."""

from games.rules.chance import Chance
from games.rules.refusal import IllegalCommand
from league.rules import commands as asked
from league.rules import events as happened
from league.rules.announcement import check_announcement, check_tables, low_wins, named
from league.rules.drawing import Progress, is_complete, next_draw, weighed
from league.rules.entries import take_out_no_shows
from league.rules.events import Draw
from league.rules.evolve import swapped
from league.rules.follow_ups import begin, follow, is_left_to_draw, publish
from league.rules.qualifying import level
from league.rules.stage import Stage
from league.rules.stages import KNOCK_OUTS, SEASON, SWISS
from league.rules.state import BEFORE_START, CANCELLED, FINISHED, NEW, RUNNING, State
from league.rules.tiebreaks import chain
from league.rules.work import Work


def create(work: Work, command: asked.Create) -> None:
    """Announce a competition."""
    if work.state.status != NEW:
        raise IllegalCommand("already_created", "This competition has been created already.")
    check_announcement(command)
    work.note(
        happened.CompetitionCreated(
            club=command.club,
            name=command.name.strip(),
            stages=named(command.stages),
            rulebook=command.rulebook,
            options=command.options,
            turn_seconds=command.turn_seconds,
            bot_pause_ms=command.bot_pause_ms,
            low_wins=low_wins(command.rulebook, command.options),
            rulebook_title=command.rulebook_title,
            bank_seconds=command.bank_seconds,
            away_after=command.away_after,
            limit=command.limit,
            online=command.online,
            by_hand=command.by_hand,
            lots_by_hand=command.lots_by_hand,
        )
    )


def start(work: Work, _command: asked.Start) -> None:
    """Close the entries and begin the first stage, with those who checked in if a check-in was asked for."""
    state = work.state
    if state.status not in BEFORE_START:
        raise IllegalCommand("already_started", "The competition has been started already.")
    take_out_no_shows(work)
    order = [one.number for one in state.active()]
    check_tables(state.settings, len(order))
    work.note(happened.CompetitionStarted(order))
    begin(work, state.stages[0])
    follow(work)


def make_draft(work: Work, command: asked.MakeDraft) -> None:
    """Propose the next draw; if the current stage is over, the next one begins with it."""
    _ready_to_draw(work)
    state = work.state
    draw = command.draw or next_draw(state, state.stage, work.lot_seed())
    if draw is None:
        raise IllegalCommand("nothing_to_draw", "Everything is drawn already.")
    _check_ready(state, command.draw)
    work.note(happened.DraftMade(state.stage.number, draw))


def go_on(work: Work, command: asked.GoOn) -> None:
    """Draw the next round of a large stage."""
    state = work.state
    if not is_left_to_draw(state):
        raise IllegalCommand("nothing_to_draw", "No draw is left to be made.")
    draw = command.draw or next_draw(state, state.stage, work.lot_seed())
    assert draw is not None  # what is left to draw can be drawn
    _check_ready(state, command.draw)
    publish(work, state.stage, draw)
    follow(work)


def drawn_ahead(state: State, seed: str, progress: Progress | None = None) -> Draw | None:
    """Return what `MakeDraft` or `GoOn` would draw, for them to carry; the state is left as it is.

    It may take 20 seconds. Refusals are those of `MakeDraft`.
    """
    work = Work(state, Chance(seed.encode()))
    _ready_to_draw(work)
    return next_draw(work.state, work.state.stage, seed, progress)


def _ready_to_draw(work: Work) -> None:
    state = work.state
    _must_run(state)
    if state.is_paused:
        raise IllegalCommand("paused", "The competition is paused: let it go on first.")
    if any(not stage.is_drawn_out for stage in state.stages):
        raise IllegalCommand("still_playing", "The next draw needs the results of this round first.")
    following = state.next_stage
    if is_complete(state, state.stage) and following is not None:
        if level(state, state.stage):
            raise IllegalCommand(
                "tie_at_the_line", "A lot has to decide first who goes on to the next stage."
            )
        begin(work, following)
        if min(len(group) for group in following.groups) < 2:
            raise IllegalCommand("too_few_entrants", "At least 2 entrants are needed for the next stage.")


def _check_ready(state: State, draw: Draw | None) -> None:
    """Refuse a draw made beforehand that does not fit any more."""
    if draw is None:
        return
    ids = {match.id for planned in draw.rounds for match in planned.matches}
    if ids & state.stage.matches.keys() or not is_current(state, state.stage, draw):
        raise IllegalCommand("draft_stale", "Who is in has changed since this draw was made: make it anew.")


def swap(work: Work, command: asked.SwapInDraft) -> None:
    """Swap two seats of the draft."""
    stage, draft = _draft(work.state)
    seats = {match.id: len(match.slots) for planned in draft.rounds for match in planned.matches}
    for match, index in (command.one, command.other):
        if not 0 <= index < seats.get(match, 0):
            raise IllegalCommand("unknown_seat", "There is no such seat in the draft.")
    if command.one == command.other:
        raise IllegalCommand("same_seat", "These are the same seat: choose two different ones.")
    changed = swapped(draft, command.one, command.other)
    if not _fits(changed, draft):
        raise IllegalCommand("bad_swap", "These two cannot change places: one comes from a match before.")
    work.note(happened.DraftAdjusted(stage.number, command.one, command.other))


def discard(work: Work, _command: asked.DiscardDraft) -> None:
    """Drop the proposal."""
    stage, _ = _draft(work.state)
    work.note(happened.DraftDiscarded(stage.number))


def publish_draft(work: Work, _command: asked.Publish) -> None:
    """Publish the draft as it is now; refused when it no longer fits who is in."""
    stage, draft = _draft(work.state)
    if not is_current(work.state, stage, draft):
        raise IllegalCommand("draft_stale", "Who is in has changed since this draft was made: make it anew.")
    is_adjusted = draft != stage.proposal
    if is_adjusted:
        draft = weighed(work.state, stage, draft)
    publish(work, stage, draft, is_adjusted=is_adjusted)
    follow(work)


def assign(work: Work, command: asked.AssignTables) -> None:
    """Note at which table each match is played."""
    stage = work.state.stage
    _must_run(work.state)
    for match_id, table in command.tables.items():
        match = stage.matches.get(match_id)
        if match is None:
            raise IllegalCommand("unknown_match", "There is no such match in this stage.")
        if match.table:
            raise IllegalCommand("table_assigned", "This match has its table already.")
        if not match.is_playable:
            raise IllegalCommand("not_ready", "It is not known yet who plays this match.")
        seated = match.without(work.state.gone())
        work.note(happened.TableAssigned(stage.number, match_id, match.entrants, table, seated))


def choose_tiebreaks(work: Work, command: asked.ChooseTieBreaks) -> None:
    """Choose the chain of tie-breaks of a stage; an empty one is that of the format."""
    state = work.state
    if state.status == CANCELLED:
        raise IllegalCommand("cancelled", "The competition was called off.")
    if not 1 <= command.stage <= len(state.stages):
        raise IllegalCommand("unknown_stage", "There is no such stage in this competition.")
    stage = state.stages[command.stage - 1]
    if stage.settings.is_knock_out:
        raise IllegalCommand("no_tie_breaks", "In a knock-out the matches decide, and no tie-breaks.")
    chain(command.codes)
    if list(command.codes) == stage.tiebreaks:
        raise IllegalCommand("nothing_changes", "The standings are decided in this order already.")
    work.note(happened.TieBreaksChosen(command.stage, command.codes))
    follow(work)


def pause(work: Work, _command: asked.Pause) -> None:
    """Draw nothing and open no table until it goes on."""
    _must_run(work.state)
    if work.state.is_paused:
        raise IllegalCommand("paused", "The competition is paused already.")
    work.note(happened.CompetitionPaused())


def resume(work: Work, _command: asked.Resume) -> None:
    """Go on after a pause."""
    if not work.state.is_paused:
        raise IllegalCommand("not_paused", "The competition is not paused.")
    work.note(happened.CompetitionResumed())
    follow(work)


def cancel(work: Work, command: asked.Cancel) -> None:
    """Call the competition off; what was played stays."""
    if work.state.status in (FINISHED, CANCELLED):
        raise IllegalCommand("finished", "The competition is over.")
    work.note(happened.CompetitionCancelled(command.reason.strip()[:200]))


def archive(work: Work, _command: asked.Archive) -> None:
    """Put a competition out of sight."""
    if work.state.is_archived:
        raise IllegalCommand("archived", "The competition is in the archive already.")
    if work.state.status == RUNNING:
        raise IllegalCommand(
            "still_running", "The competition is being played: finish it or call it off first."
        )
    work.note(happened.CompetitionArchived())


def restore(work: Work, _command: asked.Restore) -> None:
    """Take a competition out of the archive."""
    if not work.state.is_archived:
        raise IllegalCommand("not_archived", "The competition is not in the archive.")
    work.note(happened.CompetitionRestored())


def _must_run(state: State) -> None:
    if state.status != RUNNING:
        raise IllegalCommand("not_running", "The competition is not being played.")


def _draft(state: State) -> tuple[Stage, Draw]:
    _must_run(state)
    stage = state.stage
    if stage.draft is None:
        raise IllegalCommand("no_draft", "There is no draft of a draw.")
    return stage, stage.draft


def _named(draw: Draw) -> set[int]:
    """Return the entrants whom a draw names, byes included."""
    slots = {slot.entrant for planned in draw.rounds for match in planned.matches for slot in match.slots}
    return (slots | {one for planned in draw.rounds for one in planned.byes}) - {0}


def is_current(state: State, stage: Stage, draft: Draw) -> bool:
    """Whether everybody whom the draft names is in, and nobody who came late is missing."""
    gone = state.gone()
    named_now = _named(draft)
    if named_now & gone:
        return False
    if stage.settings.format not in (SEASON, SWISS) and stage.rounds:
        return True
    drawn = {planned.group for planned in draft.rounds}
    expected = {one for group in drawn for one in stage.groups[group] if one not in gone}
    return stage.settings.format in KNOCK_OUTS or expected <= named_now


def _fits(changed: Draw, before: Draw) -> bool:
    """Whether a swap leaves everybody once in every round, and every later seat behind its match."""
    for planned, was in zip(changed.rounds, before.rounds, strict=True):
        slots = [slot for match in planned.matches for slot in match.slots]
        old = [slot for match in was.matches for slot in match.slots]
        taken = [(slot.entrant, slot.of, slot.place) for slot in slots if not slot.is_bye]
        if len(set(taken)) < len(taken) or set(planned.byes) & {slot.entrant for slot in slots}:
            return False
        if any(bool(new.of) != bool(slot.of) for new, slot in zip(slots, old, strict=True)):
            return False
    return True
