"""An arena: until when free players get tables, and who takes a break."""

from games.rules.base.language import _
from games.rules.base.refusal import IllegalCommand
from league.rules.competition import commands, events
from league.rules.competition.state import State
from league.rules.decisions.consequences import apply_follow_ups, is_arena
from league.rules.decisions.unit_of_work import Work
from league.rules.stages.arena_seating import is_open

_LATEST = 253_402_300_000
"""The end of the year 9999, in seconds since 1970."""


def open_seating(work: Work, command: commands.OpenSeating) -> None:
    """Set until when free players get tables; the first time they get them at once."""
    stage = work.state.stage
    _must_be_arena(work)
    if not 0 < command.ends_at < _LATEST:
        raise IllegalCommand("bad_time", _("A time must lie between the years 1970 and 9999."))
    if command.ends_at == stage.ends_at and not stage.is_closed:
        raise IllegalCommand("nothing_changes", _("Nothing has changed."))
    work.note(events.SeatingOpened(stage.number, command.ends_at))
    apply_follow_ups(work)


def close_seating(work: Work, _command: commands.CloseSeating) -> None:
    """End the time of an arena: the tables in play are the last."""
    stage = work.state.stage
    _must_be_arena(work)
    if stage.is_closed:
        raise IllegalCommand("nothing_changes", _("Nothing has changed."))
    work.note(events.SeatingClosed(stage.number))
    apply_follow_ups(work)


def take_break(work: Work, command: commands.TakeBreak) -> None:
    """Let a player take a break after the table in play, or come back and perhaps get a table at once."""
    _must_be_arena(work)
    entrant = work.state.entrants.get(command.entrant)
    if entrant is None:
        raise IllegalCommand("unknown_entrant", _("There is no entrant with this number."))
    if entrant.is_withdrawn:
        raise IllegalCommand("withdrawn_already", _("This entrant has already withdrawn."))
    if entrant.is_away == command.is_away:
        raise IllegalCommand("nothing_changes", _("Nothing has changed."))
    work.note(events.BreakTaken(entrant.number, command.is_away))
    apply_follow_ups(work)


def takes_newcomers(state: State) -> bool:
    """Whether players can still enter an arena by themselves: registration was open when it started."""
    return is_arena(state) and state.was_open and is_open(state.stage)


def _must_be_arena(work: Work) -> None:
    work.must_run()
    if not is_arena(work.state):
        raise IllegalCommand("no_arena", _("This is possible only while an arena is running."))
