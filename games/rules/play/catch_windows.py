"""The end of the catch windows, and what a call without reason costs (rules.md 3.10, 4.7)."""

from games.rules.match.events import (
    FalseCallPenalised,
    UnoLapsed,
    UnoMissed,
)
from games.rules.match.state import OPEN, State
from games.rules.match.steps import Step
from games.rules.play.draw_pile import draw


def close_windows(step: Step, seat: int) -> None:
    """A turn action of `seat` was accepted: nobody can be caught any more for what was laid before it.

    With `uno_penalty_trigger` = automatic the others draw now, clockwise from the seat.
    """
    state = step.state
    if OPEN not in state.uno:
        return
    for one in (*range(seat, state.seats), *range(seat)):
        if state.uno[one] != OPEN:
            continue
        if one != seat and state.options.uno_penalty_trigger == "automatic":
            step.emit(UnoMissed(one))
            draw(step, one, state.options.uno_penalty, "uno")
        else:
            step.emit(UnoLapsed(one))


def cards_for_missed_calls(state: State, seat: int) -> int:
    """Return how many cards the others have to draw before a turn action of the seat is carried out."""
    if state.options.uno_penalty_trigger != "automatic":
        return 0
    missed = sum(duty == OPEN for one, duty in enumerate(state.uno) if one != seat)
    return missed * state.options.uno_penalty


def penalise_false_call(step: Step, seat: int) -> None:
    """Let a seat draw for a call or a catch without reason."""
    step.emit(FalseCallPenalised(seat))
    draw(step, seat, step.state.options.false_call_penalty, "false_call")
