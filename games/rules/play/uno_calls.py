"""Duties to call UNO and the late call (rules.md 3.10)."""

from collections.abc import Sequence

from games.rules.base.language import _
from games.rules.base.refusal import IllegalCommand
from games.rules.match.commands import CallUno
from games.rules.match.events import UnoCalled, UnoDue
from games.rules.match.guards import require_active, require_running
from games.rules.match.state import CALLED, OPEN, State
from games.rules.match.steps import Step
from games.rules.play.catch_windows import penalise_false_call


def settle_duties(
    step: Step, seat: int, moved: Sequence[int], *, called: bool, penultimate: bool, emptied: bool
) -> None:
    """Determine the duties after a seat has played a card and `moved` hands have changed.

    `penultimate` says that exactly one card was left after playing. A call with the play fulfils the duty of
    the seat; without a duty it is a false call.
    """
    state = step.state
    has_one = len(state.hands[seat]) == 1
    by_any = state.options.uno_duty == "any_single_card"
    if has_one and (by_any or penultimate) and state.is_active(seat):
        step.emit(UnoCalled(seat) if called else UnoDue(seat))
    elif called and not (has_one or penultimate or emptied) and state.options.false_call_penalty:
        penalise_false_call(step, seat)
    if moved and by_any:
        for other in moved:
            if other != seat:
                owe_call(step, other)


def owe_call(step: Step, seat: int) -> None:
    """Give a seat the duty to call if it has come to a single card without playing."""
    if len(step.state.hands[seat]) == 1 and step.state.is_active(seat):
        step.emit(UnoDue(seat))


def check_call(state: State, command: CallUno) -> None:
    """Refuse a late call: `already_called`, `no_duty`, or `too_late` with `uno_call_deadline` = with_play."""
    require_running(state)
    require_active(state, command.seat)
    duty = state.uno[command.seat]
    if duty == CALLED:
        raise IllegalCommand("already_called", _("You have already called UNO."))
    if duty != OPEN and state.options.false_call_penalty:
        return
    if duty != OPEN:
        raise IllegalCommand("no_duty", _("You have no call to make now."))
    if state.options.uno_call_deadline == "with_play":
        raise IllegalCommand("too_late", _("Under these rules you must call UNO while playing the card."))


def carry_out_call(step: Step, command: CallUno) -> None:
    """Fulfil the duty; a call without a duty costs cards."""
    if step.state.uno[command.seat] == OPEN:
        step.emit(UnoCalled(command.seat))
    else:
        penalise_false_call(step, command.seat)
