"""Silent twos and silent black cards (option `silence`, rules.md 4.7)."""

from games.rules.cards.cards import IS_BLACK, SYMBOL_OF, Card
from games.rules.match.events import (
    SilenceEnded,
    SilenceStarted,
)
from games.rules.match.state import PENDING, TURN
from games.rules.match.steps import Step

_TWO = 2


def settle_silence(step: Step, seat: int, card: Card, *, jumped: bool = False) -> None:
    """Start or end a silence because of the card just played."""
    state = step.state
    rule = state.options.silence
    if state.silence_kind == "black" and not IS_BLACK[card] and state.colour != state.silence_mark:
        step.emit(SilenceEnded())
    if state.silence_kind == "twos" and (jumped and state.silence_mark == seat):
        step.emit(SilenceEnded())
    if rule == "black" and IS_BLACK[card]:
        step.emit(SilenceStarted("black", state.colour))
    elif rule == "twos" and SYMBOL_OF[card] == _TWO and state.is_active(seat):
        step.emit(SilenceStarted("twos", seat))


def end_kept_silence(step: Step) -> None:
    """End a silence of twos when the seat that played the two is to act again or has gone out."""
    state = step.state
    if state.silence_kind != "twos":
        return
    to_act_again = state.phase in (TURN, PENDING) and state.to_act == state.silence_mark
    if to_act_again or not state.is_active(state.silence_mark):
        step.emit(SilenceEnded())
