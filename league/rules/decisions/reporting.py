"""What came of a match: results of every kind, corrections, lots, bonus and penalty lines."""

from games.rules.base.language import _
from games.rules.base.refusal import IllegalCommand
from league.rules.brackets.advance import Finish
from league.rules.competition import commands as asked
from league.rules.competition import events as happened
from league.rules.competition.stage import Match, Stage
from league.rules.competition.state import CANCELLED, FINISHED, RUNNING, State
from league.rules.decisions.follow_ups import draw_stage_lots, follow, settle
from league.rules.decisions.outcome import (
    as_before,
    decided,
    draw_lot_at_once,
    draw_the_lot,
    record_result,
    result_of,
)
from league.rules.decisions.work import Work
from league.rules.settings import result_kinds

LONGEST_REASON = 200


def record(work: Work, command: asked.RecordResult) -> None:
    """Note the first result of a match; what follows from it follows at once.

    A result that was taken back and is given again is a correction.
    """
    stage, match = _found(work.state, command.stage, command.match)
    _check_ready(match)
    if match.result is not None:
        raise IllegalCommand("result_known", _("This match has its result already."))
    after = settle if match.is_reopened else follow
    record_result(work, stage, match, command.finishes, command.kind, command.absent)
    after(work)


def correct(work: Work, command: asked.CorrectResult) -> None:
    """Replace a result, or open the match again; later matches count only for those who now meet in them.

    It changes results and nothing else: no draw follows from it, so that correcting back undoes all of it.
    """
    stage, match = _found(work.state, command.stage, command.match)
    if match.result is None:
        raise IllegalCommand("no_result", _("This match has no result to correct yet."))
    reason = command.reason.strip()[:LONGEST_REASON]
    if command.kind == result_kinds.OPEN:
        work.note(happened.ResultCorrected(stage.number, match.id, match.entrants, None, reason))
    else:
        result, decision = result_of(work.state, stage, match, command.finishes, command.kind, command.absent)
        kept = as_before(stage, match, result)
        if match.result in (result, kept):
            raise IllegalCommand("nothing_changes", _("This is the result already."))
        work.note(happened.ResultCorrected(stage.number, match.id, match.entrants, kept or result, reason))
        if kept is None:
            draw_lot_at_once(work, stage, match.id, decision)
    settle(work)


def draw_lot(work: Work, command: asked.DrawLot) -> None:
    """Let a lot decide between those who are level at the line."""
    if not command.match:
        stage = _stage(work.state, command.stage)
        if not draw_stage_lots(work, stage):
            raise IllegalCommand("no_tie", _("Nobody waits for a lot in this stage."))
        follow(work)
        return
    stage, match = _found(work.state, command.stage, command.match)
    if match.result is None or not match.result.is_tied:
        raise IllegalCommand("no_tie", _("Nobody waits for a lot in this match."))
    finishes = [Finish(one.entrant, one.place, one.total, one.last_deal) for one in match.places]
    draw_the_lot(work, stage, match.id, decided(work.state, match, finishes, match.result.absent))
    follow(work)


def adjust(work: Work, command: asked.Adjust) -> None:
    """Add a bonus or penalty line to the standings of a stage."""
    stage = _stage(work.state, command.stage)
    if command.entrant not in {one for group in stage.groups for one in group}:
        raise IllegalCommand("unknown_entrant", _("There is no entrant with this number."))
    if not command.points or abs(command.points) > 1000:
        raise IllegalCommand("bad_points", _("A bonus or a penalty is from 1 to 1000 points."))
    reason = command.reason.strip()[:LONGEST_REASON]
    if not reason:
        raise IllegalCommand("no_reason", _("Say what the points are for: everybody sees it."))
    number = len(stage.adjustments) + 1
    work.note(happened.PointsAdjusted(stage.number, number, command.entrant, command.points, reason))
    follow(work)


def withdraw_adjustment(work: Work, command: asked.WithdrawAdjustment) -> None:
    """Take a bonus or penalty line back; it stays visible as taken back."""
    stage = _stage(work.state, command.stage)
    line = stage.adjustments.get(command.number)
    if line is None or line.is_withdrawn:
        raise IllegalCommand("unknown_line", _("There is no such line in the standings."))
    work.note(happened.AdjustmentWithdrawn(stage.number, line.number))
    follow(work)


def _check_ready(match: Match) -> None:
    """Refuse a match that cannot be played now: `not_needed`, `not_ready`."""
    if match.is_playable:
        return
    if match.seats.is_needed is False:
        raise IllegalCommand("not_needed", _("This match is not needed: what it would decide is decided."))
    if match.seats.is_needed is None and match.seats.is_settled:
        raise IllegalCommand("not_ready", _("It is not known yet whether this match is needed."))
    raise IllegalCommand("not_ready", _("It is not known yet who plays this match."))


def _found(state: State, stage: int, match: str) -> tuple[Stage, Match]:
    found = _stage(state, stage)
    one = found.matches.get(match)
    if one is None:
        raise IllegalCommand("unknown_match", _("There is no such match in this competition."))
    return found, one


def _stage(state: State, number: int) -> Stage:
    if state.status == CANCELLED:
        raise IllegalCommand("cancelled", _("The competition was called off."))
    if state.status not in (RUNNING, FINISHED):
        raise IllegalCommand("not_running", _("The competition is not being played."))
    if not 1 <= number <= len(state.stages):
        raise IllegalCommand("unknown_stage", _("There is no such stage in this competition."))
    return state.stages[number - 1]
