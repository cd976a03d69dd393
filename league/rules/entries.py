"""Who takes part: entries, the waiting list, the check-in, withdrawals, substitutes, seeds."""

from games.rules.refusal import IllegalCommand
from league.rules import commands as asked
from league.rules import events as happened
from league.rules.stages import SEASON, SWISS
from league.rules.state import (
    BEFORE_START,
    CANCELLED,
    CHECK_IN,
    FINISHED,
    PLANNED,
    REGISTRATION,
    RUNNING,
    Entrant,
    State,
)
from league.rules.work import Work

KINDS_OF_LEAVING = ("withdrawn", "disqualified", "no_show")
SEEDINGS = ("manual", "rating", "lot", "csv", "standings", "blocks")


def enter(work: Work, command: asked.Enter) -> None:
    """Enter players: before the start, or late where rounds are drawn one by one."""
    state = work.state
    if command.by_themselves and state.status != REGISTRATION:
        raise IllegalCommand("registration_closed", "Registration is not open.")
    group = _late_group(state)
    known = {one.player: one.number for one in state.entrants.values()}
    for player in command.players:
        number = known.get(player)
        if number is not None and not state.entrants[number].is_withdrawn:
            raise IllegalCommand("entered_already", "A player can enter a competition only once.")
        if number is not None and group >= 0:
            raise IllegalCommand("use_reinstate", "This player was in before: take the entrant back in.")
        known[player] = number or len(state.entrants) + 1
        full = bool(state.settings.limit) and len(state.active()) >= state.settings.limit
        work.note(
            happened.EntrantEntered(
                known[player], player, command.teams.get(player, "").strip()[:60], full, -1 if full else group
            )
        )


def withdraw(work: Work, command: asked.Withdraw) -> None:
    """Take an entrant out; before the start the first of the waiting list takes the place."""
    state, entrant = work.state, _entrant(work.state, command.entrant)
    if command.kind not in KINDS_OF_LEAVING:
        raise IllegalCommand("unknown_kind", "An entrant withdraws, is disqualified, or did not show up.")
    if entrant.is_withdrawn:
        raise IllegalCommand("withdrawn_already", "This entrant has withdrawn already.")
    if state.status == FINISHED:
        raise IllegalCommand("finished", "The competition is over.")
    if state.status == CANCELLED:
        raise IllegalCommand("cancelled", "The competition was called off.")
    if state.status == RUNNING and not any(one.number != entrant.number for one in state.active()):
        raise IllegalCommand("last_entrant", "The last entrant still in cannot withdraw.")
    work.note(happened.EntrantWithdrawn(entrant.number, command.kind))
    _admit(work)


def reinstate(work: Work, command: asked.Reinstate) -> None:
    """Take an entrant back in."""
    state, entrant = work.state, _entrant(work.state, command.entrant)
    if not entrant.is_withdrawn:
        raise IllegalCommand("not_withdrawn", "This entrant is in.")
    if state.status not in (*BEFORE_START, RUNNING):
        raise IllegalCommand("finished", "The competition is over.")
    if state.status in BEFORE_START and _is_full(state):
        raise IllegalCommand("full", "All places are taken.")
    work.note(happened.EntrantReinstated(entrant.number))


def substitute(work: Work, command: asked.Substitute) -> None:
    """Let another player go on in the seat and with the results of an entrant."""
    state, entrant = work.state, _entrant(work.state, command.entrant)
    if state.status not in (*BEFORE_START, RUNNING):
        raise IllegalCommand("not_running", "The competition is not being played.")
    if any(one.player == command.player for one in state.entrants.values()):
        raise IllegalCommand("entered_already", "A player can enter a competition only once.")
    work.note(happened.PlayerSubstituted(entrant.number, command.player))


