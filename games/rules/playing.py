"""Laying a card, in the order of rules.md 3.15."""

from games.rules.cards import COLOURS, IS_BLACK, REVERSE, SYMBOL_OF, TOKENS, WILD_DRAW_FOUR, Card
from games.rules.commands import PlayCard
from games.rules.effects import follow
from games.rules.events import CardPlayed, ColourChosen, DirectionReversed
from games.rules.going_out import go_out
from games.rules.matching import draw_four_is_legal, fitting, may_be_laid
from games.rules.moments import require_turn
from games.rules.refusal import IllegalCommand
from games.rules.state import AFTER_DRAW, State
from games.rules.steps import Step
from games.rules.uno import close_windows, settle_duty


def check_play(state: State, command: PlayCard) -> None:
    """Refuse a card that cannot be laid now, saying why in its code."""
    require_turn(state, command.seat)
    _check_card(state, command.seat, command.card)
    _check_naming(state, command)


def carry_out_play(step: Step, command: PlayCard) -> None:
    """Lay the card and bring about all that follows."""
    state, seat, card = step.state, command.seat, command.card
    close_windows(step)
    step.emit(CardPlayed(seat, card, card != WILD_DRAW_FOUR or draw_four_is_legal(state, seat)))
    if command.colour is not None:
        step.emit(ColourChosen(seat, command.colour))
    if SYMBOL_OF[card] == REVERSE:
        step.emit(DirectionReversed(-state.direction))
    if not state.hands[seat]:
        go_out(step, seat, card)
        return
    settle_duty(step, seat, command.uno)
    follow(step, seat, card)


def _check_card(state: State, seat: int, card: Card) -> None:
    if card not in state.hands[seat]:
        raise IllegalCommand("not_held", "You do not hold this card.")
    if state.name == AFTER_DRAW and card != state.drawn_card:
        raise IllegalCommand(
            "drawn_card_only", "After drawing you may lay only the card you have just drawn."
        )
    if may_be_laid(state, seat, card):
        return
    if fitting(state)[card]:
        raise IllegalCommand(
            "draw_four_not_allowed", "A Wild Draw Four may be laid only while your other cards do not match."
        )
    raise IllegalCommand(
        "not_playable",
        f"{TOKENS[card]} matches neither the colour {COLOURS[state.colour]} nor the symbol"
        f" of {TOKENS[state.discard_pile[-1]]}.",
    )


def _check_naming(state: State, command: PlayCard) -> None:
    if command.target is not None or command.offered is not None:
        raise IllegalCommand("target_unwanted", "This card is aimed at nobody.")
    if not IS_BLACK[command.card]:
        if command.colour is not None:
            raise IllegalCommand("colour_unwanted", "Only a black card names a colour.")
    elif command.colour is None:
        if len(state.hands[command.seat]) > 1:
            raise IllegalCommand("colour_missing", "Name the colour to play on with.")
    else:
        check_colour(command.colour)


def check_colour(colour: int) -> None:
    """Refuse a number that is no colour: `no_such_colour`."""
    if not 0 <= colour < len(COLOURS):
        raise IllegalCommand("no_such_colour", "There are four colours: red, yellow, green and blue.")
