"""Catching a seat that did not call UNO (rules.md 3.10)."""

from games.rules.base.language import _
from games.rules.base.refusal import IllegalCommand
from games.rules.match.commands import Catch
from games.rules.match.events import UnoCaught
from games.rules.match.guards import require_active, require_running
from games.rules.match.state import OPEN, State
from games.rules.match.steps import Step
from games.rules.play.catch_windows import penalise_false_call
from games.rules.play.draw_pile import draw


def check_catch(state: State, command: Catch) -> None:
    """Refuse a catch: `catch_self`, or `no_duty` when the window is not open."""
    require_running(state)
    require_active(state, command.seat)
    require_active(state, command.target)
    if command.seat == command.target:
        raise IllegalCommand("catch_self", _("You cannot catch yourself; call UNO instead."))
    if state.uno[command.target] != OPEN and not state.options.false_call_penalty:
        raise IllegalCommand("no_duty", _("There is nothing to catch: this player has not missed a call."))


def carry_out_catch(step: Step, command: Catch) -> None:
    """Let the caught seat draw, or the catcher if there was no reason; turn and pending effect stay."""
    if step.state.uno[command.target] != OPEN:
        penalise_false_call(step, command.seat)
        return
    step.emit(UnoCaught(command.target, command.seat))
    draw(step, command.target, step.state.options.uno_penalty, "uno")
