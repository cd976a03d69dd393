"""Cards that move whole hands, and Customizable cards that act on them (rules.md 3.7, 4.6)."""

from games.rules.cards.cards import CUSTOMIZABLE, IS_BLACK, PLUS_TEN, SYMBOL_OF, WILD_SHUFFLE, WILD_SWAP
from games.rules.match.commands import JumpIn, PlayCard
from games.rules.match.events import (
    HandsRotated,
    HandsShuffled,
    HandsSwapped,
    WildsDiscarded,
)
from games.rules.match.steps import Step
from games.rules.play.draw_pile import draw
from games.rules.play.going_out import empty_hands

_ZERO, _SEVEN = 0, 7


def move_hands(step: Step, command: PlayCard | JumpIn) -> list[int]:
    """Move hands or carry out a customizable effect; return the seats whose hands changed.

    The round may be over afterwards, when a seat has lost its last card.
    """
    state, seat, card = step.state, command.seat, command.card
    if card == WILD_SHUFFLE:
        return shuffle_hands(step, seat)
    if CUSTOMIZABLE <= card < PLUS_TEN:
        return _customize(step, seat, state.options.customizable_effects[card - CUSTOMIZABLE])
    moves = state.options.seven_zero
    if command.target is not None and (card == WILD_SWAP or (moves and SYMBOL_OF[card] == _SEVEN)):
        step.emit(HandsSwapped(seat, command.target))
        return [seat, command.target]
    if moves and SYMBOL_OF[card] == _ZERO:
        step.emit(HandsRotated([seat, *state.in_turn_order(seat)]))
        return [seat, *state.in_turn_order(seat)]
    return []


def shuffle_hands(step: Step, seat: int) -> list[int]:
    """Collect all hands, shuffle and deal them clockwise from the left of the seat."""
    state = step.state
    seats = state.active_seats()
    cards = step.chance.shuffled([card for other in seats for card in state.hands[other]])
    hands = [[] if other in seats else hand[:] for other, hand in enumerate(state.hands)]
    to = state.left_of(seat)
    for card in cards:
        hands[to].append(card)
        to = state.left_of(to)
    step.emit(HandsShuffled(hands))
    return [seat, *state.in_turn_order(seat)]


def _customize(step: Step, seat: int, effect: str) -> list[int]:
    state = step.state
    others = state.in_turn_order(seat)
    if effect == "others_draw_2":
        for other in others:
            draw(step, other, 2, "customizable")
        return []  # nobody can be left with a single card by drawing
    if effect != "others_discard_wilds":
        return []
    changed = []
    for other in others:
        wilds = [card for card in state.hands[other] if IS_BLACK[card]]
        if wilds:
            step.emit(WildsDiscarded(other, wilds))
            changed.append(other)
    empty_hands(step, [other for other in changed if not state.hands[other]])
    return changed
