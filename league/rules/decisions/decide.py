"""Decisions in a competition: a command and the state give events, or a refusal with its reason."""

from collections.abc import Callable
from typing import Any

from games.rules.base.chance import Chance
from league.rules.competition import commands
from league.rules.competition.events import Event
from league.rules.competition.state import FINISHED, RUNNING, State
from league.rules.decisions import (
    arena,
    check_in,
    drafts,
    entries,
    lifecycle,
    results_and_corrections,
    round_timer,
    tables_of_matches,
)
from league.rules.decisions.consequences import apply_follow_ups
from league.rules.decisions.unit_of_work import Work


def decide(state: State, command: commands.AnyCommand, chance: Chance) -> list[Event]:
    """Return the events of a command; the state is left unchanged.

    Raises IllegalCommand (or another Refusal of the rulebook's options) when the command is impossible.
    """
    work = Work(state, chance)
    _DECIDERS[type(command)](work, command)
    if isinstance(command, _CHANGES_WHO_IS_IN) and work.state.status in (RUNNING, FINISHED):
        apply_follow_ups(work)
    round_timer.end_with_round(work)
    return work.events


_CHANGES_WHO_IS_IN = (commands.Withdraw, commands.Reinstate, commands.Enter)

_DECIDERS: dict[type[commands.Command], Callable[[Work, Any], None]] = {
    commands.Create: lifecycle.create,
    commands.OpenRegistration: entries.open_registration,
    commands.CloseRegistration: entries.close_registration,
    commands.OpenCheckIn: check_in.open_check_in,
    commands.CloseCheckIn: check_in.close_check_in,
    commands.CheckIn: check_in.check_in,
    commands.Enter: entries.enter,
    commands.Withdraw: entries.withdraw,
    commands.Reinstate: entries.reinstate,
    commands.Substitute: entries.substitute,
    commands.Seed: entries.seed,
    commands.NameTeams: entries.name_teams,
    commands.NameParties: entries.name_parties,
    commands.Start: lifecycle.start,
    commands.ChangeSettings: lifecycle.change_settings,
    commands.Delete: lifecycle.delete,
    commands.Unpublish: drafts.unpublish,
    commands.MakeDraft: drafts.make_draft,
    commands.SwapInDraft: drafts.swap,
    commands.DiscardDraft: drafts.discard,
    commands.Publish: drafts.publish_draft,
    commands.GoOn: drafts.go_on,
    commands.OpenSeating: arena.open_seating,
    commands.CloseSeating: arena.close_seating,
    commands.TakeBreak: arena.take_break,
    commands.AssignTables: tables_of_matches.assign,
    commands.MoveMatch: tables_of_matches.move,
    commands.StartTimer: round_timer.start,
    commands.ExtendTimer: round_timer.extend,
    commands.PauseTimer: round_timer.pause,
    commands.ResumeTimer: round_timer.resume,
    commands.StopTimer: round_timer.stop,
    commands.RecordResult: results_and_corrections.record,
    commands.CorrectResult: results_and_corrections.correct,
    commands.DrawLot: results_and_corrections.draw_lot,
    commands.TakeBackLot: results_and_corrections.take_back_lot,
    commands.Adjust: results_and_corrections.adjust,
    commands.WithdrawAdjustment: results_and_corrections.withdraw_adjustment,
    commands.ChooseTieBreaks: lifecycle.choose_tiebreaks,
    commands.Pause: lifecycle.pause,
    commands.Resume: lifecycle.resume,
    commands.Cancel: lifecycle.cancel,
    commands.Archive: lifecycle.archive,
    commands.Restore: lifecycle.restore,
}
