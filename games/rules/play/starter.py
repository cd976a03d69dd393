"""The card that opens the discard pile (rules.md 3.4)."""

from functools import cache

from games.rules.base.language import _
from games.rules.base.refusal import IllegalCommand
from games.rules.cards.cards import (
    DRAW_TWO,
    IS_BLACK,
    PLUS_TEN,
    REVERSE,
    SKIP,
    SYMBOL_OF,
    TOKENS,
    WILD_DRAW_FOUR,
    WILD_SWAP,
    Card,
)
from games.rules.match.commands import ChooseColour
from games.rules.match.events import (
    DirectionReversed,
    HandsSwapped,
    StarterColourAsked,
    StarterColourChosen,
    StarterReturned,
    StarterTurned,
)
from games.rules.match.guards import require_to_act
from games.rules.match.state import STARTER_CHOICE, State
from games.rules.match.steps import Step
from games.rules.play.card_effects import raise_starter, skip
from games.rules.play.play_checks import check_colour, check_partner


@cache
def openers(rule: str) -> frozenset[Card]:
    """Return the cards that may be the starter under a `starter_rule`; Wild Draw Four and +10 never may."""
    cards = range(len(TOKENS))
    if rule == "number_only":
        return frozenset(card for card in cards if SYMBOL_OF[card] < SKIP)
    allowed = frozenset(cards) - {WILD_DRAW_FOUR, PLUS_TEN}
    return allowed - {card for card in cards if IS_BLACK[card]} if rule == "act_no_wilds" else allowed


def turn_up(step: Step) -> None:
    """Turn up cards until a card may open the round, and carry out its effect."""
    state = step.state
    may_open = openers(state.options.starter_rule)
    while state.draw_pile[-1] not in may_open:
        card = state.draw_pile[-1]
        step.emit(StarterReturned(card, step.chance.shuffled(state.draw_pile[::-1])))
    card = state.draw_pile[-1]
    step.emit(StarterTurned(card))
    _act(step, card)


def first_player(state: State) -> int:
    """Return the seat entitled to the first turn before the starter acts (option `first_player`)."""
    if state.options.first_player == "previous_winner" and state.is_active(state.previous_winner):
        return state.previous_winner
    if state.options.first_player == "youngest" and state.round == 1 and state.is_active(state.youngest):
        return state.youngest
    return state.left_of(state.dealer)


def check_colour_choice(state: State, command: ChooseColour) -> None:
    """Refuse a colour that is not asked for: `no_colour_asked`."""
    require_to_act(state, command.seat)
    if state.phase != STARTER_CHOICE:
        raise IllegalCommand("no_colour_asked", _("There is no first card whose colour you could choose."))
    if state.top == WILD_SWAP:
        if command.target is None:
            raise IllegalCommand("target_missing", _("Choose a player to swap hands with."))
        check_partner(state, command.seat, command.target)
    elif command.target is not None:
        raise IllegalCommand("target_unwanted", _("You do not choose a player for this first card."))
    check_colour(command.colour)


def carry_out_colour_choice(step: Step, command: ChooseColour) -> None:
    """Name the colour; a normal turn of the same seat follows (A4)."""
    step.emit(StarterColourChosen(command.seat, command.colour))
    if command.target is not None:
        step.emit(HandsSwapped(command.seat, command.target))
    step.start_turn(command.seat)


def _act(step: Step, card: Card) -> None:
    state = step.state
    first = first_player(state)
    symbol = SYMBOL_OF[card]
    if IS_BLACK[card]:
        step.emit(StarterColourAsked(first))
    elif symbol == SKIP:
        # Every round starts clockwise, so the seat after the first player is the next clockwise.
        skip(step, first)
    elif symbol == REVERSE:
        step.emit(DirectionReversed(-1))
        step.start_turn(state.dealer)
    elif symbol == DRAW_TWO:
        raise_starter(step, first)
    else:
        step.start_turn(first)
