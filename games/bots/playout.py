"""Play-outs: a round played on at random as fast as the rules allow, with no events kept.

A bot that searches copies a state and plays it out; it has to put its own guess in place of hidden cards.
"""

from typing import Final

from games.bots.moving import RANDOM, play_on
from games.rules.cards import WILD
from games.rules.chance import Chance
from games.rules.everyday import event_of_draw, events_of_accept, events_of_pass, events_of_play
from games.rules.evolve import evolve, happen
from games.rules.matching import FOLLOWS
from games.rules.names import PENDING, RUNNING, TURN
from games.rules.state import State

_PENULTIMATE: Final = 2  # cards held before laying the last but one
_COLOURS: Final = 4  # a Wild names any of them


def play_out(state: State, chance: Chance) -> int:
    """Play a running round on the state itself to its end; return how many turns were taken.

    Everybody lays one of the cards that fit, and draws when none does; nobody forgets to call.
    """
    turns = 0
    while state.name in RUNNING:
        if state.name == TURN and everyday_turn(state, chance):
            turns += 1
        elif state.name != PENDING or not everyday_answer(state, chance):
            turns += play_on(state, chance, RANDOM, until=TURN)
    return turns


def everyday_answer(state: State, chance: Chance) -> bool:
    """Take the waiting cards if no card could answer them, mostly; return whether that was done."""
    if state.answerable or (state.pending_challengeable and chance.below(2)):
        return False
    events = events_of_accept(state, state.to_act)
    if events:
        happen(state, events)
    return bool(events)


def everyday_turn(state: State, chance: Chance) -> bool:
    """Take a whole turn if nothing rare comes of it, and return whether it was taken.

    Otherwise it is still to be taken, from the state after drawing if the seat has drawn.
    """
    seat = state.to_act
    hand = state.hands[seat]
    fits = FOLLOWS[state.colour][state.discard_pile[-1]]
    cards = [card for card in hand if fits[card]]
    if cards:
        card = cards[chance.below(len(cards))]
    else:
        drawn = event_of_draw(state, seat)
        if not drawn:
            return False
        evolve(state, drawn)
        card = state.drawn_card
    if cards or fits[card]:
        colour = chance.below(_COLOURS) if card >= WILD else None
        events = events_of_play(state, seat, card, colour, len(hand) == _PENULTIMATE)
    else:
        events = events_of_pass(state, seat)
    if events:
        happen(state, events)
    return bool(events)
