"""Close catch windows, and penalise calls without reason (rules.md 3.10, 4.7).

`uno_calls` opens a window, `catching` says who may use it.
"""

from games.rules.match.events import (
    FalseCallPenalised,
    UnoLapsed,
    UnoMissed,
)
from games.rules.match.state import OPEN, State
from games.rules.match.steps import Step
from games.rules.play.draw_pile import draw


def close_windows(step: Step, seat: int) -> None:
    """Close the windows to catch a seat for earlier plays, because a turn action of `seat` was accepted.

    With `uno_penalty_trigger` = automatic the other seats draw now, clockwise from the seat.
    """
    state = step.state
    if OPEN not in state.uno:
        return
    for other in (*range(seat, state.seats), *range(seat)):
        if state.uno[other] != OPEN:
            continue
        if other != seat and state.options.uno_penalty_trigger == "automatic":
            step.emit(UnoMissed(other))
            draw(step, other, state.options.uno_penalty, "uno")
        else:
            step.emit(UnoLapsed(other))


def cards_for_missed_calls(state: State, seat: int) -> int:
    """Return how many cards the others have to draw before a turn action of the seat is carried out."""
    if state.options.uno_penalty_trigger != "automatic":
        return 0
    missed = sum(duty == OPEN for other, duty in enumerate(state.uno) if other != seat)
    return missed * state.options.uno_penalty


def penalise_false_call(step: Step, seat: int) -> None:
    """Let a seat draw for a call or a catch without reason."""
    step.emit(FalseCallPenalised(seat))
    draw(step, seat, step.state.options.false_call_penalty, "false_call")
