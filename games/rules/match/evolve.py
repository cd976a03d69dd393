"""Fold events into a state; for common turns, apply the changes of several events at once."""

from collections.abc import Iterable

from games.rules.cards.cards import Card
from games.rules.match.events import Event
from games.rules.match.phases import AFTER_DRAW, NONE, TURN
from games.rules.match.state import State


def fold(events: Iterable[Event], state: State | None = None) -> State:
    """Return the state after the events; without a state they begin with the start of a round."""
    state = State() if state is None else state
    for event in events:
        event.change(state)
    return state


def lay_and_turn(state: State, seat: int, card: Card, colour: int, direction: int, following: int) -> None:
    """Apply the events of playing a card while no effect is pending, and of the next turn.

    The result is the same as that of the events one by one. Not for a Wild Draw Four.
    """
    state.hands[seat].remove(card)
    state.discard_pile.append(card)
    state.colour = colour
    state.direction = direction
    state.phase = TURN
    state.to_act = following
    state.layer = seat
    state.starter_top = False
    state.pending_legal = True
    state.drawn_card = -1
    state.drawn_count = 0
    state.idle_turns = 0
    state.uno[seat] = NONE


def draw_one(state: State, seat: int) -> None:
    """Apply the event of drawing a card in the turn; the draw pile is not empty."""
    card = state.draw_pile.pop()
    state.hands[seat].append(card)
    state.uno[seat] = NONE
    state.phase = AFTER_DRAW
    state.drawn_count += 1
    state.drawn_card = card


def pass_and_turn(state: State, following: int) -> None:
    """Apply the events of passing after a draw and of the next turn."""
    state.idle_turns = 0
    state.phase = TURN
    state.to_act = following
    state.drawn_card = -1
    state.drawn_count = 0


def accept_and_turn(state: State, seat: int, following: int) -> None:
    """Apply the events of taking the pending cards and of the next turn; the draw pile has enough cards."""
    total = state.pending_total
    state.hands[seat] += state.draw_pile[: -total - 1 : -1]
    del state.draw_pile[-total:]
    state.uno[seat] = NONE
    state.clear_pending()
    state.pending_legal = True
    state.idle_turns = 0
    state.phase = TURN
    state.to_act = following
    state.drawn_card = -1
    state.drawn_count = 0
