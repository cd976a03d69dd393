"""Play the last card, and go out or refill the hand (rules.md 3.12, 4.8)."""

from collections.abc import Sequence

from games.rules.cards.cards import Card
from games.rules.match.events import (
    HandRefilled,
    WentOut,
)
from games.rules.match.state import State
from games.rules.match.steps import Step
from games.rules.play.card_effects import Waiting, bounces, penalty_of
from games.rules.play.catch_windows import cards_for_missed_calls
from games.rules.play.draw_pile import draw
from games.rules.play.ending import end_round, first_out

_FULL_REFILL = 6


def go_out(step: Step, seat: int, card: Card, before: Waiting | None) -> bool:
    """Let a seat go out, or refill its hand; return whether the round is over.

    If the round ends, the victim of a draw card or an answer still draws, and can neither answer nor
    challenge.
    """
    options = step.state.options
    ends = options.going_out == "ends_round" or (
        options.going_out == "refill_countdown" and next_refill(step.state, seat) == 0
    )
    if not ends:
        return _leave_or_refill(step, seat)
    step.emit(WentOut(seat))
    if options.last_card_draw_effect:
        _draw_at_once(step, seat, card, before)
    end_round(step, seat, "out")
    return True


def empty_hands(step: Step, seats: Sequence[int]) -> None:
    """Let seats go out or refill, in turn order, that lost their last card without playing it."""
    state = step.state
    for seat in seats:
        if state.is_round_over:
            return
        if state.options.going_out == "ends_round" or _is_last_refill(state, seat):
            step.emit(WentOut(seat))
            end_round(step, seat, "out")
        else:
            _leave_or_refill(step, seat)


def would_end_round(state: State, seat: int) -> bool:
    """Whether playing another card ends the round, so that a black card needs no colour."""
    if len(state.hands[seat]) != 1:
        return False
    rule = state.options.going_out
    if rule == "to_last":
        return len(state.active_seats()) == 2
    if rule == "refill_six":
        return len(state.draw_pile) <= cards_for_missed_calls(state, seat)
    return rule == "ends_round" or next_refill(state, seat) == 0


def next_refill(state: State, seat: int) -> int:
    """Return how many cards the seat takes when its hand becomes empty (`refill_countdown`)."""
    return max(_FULL_REFILL - state.emptied[seat], 0)


def cards_of_refill(state: State, seat: int) -> int:
    """Return how many cards the seat takes if it plays its last card now."""
    rule = state.options.going_out
    if rule not in ("refill_countdown", "refill_six"):
        return 0
    size = _size_of_refill(state, seat)
    missed = cards_for_missed_calls(state, seat)
    if state.options.draw_pile_exhausted == "end_of_play":
        return min(size, max(len(state.draw_pile) - missed, 0))
    # The top card is then below the last card, so that it can always be drawn.
    return min(size, max(len(state.draw_pile) + len(state.discard_pile) - missed, 1))


def _size_of_refill(state: State, seat: int) -> int:
    return _FULL_REFILL if state.options.going_out == "refill_six" else next_refill(state, seat)


def _is_last_refill(state: State, seat: int) -> bool:
    return state.options.going_out == "refill_countdown" and next_refill(state, seat) == 0


def _draw_at_once(step: Step, seat: int, card: Card, before: Waiting | None) -> None:
    if before and bounces(card, before):
        draw(step, before.source, before.total, "last_card")
        return
    raised = penalty_of(step.state, seat, card, before, emptied=True)
    if raised and raised.total:
        draw(step, raised.victim, raised.total, "last_card")


def _leave_or_refill(step: Step, seat: int) -> bool:
    state = step.state
    if state.options.going_out == "to_last":
        step.emit(WentOut(seat, leaves=True))
        if len(state.active_seats()) > 1:
            return False
        end_round(step, first_out(state), "out")
        return True
    size = _size_of_refill(state, seat)
    step.emit(WentOut(seat))
    draw(step, seat, size, "refill")
    if not state.hands[seat]:
        end_round(step, seat, "out")
        return True
    step.emit(HandRefilled(seat, len(state.hands[seat])))
    return False
