"""Entries, registration, the waiting list, withdrawals, substitutes, seeds."""

from typing import Final

from games.rules.base.language import _, ngettext, shown_number
from games.rules.base.refusal import IllegalCommand
from games.rules.base.spelling import spelled
from league.rules.brackets import parties, seeding
from league.rules.competition import commands, events
from league.rules.competition.state import (
    BEFORE_START,
    CANCELLED,
    FINISHED,
    PLANNED,
    REGISTRATION,
    RUNNING,
    Entrant,
    State,
)
from league.rules.decisions.announcement import (
    MOST_ENTRANTS,
    MOST_IN_ARENA,
    check_rounds,
    check_tables,
    too_many_in_arena,
)
from league.rules.decisions.arena import takes_newcomers
from league.rules.decisions.unit_of_work import Work
from league.rules.decisions.walkovers import reopens, take_walkovers_back
from league.rules.settings.stages import ARENA, ROUND_BY_ROUND, SEASON

KINDS_OF_LEAVING = ("withdrawn", "disqualified", "no_show")
LOT, BLOCKS = "lot", "blocks"
SEEDINGS = ("manual", "rating", LOT, "csv", "standings", BLOCKS)
_BY_LOT: Final = {LOT: seeding.shuffled, BLOCKS: seeding.drawn_in_blocks}


def enter(work: Work, command: commands.Enter) -> None:
    """Enter players: before the start, or late, as `takes_late` says."""
    state = work.state
    if command.by_themselves and state.status != REGISTRATION and not takes_newcomers(state):
        raise IllegalCommand("registration_closed", _("Entries are not open."))
    group = _late_group(state, command.division)
    for player in command.players:
        known = next((entrant for entrant in state.entrants.values() if entrant.player == player), None)
        if known is not None:
            _check_entering_again(state, known, command)
        number = known.number if known else len(state.entrants) + 1
        _check_room(state, number, group)
        team = spelled(command.teams.get(player, known.team if known else ""))[:60]
        is_full = _is_full(state) and not (command.beyond_limit and not command.by_themselves)
        if is_full and group >= 0:
            raise _full(state)
        work.note(events.EntrantEntered(number, player, team, is_full, group))


def withdraw(work: Work, command: commands.Withdraw) -> None:
    """Take an entrant out; before the start the first of the waiting list takes the place."""
    state, entrant = work.state, entrant_of(work.state, command.entrant)
    if command.kind not in KINDS_OF_LEAVING:
        raise IllegalCommand("unknown_kind", _("An entrant withdraws, is disqualified or does not show up."))
    if entrant.is_withdrawn:
        raise IllegalCommand("withdrawn_already", _("This entrant has already withdrawn."))
    if state.status == FINISHED:
        raise IllegalCommand("finished", _("The competition is over."))
    if state.status == CANCELLED:
        raise IllegalCommand("cancelled", _("The competition was called off."))
    if state.status == RUNNING and not any(other.number != entrant.number for other in state.active()):
        raise IllegalCommand("last_entrant", _("The last remaining entrant cannot withdraw."))
    work.note(events.EntrantWithdrawn(entrant.number, command.kind))
    admit(work)


def reinstate(work: Work, command: commands.Reinstate) -> None:
    """Take an entrant back in, where a place is free or organizers ignore the limit."""
    state, entrant = work.state, entrant_of(work.state, command.entrant)
    if not entrant.is_withdrawn:
        raise IllegalCommand("not_withdrawn", _("This entrant is already in the competition."))
    if state.status not in (*BEFORE_START, RUNNING) and not reopens(state, entrant.number):
        raise IllegalCommand("finished", _("The competition is over."))
    still_waits = state.status in BEFORE_START and entrant.is_waiting
    if _is_full(state) and not still_waits and not command.beyond_limit:
        raise _full(state)
    if state.status == RUNNING and not _was_drawn(
        state, entrant.number
    ):  # a late entry, where that is possible
        late = events.EntrantEntered(entrant.number, entrant.player, entrant.team, group=_late_group(state))
        work.note(late)
        return
    work.note(events.EntrantReinstated(entrant.number))
    take_walkovers_back(work, entrant.number, command.begun)
    admit(work)


