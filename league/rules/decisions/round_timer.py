"""The timer of a round: the time of its tables, with extra time for all or for a single table.

Extra time after the end counts from now, not from the end. The next round begins without a timer, also where
its matches were drawn together with those before, as in a bracket.
"""

from typing import Final

from games.rules.base.language import _
from games.rules.base.refusal import IllegalCommand
from league.rules.competition import commands, events
from league.rules.competition.state import Timer
from league.rules.decisions.unit_of_work import Work
from league.rules.settings.stages import ARENA

LONGEST: Final = 10 * 3600
"""The longest time of a round, and the most extra time given at once, in seconds."""


def start(work: Work, command: commands.StartTimer) -> None:
    """Start the clock of a round."""
    work.must_run()
    _check(command.seconds)
    if work.state.timer is not None:
        raise IllegalCommand("timer_runs", _("The timer has already been started."))
    if work.state.is_paused:
        raise IllegalCommand("paused", _("The competition is paused: resume it first."))
    work.note(events.TimerStarted(command.seconds, command.at + command.seconds))


def extend(work: Work, command: commands.ExtendTimer) -> None:
    """Give more time to all tables, or to a single table."""
    timer = _timer(work)
    _check(command.seconds)
    if not command.match:
        left = max(0, timer.seconds_left(command.at)) + command.seconds
        ends_at = timer.ends_at if timer.is_paused else command.at + left
        work.note(events.TimerExtended(command.seconds, ends_at, left if timer.is_paused else 0))
        return
    match = work.state.match(command.stage, command.match)
    if match is None:
        raise IllegalCommand("unknown_match", _("There is no such match in this stage."))
    if not match.is_waiting:
        raise IllegalCommand("result_known", _("This match already has its result."))
    over = max(0, -timer.seconds_left(command.at, command.stage, command.match))
    extra = timer.extra.get((command.stage, command.match), 0) + over + command.seconds
    facts = command.seconds, timer.ends_at, timer.left, command.stage, command.match, extra
    work.note(events.TimerExtended(*facts))


def pause(work: Work, command: commands.PauseTimer) -> None:
    """Stop the clock for a pause."""
    timer = _timer(work)
    if timer.is_paused:
        raise IllegalCommand("timer_paused", _("The timer is already paused."))
    work.note(events.TimerPaused(timer.seconds_left(command.at)))


def resume(work: Work, command: commands.ResumeTimer) -> None:
    """Let the clock run again."""
    timer = _timer(work)
    if not timer.is_paused:
        raise IllegalCommand("timer_runs", _("The timer is running."))
    if work.state.is_paused:
        raise IllegalCommand("paused", _("The competition is paused: resume it first."))
    work.note(events.TimerResumed(command.at + timer.left))


def stop(work: Work, _command: commands.StopTimer) -> None:
    """Remove the timer."""
    _timer(work)
    work.note(events.TimerStopped())


def end_with_round(work: Work) -> None:
    """Remove the timer when all matches for which it was started are over, and others are to be played.

    In an arena other tables play on.
    """
    state = work.state
    if state.timer is None or state.stage.settings.format == ARENA:
        return
    known = [state.match(stage, key) for stage, key in state.timer.matches]
    if known and not any(match and match.is_waiting for match in known) and state.matches_in_play():
        work.note(events.TimerStopped())


def _timer(work: Work) -> Timer:
    work.must_run()
    if work.state.timer is None:
        raise IllegalCommand("no_timer", _("The timer has not been started."))
    return work.state.timer


def _check(seconds: int) -> None:
    if not 1 <= seconds <= LONGEST:
        raise IllegalCommand(
            "bad_time", _("Choose from one second to {hours} hours.").format(hours=LONGEST // 3600)
        )