def seed(work: Work, command: asked.Seed) -> None:
    """Settle the order of strength."""
    _must_be_before_start(work.state, "The seeding is settled at the start.")
    active = work.state.active()
    if not active:
        raise IllegalCommand("too_few_entrants", "There is nobody to seed yet.")
    if sorted(command.order) != sorted(one.number for one in active):
        raise IllegalCommand("bad_seeding", "The seeding must name every entrant exactly once.")
    if command.method not in SEEDINGS:
        raise IllegalCommand("unknown_method", "There is no such way of seeding.")
    work.note(happened.EntrantsSeeded(command.order, command.method))


def open_registration(work: Work, _command: asked.OpenRegistration) -> None:
    """Let players enter by themselves."""
    if work.state.status != PLANNED:
        raise IllegalCommand("wrong_time", "Registration opens before the check-in and the start.")
    work.note(happened.RegistrationOpened())


def close_registration(work: Work, _command: asked.CloseRegistration) -> None:
    """Let only organizers enter players."""
    if work.state.status != REGISTRATION:
        raise IllegalCommand("registration_closed", "Registration is not open.")
    work.note(happened.RegistrationClosed())


def open_check_in(work: Work, command: asked.OpenCheckIn) -> None:
    """Begin the check-in; registration ends with it."""
    if work.state.status not in (PLANNED, REGISTRATION):
        raise IllegalCommand("wrong_time", "The check-in is before the start.")
    if work.state.status == REGISTRATION:
        work.note(happened.RegistrationClosed())
    work.note(happened.CheckInOpened(command.code))


def close_check_in(work: Work, command: asked.CloseCheckIn) -> None:
    """End the window of the check-in; whoever was not there may be taken out with it."""
    if work.state.status != CHECK_IN:
        raise IllegalCommand("check_in_closed", "The check-in is not open.")
    work.note(happened.CheckInClosed())
    if command.no_shows:
        take_out_no_shows(work)


def check_in(work: Work, command: asked.CheckIn) -> None:
    """Note who is here, or take it back."""
    state = work.state
    if state.status != CHECK_IN:
        raise IllegalCommand("check_in_closed", "The check-in is not open.")
    if command.code is not None and command.code.strip().upper() != state.code.upper():
        raise IllegalCommand("wrong_code", "This is not the code of today's check-in.")
    for number in command.entrants:
        entrant = _entrant(state, number)
        if entrant.is_withdrawn:
            raise IllegalCommand("withdrawn_already", "This entrant has withdrawn already.")
        if entrant.is_here != command.is_here:
            work.note(happened.EntrantCheckedIn(number, command.is_here))


def take_out_no_shows(work: Work) -> None:
    """Take out who was asked to check in and did not; those waiting who are here take their places."""
    if not work.state.was_checked_in:
        return
    for entrant in work.state.active():
        if not entrant.is_here:
            work.note(happened.EntrantWithdrawn(entrant.number, "no_show"))
    _admit(work)


def _admit(work: Work) -> None:
    """Let those who wait take the free places, in the order in which they came."""
    state = work.state
    if state.status not in BEFORE_START:
        return
    for entrant in list(state.entrants.values()):
        if entrant.is_waiting and not entrant.is_withdrawn and not _is_full(state):
            work.note(happened.EntrantAdmitted(entrant.number))


def _late_group(state: State) -> int:
    """Return the group that somebody late joins, -1 before the start; refuse where it is too late."""
    if state.status in BEFORE_START:
        return -1
    stage = state.stage
    if state.status != RUNNING or stage.settings.format not in (SEASON, SWISS):
        raise IllegalCommand("already_started", "Players can enter only before the start.")
    gone = state.gone()
    sizes = [sum(one not in gone for one in group) for group in stage.groups]
    return max(index for index, size in enumerate(sizes) if size == min(sizes))


def _entrant(state: State, number: int) -> Entrant:
    entrant = state.entrants.get(number)
    if entrant is None:
        raise IllegalCommand("unknown_entrant", "There is no entrant with this number.")
    return entrant


def _is_full(state: State) -> bool:
    return bool(state.settings.limit) and len(state.active()) >= state.settings.limit


def _must_be_before_start(state: State, sentence: str) -> None:
    if state.status not in BEFORE_START:
        raise IllegalCommand("already_started", sentence)
