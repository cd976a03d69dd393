"""The table of a match, and the kind of table."""

from collections.abc import Collection, Iterator

from games.rules.base.language import _
from games.rules.base.refusal import IllegalCommand
from league.rules.competition import commands, events
from league.rules.competition.stage import Match
from league.rules.competition.state import State
from league.rules.decisions.consequences import apply_follow_ups
from league.rules.decisions.unit_of_work import Work
from league.rules.settings.venues import AT_TABLES


def assign(work: Work, command: commands.AssignTables) -> None:
    """Record the table of each match; each gets the lowest free number."""
    stage = work.state.stage
    work.must_run()
    numbers = free_numbers(work.state, command.elsewhere)
    for match_id, table in command.tables.items():
        match = stage.matches.get(match_id)
        if match is None:
            raise IllegalCommand("unknown_match", _("There is no such match in this stage."))
        if match.table:
            raise IllegalCommand("table_assigned", _("This match already has its table."))
        if not match.is_playable:
            raise IllegalCommand("not_ready", _("It is not known yet who plays this match."))
        seated = match.without(work.state.gone())
        work.note(events.TableAssigned(stage.number, match_id, match.entrants, table, seated, next(numbers)))


def move(work: Work, command: commands.MoveMatch) -> None:
    """Move a match to the other kind of table; its table checks that no deal was played.

    An entrant who left while it had its table now loses it by walkover.
    """
    state, match = work.state, work.state.match(command.stage, command.match)
    work.must_run()
    if command.venue not in AT_TABLES or state.settings.venue not in AT_TABLES:
        raise IllegalCommand("bad_venue", _("A match is played at a table of this site, or with real cards."))
    if match is None:
        raise IllegalCommand("unknown_match", _("There is no such match in this stage."))
    if match.result is not None:
        raise IllegalCommand("result_known", _("This match already has its result."))
    if venue_of(state, match) == command.venue:
        raise IllegalCommand("nothing_changes", _("This match is already being played there."))
    work.note(events.MatchMoved(command.stage, command.match, command.venue, match.entrants, match.table))
    apply_follow_ups(work)


def free_numbers(state: State, elsewhere: Collection[int] = ()) -> Iterator[int]:
    """Yield the table numbers, from 1, that are free in the competition and not in use `elsewhere`."""
    playing = [match for stage in state.stages for match in stage.matches.values() if match.is_waiting]
    taken = {match.table_number for match in playing}.union(elsewhere)
    number = 0
    while True:
        number += 1
        if number not in taken:
            yield number


def venue_of(state: State, match: Match) -> str:
    """Return where a match is played."""
    return match.venue or state.settings.venue
