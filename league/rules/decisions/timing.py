"""The timer of a round: how long its tables have, with extra time for all or for one of them.

What is over does not begin to count from its end: extra time is given from now on.
"""

from typing import Final

from games.rules.base.language import _
from games.rules.base.refusal import IllegalCommand
from league.rules.competition import commands as asked
from league.rules.competition import events as happened
from league.rules.competition.state import Timer
from league.rules.decisions.work import Work

LONGEST: Final = 10 * 3600
"""The longest time of a round, and the most that is given beyond it at once, in seconds."""


def start(work: Work, command: asked.StartTimer) -> None:
    """Let the time of a round run."""
    work.must_run()
    _check(command.seconds)
    if work.state.timer is not None:
        raise IllegalCommand("timer_runs", _("The timer has been started already."))
    if work.state.is_paused:
        raise IllegalCommand("paused", _("The competition is paused: let it go on first."))
    work.note(happened.TimerStarted(command.seconds, command.at + command.seconds))


def extend(work: Work, command: asked.ExtendTimer) -> None:
    """Give all tables more time, or one of them."""
    timer = _timer(work)
    _check(command.seconds)
    if not command.match:
        left = max(0, timer.seconds_left(command.at)) + command.seconds
        ends_at = timer.ends_at if timer.is_paused else command.at + left
        work.note(happened.TimerExtended(command.seconds, ends_at, left if timer.is_paused else 0))
        return
    found = work.state.match(command.stage, command.match)
    if found is None:
        raise IllegalCommand("unknown_match", _("There is no such match in this stage."))
    if not found.is_waiting:
        raise IllegalCommand("result_known", _("This match has its result already."))
    over = max(0, -timer.seconds_left(command.at, command.stage, command.match))
    extra = timer.extra.get((command.stage, command.match), 0) + over + command.seconds
    facts = command.seconds, timer.ends_at, timer.left, command.stage, command.match, extra
    work.note(happened.TimerExtended(*facts))


def pause(work: Work, command: asked.PauseTimer) -> None:
    """Let no time run."""
    timer = _timer(work)
    if timer.is_paused:
        raise IllegalCommand("timer_paused", _("The timer is paused already."))
    work.note(happened.TimerPaused(timer.seconds_left(command.at)))


def resume(work: Work, command: asked.ResumeTimer) -> None:
    """Let the time run on."""
    timer = _timer(work)
    if not timer.is_paused:
        raise IllegalCommand("timer_runs", _("The timer is running."))
    if work.state.is_paused:
        raise IllegalCommand("paused", _("The competition is paused: let it go on first."))
    work.note(happened.TimerResumed(command.at + timer.left))


def stop(work: Work, _command: asked.StopTimer) -> None:
    """Put the timer away."""
    _timer(work)
    work.note(happened.TimerStopped())


def _timer(work: Work) -> Timer:
    work.must_run()
    if work.state.timer is None:
        raise IllegalCommand("no_timer", _("The timer has not been started."))
    return work.state.timer


def _check(seconds: int) -> None:
    if not 1 <= seconds <= LONGEST:
        raise IllegalCommand(
            "bad_time", _("Give from one second to {hours} hours.").format(hours=LONGEST // 3600)
        )
