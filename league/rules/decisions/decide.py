"""What may be done in a competition: a command and the state give events, or a refusal with its reason."""

from collections.abc import Callable
from typing import Any

from games.rules.base.chance import Chance
from league.rules.competition import commands as asked
from league.rules.competition.events import Event
from league.rules.competition.state import RUNNING, State
from league.rules.decisions import at_tables, entries, organizing, reporting, timing
from league.rules.decisions.follow_ups import follow
from league.rules.decisions.work import Work


def decide(state: State, command: asked.AnyCommand, chance: Chance) -> list[Event]:
    """Return the events of a command; the state is left as it is.

    Raises IllegalCommand (or another Refusal of the rulebook's options) when the command is impossible.
    """
    work = Work(state, chance)
    _DECIDERS[type(command)](work, command)
    if isinstance(command, _CHANGES_WHO_IS_IN) and work.state.status == RUNNING:
        follow(work)
    return work.events


_CHANGES_WHO_IS_IN = (asked.Withdraw, asked.Reinstate, asked.Enter)

_DECIDERS: dict[type[asked.Command], Callable[[Work, Any], None]] = {
    asked.Create: organizing.create,
    asked.OpenRegistration: entries.open_registration,
    asked.CloseRegistration: entries.close_registration,
    asked.OpenCheckIn: entries.open_check_in,
    asked.CloseCheckIn: entries.close_check_in,
    asked.CheckIn: entries.check_in,
    asked.Enter: entries.enter,
    asked.Withdraw: entries.withdraw,
    asked.Reinstate: entries.reinstate,
    asked.Substitute: entries.substitute,
    asked.Seed: entries.seed,
    asked.NameTeams: entries.name_teams,
    asked.NameParties: entries.name_parties,
    asked.Start: organizing.start,
    asked.MakeDraft: organizing.make_draft,
    asked.SwapInDraft: organizing.swap,
    asked.DiscardDraft: organizing.discard,
    asked.Publish: organizing.publish_draft,
    asked.GoOn: organizing.go_on,
    asked.AssignTables: at_tables.assign,
    asked.MoveMatch: at_tables.move,
    asked.StartTimer: timing.start,
    asked.ExtendTimer: timing.extend,
    asked.PauseTimer: timing.pause,
    asked.ResumeTimer: timing.resume,
    asked.StopTimer: timing.stop,
    asked.RecordResult: reporting.record,
    asked.CorrectResult: reporting.correct,
    asked.DrawLot: reporting.draw_lot,
    asked.Adjust: reporting.adjust,
    asked.WithdrawAdjustment: reporting.withdraw_adjustment,
    asked.ChooseTieBreaks: organizing.choose_tiebreaks,
    asked.Pause: organizing.pause,
    asked.Resume: organizing.resume,
    asked.Cancel: organizing.cancel,
    asked.Archive: organizing.archive,
    asked.Restore: organizing.restore,
}
