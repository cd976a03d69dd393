"""The life cycle of a competition: announced, changed, started, paused, cancelled, archived, deleted."""

from typing import Any, Final

import msgspec

from games.rules.base.language import _
from games.rules.base.refusal import IllegalCommand
from games.rules.base.spelling import spelled
from league.rules.competition import commands, events
from league.rules.competition.state import BEFORE_START, CANCELLED, FINISHED, NEW, RUNNING, State
from league.rules.decisions.announcement import check_announcement, check_tables, low_wins, named
from league.rules.decisions.check_in import take_out_no_shows
from league.rules.decisions.consequences import apply_follow_ups, begin
from league.rules.decisions.unit_of_work import Work
from league.rules.settings.competition_settings import CompetitionSettings
from league.rules.tiebreaks import chain

_BEFORE_START_ONLY: Final = ("stages", "limit", "venue", "is_casual", "entry")
_OF_THE_RULEBOOK: Final = ("rulebook", "options", "rulebook_title")


def create(work: Work, command: commands.Create) -> None:
    """Announce a competition."""
    if work.state.status != NEW:
        raise IllegalCommand("already_created", _("This competition has already been created."))
    check_announcement(command)
    settings = msgspec.structs.asdict(command) | {
        "name": spelled(command.name),
        "stages": named(command.stages),
        "low_wins": low_wins(command.rulebook, command.options),
    }
    work.note(events.CompetitionCreated(**settings))


def change_settings(work: Work, command: commands.ChangeSettings) -> None:
    """Change settings: all before the start, later those that concern only what is still to come.

    The rulebook changes until a match has begun; the tables that are open are opened again.
    """
    state = work.state
    if state.status not in (*BEFORE_START, RUNNING):
        raise IllegalCommand("finished", _("The competition is over."))
    changes = _changes(state, command)
    if not changes:
        raise IllegalCommand("nothing_changes", _("Nothing has changed."))
    if state.status == RUNNING and any(name in changes for name in _BEFORE_START_ONLY):
        raise IllegalCommand(
            "already_started",
            _(
                "After the start, format, points, real cards or online play, spaces, rating and who can "
                "enter stay as they are."
            ),
        )
    settings = msgspec.structs.replace(state.settings, **changes)
    if any(name in changes for name in _OF_THE_RULEBOOK):
        changes |= _with_rulebook(state, settings)
    facts = msgspec.structs.asdict(settings)
    check_announcement(commands.Create(**{name: facts[name] for name in commands.Create.__struct_fields__}))
    work.note(events.SettingsChanged(**changes))
    if changes.get("tables"):
        apply_follow_ups(work)


def can_change_rulebook(state: State) -> bool:
    """Whether no match has been played yet, as far as the competition knows: tables know of their deals."""
    if state.status in BEFORE_START:
        return True
    matches = [match for stage in state.stages for match in stage.matches.values()]
    return state.status == RUNNING and not any(match.is_reopened or match.is_played for match in matches)


def tables_to_close(state: State) -> list[int]:
    """Return the tables in play, which a change of the rulebook closes."""
    matches = [match for stage in state.stages for match in stage.matches.values()]
    return [match.table for match in matches if match.is_waiting and match.table]


def rulebook_stays() -> IllegalCommand:
    """Return the refusal of another rulebook once a match has begun."""
    return IllegalCommand(
        "already_played", _("A match has already begun: rulebook and target stay as they are.")
    )


def can_delete(state: State) -> bool:
    """Whether a competition has never started; it may have been called off."""
    return state.status in BEFORE_START or (state.status == CANCELLED and not state.stages[0].groups)


def delete(work: Work, _command: commands.Delete) -> None:
    """Delete a competition that has never started."""
    if not can_delete(work.state):
        raise IllegalCommand(
            "already_started", _("Only a competition that has never started can be deleted.")
        )
    work.note(events.CompetitionDeleted())


