"""Invariants under all rules: after every event (rules.md 3.17) and between two commands (3.1)."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

from games.rules.cards.cards import IS_BLACK, Card
from games.rules.match.phases import (
    AFTER_DRAW,
    AWARD,
    CENTRE,
    DEALING,
    EXCHANGE,
    FORFEIT,
    MATCH_OVER,
    NONE,
    OVER,
    PENDING,
    READY,
    READY_TO_DEAL,
    RUNNING,
    STARTER_CHOICE,
    TURN,
)
from games.rules.match.state import State


def all_cards(state: State) -> Counter[Card]:
    """Return how often each card is in the hands and the piles, or out of play."""
    cards = Counter(state.draw_pile)
    cards.update(state.discard_pile)
    cards.update(state.aside)
    for hand in state.hands:
        cards.update(hand)
    return cards


def violation(state: State, deck: Counter[Card], totals_before: Sequence[int]) -> str:
    """Return the violated invariant of a state after an event, an empty text if there is none."""
    if state.phase != DEALING and all_cards(state) != deck:
        return "cards were lost or made up"
    if state.phase in RUNNING and not state.is_active(state.to_act):
        return "the seat to act is not in play"
    if (state.phase == PENDING) != bool(state.pending_kind):
        return "an effect waits outside its state"
    if any(duty != NONE and len(hand) != 1 for duty, hand in zip(state.uno, state.hands, strict=True)):
        return "a seat with a duty does not hold exactly one card"
    if any(after < before for before, after in zip(totals_before, state.totals, strict=False)):
        return "a total fell"
    return ""


def ambiguity(state: State) -> str:
    """Return why the match is not in exactly one phase between two commands, an empty text if it is.

    Every phase has its own marks (a pending effect, a drawn card, awaited hands …). They hold in their phase
    and in no other, so that two phases of rules.md 3.1 can never be confused.
    """
    if state.phase not in _MARKS:
        return f"{state.phase!r} is no state between two commands"
    for name, holds in _MARKS.items():
        if name != state.phase and name in _UNIQUE_MARKS and holds(state):
            return f"the state is {state.phase}, but the table also looks like {name}"
    if not _MARKS[state.phase](state):
        return f"the state is {state.phase}, but the table does not look like it"
    return _running_fault(state) if state.phase in RUNNING else _stopped_fault(state)


def _running_fault(state: State) -> str:
    """Return the faults of a running round in any phase."""
    active = set(state.active_seats())
    if len(active) < 2:
        return "a round runs with fewer than two seats"
    if any(bool(hand) != (seat in active) for seat, hand in enumerate(state.hands)):
        return "a seat in play holds no card, or a seat out of it holds some"
    if state.phase != STARTER_CHOICE and not 0 <= state.colour < 4:
        return "no colour is active"
    if state.silence_kind == "black" and state.silence_mark != state.colour:
        return "the silence outlived the ordered colour"
    if state.silence_kind == "twos":
        acts_again = state.phase in (TURN, PENDING) and state.to_act == state.silence_mark
        if acts_again or state.silence_mark not in active:
            return "the silence outlived the turn of who laid the two"
    return ""


def _stopped_fault(state: State) -> str:
    """Return the faults between two rounds or after the match."""
    if any(duty != NONE for duty in state.uno) or state.silence_kind:
        return "a duty or a silence outlived the round"
    if state.phase == MATCH_OVER and (len(state.places) != state.seats or min(state.places) != 1):
        return "a finished match has no places"
    return ""


def _waits(state: State) -> bool:
    victim, source = state.to_act, state.pending_source
    if not state.pending_kind or not state.is_active(victim) or victim == source:
        return False
    if state.pending_challengeable and (state.pending_kind != "draw4" or not state.is_active(source)):
        return False
    return (state.pending_total == 0) == (state.pending_kind == "skip")


def _has_drawn(state: State) -> bool:
    if state.drawn_card < 0:
        return state.phase == AFTER_DRAW and state.drawn_count == 0
    return state.drawn_count > 0 and state.drawn_card in state.hands[state.to_act]


def _may_play(state: State) -> bool:
    return state.drawn_card < 0 and state.drawn_count == 0 and not state.later


def _names_starter_colour(state: State) -> bool:
    is_open = state.starter_top and state.colour < 0 and len(state.discard_pile) == 1
    return is_open and IS_BLACK[state.top] and state.to_act >= 0  # a deal may be broken off before the answer


def _exchanges(state: State) -> bool:
    layer = state.layer
    return state.offered_card >= 0 and layer != state.to_act and state.offered_card in state.hands[layer]


def _lays_hands(state: State) -> bool:
    late = [seat for seat in state.active_seats() if seat != state.layer and seat not in state.placed]
    return state.phase == CENTRE and len(late) > 1 and state.to_act in late and bool(state.later)


def _sorts_cards(state: State) -> bool:
    return state.phase == READY and state.options.ready_pause and bool(state.later)


def _owes_forfeit(state: State) -> bool:
    return state.phase == FORFEIT and state.forfeit_cards > 0 and state.to_act != state.layer


def _awards(state: State) -> bool:
    return state.phase == AWARD and state.to_act == state.layer


def _is_over(state: State) -> bool:
    return state.to_act < 0 and state.round > 0 and bool(state.discard_pile)


def _is_new(state: State) -> bool:
    return state.to_act < 0 and not any(state.hands) and not state.draw_pile and not state.discard_pile


_MARKS: Final[dict[str, Callable[[State], bool]]] = {
    READY_TO_DEAL: _is_new,
    TURN: _may_play,
    AFTER_DRAW: _has_drawn,
    PENDING: _waits,
    STARTER_CHOICE: _names_starter_colour,
    EXCHANGE: _exchanges,
    CENTRE: _lays_hands,
    READY: _sorts_cards,
    FORFEIT: _owes_forfeit,
    AWARD: _awards,
    OVER: lambda state: _is_over(state) and not state.places,
    MATCH_OVER: lambda state: _is_over(state) and bool(state.places),
}
_UNIQUE_MARKS: Final = frozenset(
    {READY_TO_DEAL, AFTER_DRAW, PENDING, STARTER_CHOICE, EXCHANGE, OVER, MATCH_OVER}
)
"""The phases whose marks hold in no other; the others differ by the acting seat and by their name."""