def substitute(work: Work, command: commands.Substitute) -> None:
    """Replace the player of an entrant, who keeps the seat and the results."""
    state, entrant = work.state, entrant_of(work.state, command.entrant)
    if state.status not in (*BEFORE_START, RUNNING):
        raise IllegalCommand("not_running", _("The competition is not running."))
    if any(entrant.player == command.player for entrant in state.entrants.values()):
        raise IllegalCommand("entered_already", _("A player can enter a competition only once."))
    work.note(events.PlayerSubstituted(entrant.number, command.player))


def seed(work: Work, command: commands.Seed) -> None:
    """Set the seeding."""
    _must_be_before_start(work.state, _("The seeding cannot be changed after the start."))
    active = sorted(entrant.number for entrant in work.state.active())
    if not active:
        raise IllegalCommand("too_few_entered", _("There is no one to seed yet."))
    if command.method not in SEEDINGS:
        raise IllegalCommand("unknown_method", _("There is no such way of seeding."))
    order = active if command.method == LOT else command.order
    if sorted(order) != active:
        raise IllegalCommand("bad_seeding", _("The seeding must name every entrant exactly once."))
    if command.method not in _BY_LOT:
        work.note(events.EntrantsSeeded(order, command.method))
        return
    lots = work.lot_seed()
    work.note(events.EntrantsSeeded(_BY_LOT[command.method](order, int(lots, 16)), command.method, lots))


def name_teams(work: Work, command: commands.NameTeams) -> None:
    """Set the teams of entrants: later draws keep a team apart."""
    if work.state.status not in (*BEFORE_START, RUNNING):
        raise IllegalCommand("finished", _("The competition is over."))
    for number, named_team in command.teams.items():
        entrant, team = entrant_of(work.state, number), spelled(named_team)[:60]
        if entrant.team != team:
            work.note(events.TeamNamed(number, team))


def name_parties(work: Work, command: commands.NameParties) -> None:
    """Set the parties of entrants: later draws keep a party apart.

    A party has one spelling, that of its first entrant. Capitals and the number of blanks do not matter.
    Refusals: `finished`, `unknown_entrant`, `party_too_large`, `bad_value` for too many words.
    """
    if work.state.status not in (*BEFORE_START, RUNNING):
        raise IllegalCommand("finished", _("The competition is over."))
    named = {
        entrant_of(work.state, entrant).number: spelled(party)[: parties.LONGEST_PARTY]
        for entrant, party in command.parties.items()
    }
    others = [party for number, party in work.state.parties().items() if number not in named]
    spellings = parties.Spellings([*others, *named.values()])
    named = {number: spellings.of(party) for number, party in named.items()}
    parties.check([*others, *named.values()])
    for number, party in named.items():
        if work.state.entrants[number].party != party:
            work.note(events.PartyNamed(number, party))


def open_registration(work: Work, _command: commands.OpenRegistration) -> None:
    """Let players enter by themselves."""
    if work.state.status != PLANNED:
        raise IllegalCommand("wrong_time", _("Entries can be opened only before the check-in and the start."))
    work.note(events.RegistrationOpened())


def close_registration(work: Work, _command: commands.CloseRegistration) -> None:
    """Let only organizers enter players."""
    if work.state.status != REGISTRATION:
        raise IllegalCommand("registration_closed", _("Entries are not open."))
    work.note(events.RegistrationClosed())


def admit(work: Work, *, only_here: bool = False) -> None:
    """Admit entrants from the waiting list to free places, in their order; with `only_here` those present."""
    state = work.state
    if state.status not in BEFORE_START:
        return
    for entrant in list(state.entrants.values()):
        waits = entrant.is_waiting and not entrant.is_withdrawn and (entrant.is_here or not only_here)
        if waits and not _is_full(state):
            work.note(events.EntrantAdmitted(entrant.number))


def entrant_of(state: State, number: int) -> Entrant:
    """Return an entrant; Refusal `unknown_entrant`."""
    entrant = state.entrants.get(number)
    if entrant is None:
        raise IllegalCommand("unknown_entrant", _("There is no entrant with this number."))
    return entrant


