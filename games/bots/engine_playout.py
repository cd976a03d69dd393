"""Play-outs: finish a round with random moves as fast as possible, without keeping events.

A bot that searches copies a state, replaces hidden cards by its own guess, and plays it out.
"""

from typing import Final

from games.bots.self_play import RANDOM, play_on
from games.rules.base.chance import Chance
from games.rules.cards.cards import COLOUR_OF, WILD, Card
from games.rules.decisions.decide import step
from games.rules.decisions.ordinary_turns import events_of_play, may_pass, may_take, next_turn
from games.rules.match.commands import PlayCard
from games.rules.match.evolve import accept_and_turn, draw_one, fold, lay_and_turn, pass_and_turn
from games.rules.match.phases import OPEN, PENDING, RUNNING, TURN
from games.rules.match.simple_effects import PLAIN, RARE
from games.rules.match.state import State
from games.rules.play.playable_cards import FOLLOWS

_PENULTIMATE: Final = 2  # cards in hand before the last but one is played
_COLOURS: Final = 4  # a Wild names any of them


def play_out(state: State, chance: Chance) -> int:
    """Play a running round in place to its end; return the number of turns.

    Every seat plays a random card that fits, and draws if there is none; nobody forgets to call.
    """
    turns = 0
    while state.phase in RUNNING:
        while state.phase == TURN and everyday_turn(state, chance):
            turns += 1
        if state.phase in RUNNING and (state.phase != PENDING or not everyday_answer(state, chance)):
            turns += play_on(state, chance, RANDOM, until=TURN)
    return turns


def everyday_answer(state: State, chance: Chance) -> bool:
    """Take the pending cards if no card could answer them, in most cases; return whether they were taken."""
    if state.answerable or (state.pending_challengeable and chance.below(2)) or not may_take(state):
        return False
    accept_and_turn(state, state.to_act, state.next_after(state.to_act))
    return True


def everyday_turn(state: State, chance: Chance) -> bool:
    """Take a whole turn if it has only common effects, and return whether it was taken.

    Otherwise the turn still has to be taken, from the state after drawing if the seat has drawn.
    """
    if OPEN in state.uno:
        return False
    seat = state.to_act
    fits = FOLLOWS[state.colour][state.discard_pile[-1]]
    cards = [card for card in state.hands[seat] if fits[card]]
    if cards:
        return _lay(state, seat, cards[chance.below(len(cards))], chance)
    if not state.draws_one or not state.draw_pile:
        return False
    draw_one(state, seat)
    if fits[state.drawn_card]:
        return _lay(state, seat, state.drawn_card, chance)
    if may_pass(state):
        pass_and_turn(state, state.next_after(seat))
        return True
    return False


def _lay(state: State, seat: int, card: Card, chance: Chance) -> bool:
    effect = state.simple_effects[card]
    if effect == PLAIN and len(state.hands[seat]) > _PENULTIMATE:
        lay_and_turn(state, seat, card, COLOUR_OF[card], state.direction, state.next_after(seat))
        return True
    return _lay_with_effect(state, seat, card, effect, chance)


def _lay_with_effect(state: State, seat: int, card: Card, effect: int, chance: Chance) -> bool:
    held = len(state.hands[seat])
    colour = chance.below(_COLOURS) if card >= WILD else None
    if held > _PENULTIMATE:
        ahead = next_turn(state, seat, effect)
        if ahead:
            lay_and_turn(state, seat, card, COLOUR_OF[card] if colour is None else colour, *ahead)
            return True
    elif held < _PENULTIMATE and effect != RARE:
        step(state, PlayCard(seat, card, colour), chance)
        return True
    events = events_of_play(state, seat, card, colour, held == _PENULTIMATE)
    if events:
        fold(events, state)
    return bool(events)
