"""Duties to call UNO, their windows, and the late call (rules.md 3.10)."""

from games.rules.commands import CallUno
from games.rules.events import UnoCalled, UnoDue, UnoLapsed
from games.rules.moments import require_active, require_running
from games.rules.refusal import IllegalCommand
from games.rules.state import CALLED, OPEN, State
from games.rules.steps import Step


def close_windows(step: Step) -> None:
    """A turn action was accepted: nobody can be caught any more for what was laid before it."""
    uno = step.state.uno
    if OPEN in uno:
        for seat in range(len(uno)):
            if uno[seat] == OPEN:
                step.emit(UnoLapsed(seat))


def settle_duty(step: Step, seat: int, called: bool) -> None:
    """Determine the duty of the seat that has just laid a card; the flag of the play fulfils it.

    Only a layer can come down to one card as long as no card moves hands, so both values of
    `uno_duty` mean the same here.
    """
    if len(step.state.hands[seat]) == 1:
        step.emit(UnoCalled(seat) if called else UnoDue(seat))


def check_call(state: State, command: CallUno) -> None:
    """Refuse a late call: `already_called`, `no_duty`, or `too_late` with `uno_call_deadline` = with_play."""
    require_running(state)
    require_active(state, command.seat)
    duty = state.uno[command.seat]
    if duty == CALLED:
        raise IllegalCommand("already_called", "You have called UNO already.")
    if duty != OPEN:
        raise IllegalCommand("no_duty", "There is nothing to call: no card of yours is waiting for it.")
    if state.options.uno_call_deadline == "with_play":
        raise IllegalCommand("too_late", "Under these rules UNO must be called while laying the card.")


def carry_out_call(step: Step, command: CallUno) -> None:
    """Fulfil the duty."""
    step.emit(UnoCalled(command.seat))
