"""Let a seat leave the match for good, and end a match by time, as competitions may ask for."""

from games.rules.base.language import _
from games.rules.base.refusal import IllegalCommand
from games.rules.match.commands import CallTime, Retire
from games.rules.match.events import SeatGivenUp, StarterColourAsked
from games.rules.match.phases import (
    AFTER_DRAW,
    MATCH_OVER,
    OVER,
    PENDING,
    READY_TO_DEAL,
    RUNNING,
    STARTER_CHOICE,
    TURN,
)
from games.rules.match.state import State
from games.rules.match.steps import Step
from games.rules.play.ending import break_off, end_round, first_out
from games.rules.play.scoring import is_decided

_AT_ONCE = (TURN, AFTER_DRAW, PENDING, STARTER_CHOICE, OVER)
"""In the other phases the table waits for a seat, and the next events are planned already."""


def check_retire(state: State, command: Retire) -> None:
    """Refuse it before the first deal (`not_dealt`), after the end, twice, and while the table waits."""
    _require_match(state)
    if not 0 <= command.seat < state.seats:
        raise IllegalCommand("no_such_seat", _("There is no such seat at this table."))
    if state.eliminated[command.seat]:
        raise IllegalCommand("seat_out", _("This player is already out of the match."))
    if state.phase not in _AT_ONCE:
        raise IllegalCommand("wait_first", _("Another player has to act first."))


def carry_out_retire(step: Step, command: Retire) -> None:
    """Take the seat's cards out of play; it keeps its total and is placed behind all seats still in.

    Partners leave together. The match is over when nobody is left to play against, or no more than its
    survivors; the deal that runs then does not count.
    """
    state = step.state
    was_asked = state.phase == STARTER_CHOICE
    turn, is_running = state.to_act, state.phase in RUNNING
    for seat in _leaving(state, command.seat):
        hand = state.hands[seat][:] if is_running else []
        step.emit(SeatGivenUp(seat, state.round + (not is_running), hand))
    if is_decided(state):
        break_off(step, "left")
    elif is_running and len(state.active_seats()) == 1:
        end_round(step, first_out(state), "out")
    elif was_asked and state.to_act != turn:
        step.emit(StarterColourAsked(state.to_act))
    elif state.to_act != turn:
        step.start_turn(state.to_act)


def check_time(state: State, command: CallTime) -> None:  # noqa: ARG001 - the signature of all checks
    """Refuse the end by time before the first deal (`not_dealt`) and after the end (`match_over`)."""
    _require_match(state)


def carry_out_time(step: Step, command: CallTime) -> None:  # noqa: ARG001
    """End the match with the standing after the last deal that was played to its end."""
    break_off(step, "time")


def _leaving(state: State, seat: int) -> list[int]:
    return [seat, (seat + 2) % 4] if state.options.teams == "partners" else [seat]


def _require_match(state: State) -> None:
    if state.phase == MATCH_OVER:
        raise IllegalCommand("match_over", _("The match is over."))
    if state.phase == READY_TO_DEAL:
        raise IllegalCommand("not_dealt", _("The cards have not been dealt yet."))
