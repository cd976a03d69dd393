"""Changes after the announcement: settings, a draw that is taken back, a competition that is deleted."""

from typing import Any, Final

import msgspec

from games.rules.base.language import _
from games.rules.base.refusal import IllegalCommand
from games.rules.base.spelling import spelled
from league.rules.competition import commands, events
from league.rules.competition.state import BEFORE_START, RUNNING, State
from league.rules.decisions.announcement import check_announcement, named
from league.rules.decisions.unit_of_work import Work
from league.rules.settings.stages import ARENA

_BEFORE_START_ONLY: Final = ("stages", "limit", "venue", "is_casual", "entry")


def change_settings(work: Work, command: commands.ChangeSettings) -> None:
    """Change settings: all before the start, later those that concern only what is still to come."""
    state = work.state
    if state.status not in (*BEFORE_START, RUNNING):
        raise IllegalCommand("finished", _("The competition is over."))
    changes = _changes(state, command)
    if not changes:
        raise IllegalCommand("nothing_changes", _("Nothing has changed."))
    if state.status == RUNNING and any(name in changes for name in _BEFORE_START_ONLY):
        raise IllegalCommand(
            "already_started",
            _("After the start, format, points, venue, spaces, rating and who can enter stay as they are."),
        )
    settings = msgspec.structs.replace(state.settings, **changes)
    facts = msgspec.structs.asdict(settings)
    check_announcement(commands.Create(**{name: facts[name] for name in commands.Create.__struct_fields__}))
    work.note(events.SettingsChanged(**changes))


def delete(work: Work, _command: commands.Delete) -> None:
    """Delete a competition that has never started."""
    if work.state.status not in BEFORE_START:
        raise IllegalCommand(
            "already_started", _("Only a competition that has never started can be deleted.")
        )
    work.note(events.CompetitionDeleted())


def unpublish(work: Work, _command: commands.Unpublish) -> None:
    """Take the last draw back; refused once a result of it counts."""
    work.must_run()
    if not can_unpublish(work.state):
        raise IllegalCommand(
            "already_played", _("These pairings cannot be taken back: something of them was already played.")
        )
    stage = work.state.stage
    tables = [
        stage.matches[match.id].table for planned in stage.draws[-1].rounds for match in planned.matches
    ]
    work.note(events.DrawUnpublished(stage.number, [table for table in tables if table]))


def can_unpublish(state: State) -> bool:
    """Whether the last draw of the stage can be taken back: none of its matches has a result."""
    stage = state.stage
    if state.status != RUNNING or not stage.draws or stage.draft is not None or stage.play_offs is not None:
        return False
    if stage.settings.format == ARENA:
        return False
    matches = {match.id for planned in stage.draws[-1].rounds for match in planned.matches}
    return not any(stage.matches[key].result for key in matches) and not any(
        key in matches for key, _met in stage.reopened
    )


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
