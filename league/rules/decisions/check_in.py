"""The check-in: open and close it, record who is here, take out who is not."""

from games.rules.base.language import _
from games.rules.base.refusal import IllegalCommand
from league.rules.competition import commands, events
from league.rules.competition.state import BEFORE_START, CHECK_IN, PLANNED, REGISTRATION
from league.rules.decisions.entries import admit, entrant_of
from league.rules.decisions.unit_of_work import Work


def open_check_in(work: Work, command: commands.OpenCheckIn) -> None:
    """Begin the check-in; registration ends with it."""
    if work.state.status not in (PLANNED, REGISTRATION):
        raise IllegalCommand("wrong_time", _("The check-in can be opened only before the start."))
    if work.state.status == REGISTRATION:
        work.note(events.RegistrationClosed())
    work.note(events.CheckInOpened(command.code))


def close_check_in(work: Work, command: commands.CloseCheckIn) -> None:
    """End the check-in; entrants who did not check in may be taken out with it."""
    if work.state.status != CHECK_IN:
        raise IllegalCommand("check_in_closed", _("The check-in is not open."))
    work.note(events.CheckInClosed())
    if command.no_shows:
        take_out_no_shows(work)


def check_in(work: Work, command: commands.CheckIn) -> None:
    """Record who is here, or undo that; organizers also after the check-in, until the start."""
    state = work.state
    is_late = command.code is None and state.was_checked_in and state.status in BEFORE_START
    if state.status != CHECK_IN and not is_late:
        raise IllegalCommand("check_in_closed", _("The check-in is not open."))
    if command.code is not None and command.code.strip().upper() != state.code.upper():
        raise IllegalCommand("wrong_code", _("This is not today’s check-in code."))
    for number in command.entrants:
        entrant = entrant_of(state, number)
        if entrant.is_withdrawn:
            raise IllegalCommand("withdrawn_already", _("This entrant has already withdrawn."))
        if entrant.is_here != command.is_here:
            work.note(events.EntrantCheckedIn(number, command.is_here))


def take_out_no_shows(work: Work) -> None:
    """Take out entrants who did not check in; entrants on the waiting list who are here take their places."""
    if not work.state.was_checked_in:
        return
    for entrant in work.state.active():
        if not entrant.is_here:
            work.note(events.EntrantWithdrawn(entrant.number, "no_show"))
    admit(work, only_here=True)