def takes_late(state: State) -> bool:
    """Whether organizers can enter somebody after the start.

    In every format they can while no pairings are published: then nobody has a seat that would change.
    """
    stage = state.stage
    if state.status != RUNNING:
        return False
    if waits_for_first_draw(state):
        return True
    return stage.settings.format in ROUND_BY_ROUND and stage.play_offs is None and not stage.is_closed


def late_divisions(state: State) -> int:
    """Return the number of divisions among which a late entrant can be put, 0 for none."""
    stage = state.stage
    has_several = stage.settings.format == SEASON and len(stage.groups) > 1
    return len(stage.groups) if has_several and takes_late(state) else 0


def waits_for_first_draw(state: State) -> bool:
    """Whether it has started and no pairings are published, also because they were taken back."""
    first = state.stages[0]
    return state.status == RUNNING and state.stage is first and not first.rounds and not first.parts


def _check_entering_again(state: State, known: Entrant, command: commands.Enter) -> None:
    """Refuse entrants who are in, who were drawn before, or who were disqualified and enter by themselves."""
    if state.status == RUNNING and not _was_drawn(state, known.number):
        return
    if known.is_waiting and command.beyond_limit and not command.by_themselves:
        return
    if not known.is_withdrawn:
        raise IllegalCommand("entered_already", _("A player can enter a competition only once."))
    if state.status == RUNNING:
        raise IllegalCommand("use_reinstate", _("This player has entered before: bring that entrant back."))
    if command.by_themselves and known.gone == "disqualified":
        raise IllegalCommand("disqualified", _("Only the organizers can readmit a disqualified player."))


def _was_drawn(state: State, number: int) -> bool:
    """Whether an entrant has been in any stage."""
    return any(number in group for stage in state.stages for group in stage.groups)


def _late_group(state: State, division: int = 0) -> int:
    """Return the group that a late entrant joins, -1 before the start; refuse where it is too late."""
    if division and not 1 <= division <= late_divisions(state):
        raise IllegalCommand(
            "unknown_division", _("A division is chosen only for late entrants of a season that has it.")
        )
    if state.status in BEFORE_START:
        return -1
    stage = state.stage
    if state.status == RUNNING and stage.play_offs is not None:
        raise IllegalCommand("play_offs_drawn", _("The play-offs are paired: no one else can enter."))
    if not takes_late(state):
        raise IllegalCommand(
            "already_started",
            _("Players can enter only until the first pairings are published."),
        )
    if stage.settings.format == ARENA and len(state.active()) >= MOST_IN_ARENA:
        raise too_many_in_arena()
    if division:
        return division - 1
    gone = state.gone()
    sizes = [sum(entrant not in gone for entrant in group) for group in stage.groups]
    return max(index for index, size in enumerate(sizes) if size == min(sizes))


def _is_full(state: State) -> bool:
    return bool(state.settings.limit) and len(state.active()) >= state.settings.limit


def _check_room(state: State, number: int, group: int) -> None:
    """Refuse more entrants than a competition can have, and a late entry that would play too many rounds."""
    if number > MOST_ENTRANTS:
        raise IllegalCommand(
            "too_many_entrants",
            _("A competition has room for at most {most_entrants} entrants.").format(
                most_entrants=shown_number(MOST_ENTRANTS)
            ),
        )
    if group >= 0 and waits_for_first_draw(state):
        check_tables(state.settings, len(state.active()) + 1)
    elif group >= 0:
        check_rounds(state.stage.settings, len(state.active()) + 1)


def _full(state: State) -> IllegalCommand:
    limit = state.settings.limit
    return IllegalCommand(
        "full",
        ngettext(
            "The {limit} space is taken. Organizers can still admit someone.",
            "All {limit} spaces are taken. Organizers can still admit someone.",
            limit,
        ).format(limit=limit),
    )


def _must_be_before_start(state: State, sentence: str) -> None:
    if state.status not in BEFORE_START:
        raise IllegalCommand("already_started", sentence)