def start(work: Work, _command: commands.Start) -> None:
    """Close the entries and begin the first stage, only with checked-in entrants if there was a check-in."""
    state = work.state
    if state.status not in BEFORE_START:
        raise IllegalCommand("already_started", _("The competition has already started."))
    take_out_no_shows(work)
    order = [entrant.number for entrant in state.active()]
    check_tables(state.settings, len(order))
    work.note(events.CompetitionStarted(order))
    begin(work, state.stages[0])
    apply_follow_ups(work)


def choose_tiebreaks(work: Work, command: commands.ChooseTieBreaks) -> None:
    """Choose the chain of tie-breaks of a stage; an empty chain is the default of the format."""
    state = work.state
    if state.status == CANCELLED:
        raise IllegalCommand("cancelled", _("The competition was called off."))
    if not 1 <= command.stage <= len(state.stages):
        raise IllegalCommand("unknown_stage", _("There is no such stage in this competition."))
    stage = state.stages[command.stage - 1]
    if stage.settings.is_knock_out:
        raise IllegalCommand("no_tie_breaks", _("In a knock-out the matches decide, not tie-breaks."))
    chain(command.codes)
    if list(command.codes) == stage.tiebreaks:
        raise IllegalCommand("nothing_changes", _("The standings are already decided in this order."))
    work.note(events.TieBreaksChosen(command.stage, command.codes))
    apply_follow_ups(work)


def pause(work: Work, _command: commands.Pause) -> None:
    """Draw nothing and open no table until the competition is resumed."""
    work.must_run()
    if work.state.is_paused:
        raise IllegalCommand("paused", _("The competition is already paused."))
    work.note(events.CompetitionPaused())


def resume(work: Work, _command: commands.Resume) -> None:
    """Continue after a pause."""
    if not work.state.is_paused:
        raise IllegalCommand("not_paused", _("The competition is not paused."))
    work.note(events.CompetitionResumed())
    apply_follow_ups(work)


def cancel(work: Work, command: commands.Cancel) -> None:
    """Cancel the competition; the results so far remain."""
    if work.state.status in (FINISHED, CANCELLED):
        raise IllegalCommand("finished", _("The competition is over."))
    work.note(events.CompetitionCancelled(command.reason.strip()[:200]))


def archive(work: Work, _command: commands.Archive) -> None:
    """Archive a competition."""
    if work.state.is_archived:
        raise IllegalCommand("archived", _("The competition is already in the archive."))
    if work.state.status == RUNNING:
        raise IllegalCommand(
            "still_running", _("The competition is being played: finish it or call it off first.")
        )
    work.note(events.CompetitionArchived())


def restore(work: Work, _command: commands.Restore) -> None:
    """Take a competition out of the archive."""
    if not work.state.is_archived:
        raise IllegalCommand("not_archived", _("The competition is not in the archive."))
    work.note(events.CompetitionRestored())


def _with_rulebook(state: State, settings: CompetitionSettings) -> dict[str, Any]:
    """Return what changes with the rulebook: whether low totals are better, and which tables close."""
    if not can_change_rulebook(state):
        raise rulebook_stays()
    if state.status == RUNNING:
        check_tables(settings, sum(map(len, state.stages[0].groups)))
    is_low = low_wins(settings.rulebook, settings.options)
    changed = {"low_wins": is_low} if is_low != state.settings.low_wins else {}
    return {**changed, "tables": tables_to_close(state)}


def _changes(state: State, command: commands.ChangeSettings) -> dict[str, Any]:
    """Return the fields that differ from what holds now, as they are to be stored."""
    wanted = msgspec.structs.asdict(command)
    if command.name is not None:
        wanted["name"] = spelled(command.name)
    if command.stages is not None:
        wanted["stages"] = named(command.stages)
    return {
        name: value
        for name, value in wanted.items()
        if value is not None and value != getattr(state.settings, name)
    }
