"""Results of every kind, corrections, lots, bonuses and penalties. A second correction undoes the first."""

from games.rules.base.language import _, shown_number
from games.rules.base.refusal import IllegalCommand
from league.rules.brackets.advance import Finish
from league.rules.competition import commands, events
from league.rules.competition.stage import Match, Stage
from league.rules.competition.state import CANCELLED, FINISHED, RUNNING, State
from league.rules.decisions.consequences import apply_follow_ups, settle
from league.rules.decisions.lots import draw_lot_at_once, draw_stage_lots, record_lot
from league.rules.decisions.match_result import decided, earlier_result, record_result, result_of, without_lot
from league.rules.decisions.unit_of_work import Work
from league.rules.settings import result_kinds

LONGEST_REASON = 200
MOST_LINES = 1_000
"""Bonuses and penalties of a stage, all of which every page of its standings reads."""


def record(work: Work, command: commands.RecordResult) -> None:
    """Record the first result of a match, with its consequences.

    A new result of a match that was reopened is a correction.
    """
    stage, match = _stage_and_match(work.state, command.stage, command.match)
    _check_ready(match)
    if match.result is not None:
        raise IllegalCommand("result_known", _("This match already has its result."))
    after = settle if match.is_reopened else apply_follow_ups
    record_result(work, stage, match, command.finishes, command.kind, command.absent)
    after(work)


def correct(work: Work, command: commands.CorrectResult) -> None:
    """Replace a result, or reopen the match; later matches count only for the entrants now in them.

    It changes results and nothing else: no draw follows from it, so that undoing the correction undoes all of
    it.
    """
    stage, match = _stage_and_match(work.state, command.stage, command.match)
    if match.result is None:
        raise IllegalCommand("no_result", _("This match has no result to correct yet."))
    reason = command.reason.strip()[:LONGEST_REASON]
    if command.kind == result_kinds.OPEN:
        work.note(events.ResultCorrected(stage.number, match.id, match.entrants, None, reason))
    else:
        result, decision = result_of(work.state, stage, match, command.finishes, command.kind, command.absent)
        kept = earlier_result(stage, match, result)
        if match.result in (result, kept):
            raise IllegalCommand("nothing_changes", _("This is already the result."))
        work.note(events.ResultCorrected(stage.number, match.id, match.entrants, kept or result, reason))
        if kept is None:
            draw_lot_at_once(work, stage, match.id, decision)
    settle(work)


def draw_lot(work: Work, command: commands.DrawLot) -> None:
    """Decide by lot between the entrants tied at the cut-off."""
    if not command.match:
        stage = _stage(work.state, command.stage)
        if not draw_stage_lots(work, stage):
            raise IllegalCommand("no_tie", _("No tie in this stage is waiting to be decided."))
        apply_follow_ups(work)
        return
    stage, match = _stage_and_match(work.state, command.stage, command.match)
    if match.result is None or not match.result.is_tied:
        raise IllegalCommand("no_tie", _("No tie in this match is waiting to be decided."))
    finishes = [Finish(place.entrant, place.place, place.total, place.last_deal) for place in match.places]
    record_lot(work, stage, match.id, decided(work.state, match, finishes, match.result.absent))
    apply_follow_ups(work)


def take_back_lot(work: Work, command: commands.TakeBackLot) -> None:
    """Let the entrants between whom a lot has decided be tied again; all else of the result stays."""
    stage, match = _stage_and_match(work.state, command.stage, command.match)
    tied = without_lot(work.state, match)
    if tied is None:
        raise IllegalCommand("no_lot", _("No lot has decided this match."))
    reason = command.reason.strip()[:LONGEST_REASON]
    work.note(events.ResultCorrected(stage.number, match.id, match.entrants, tied, reason))
    settle(work)


def adjust(work: Work, command: commands.Adjust) -> None:
    """Add a bonus or penalty to the standings of a stage."""
    stage = _stage(work.state, command.stage)
    if command.entrant not in {entrant for group in stage.groups for entrant in group}:
        raise IllegalCommand("unknown_entrant", _("There is no entrant with this number."))
    if not command.points or abs(command.points) > 1000:
        raise IllegalCommand("bad_points", _("A bonus or a penalty is 1 to 1,000 points."))
    reason = command.reason.strip()[:LONGEST_REASON]
    if not reason:
        raise IllegalCommand("no_reason", _("Give the reason for the points; everyone can see it."))
    if len(stage.adjustments) >= MOST_LINES:
        raise IllegalCommand(
            "too_many_lines",
            _("A stage can have at most {most} bonuses and penalties.").format(most=shown_number(MOST_LINES)),
        )
    number = len(stage.adjustments) + 1
    work.note(events.PointsAdjusted(stage.number, number, command.entrant, command.points, reason))
    apply_follow_ups(work)


def withdraw_adjustment(work: Work, command: commands.WithdrawAdjustment) -> None:
    """Withdraw a bonus or penalty; it stays visible as withdrawn."""
    stage = _stage(work.state, command.stage)
    line = stage.adjustments.get(command.number)
    if line is None or line.is_withdrawn:
        raise IllegalCommand("unknown_line", _("There is no such entry in the standings."))
    work.note(events.AdjustmentWithdrawn(stage.number, line.number))
    apply_follow_ups(work)


def _check_ready(match: Match) -> None:
    """Refuse a match that cannot be played now: `not_needed`, `not_ready`."""
    if match.is_playable:
        return
    if match.seats.is_needed is False:
        raise IllegalCommand(
            "not_needed", _("This match is not needed: its result can no longer decide anything.")
        )
    if match.seats.is_needed is None and match.seats.is_settled:
        raise IllegalCommand("not_ready", _("It is not known yet whether this match is needed."))
    raise IllegalCommand("not_ready", _("It is not known yet who plays this match."))


def _stage_and_match(state: State, stage: int, match: str) -> tuple[Stage, Match]:
    found_stage = _stage(state, stage)
    found_match = found_stage.matches.get(match)
    if found_match is None:
        raise IllegalCommand("unknown_match", _("There is no such match in this competition."))
    return found_stage, found_match


def _stage(state: State, number: int) -> Stage:
    if state.status == CANCELLED:
        raise IllegalCommand("cancelled", _("The competition was called off."))
    if state.status not in (RUNNING, FINISHED):
        raise IllegalCommand("not_running", _("The competition is not running."))
    if not 1 <= number <= len(state.stages):
        raise IllegalCommand("unknown_stage", _("There is no such stage in this competition."))
    return state.stages[number - 1]
