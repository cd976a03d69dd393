"""Check a card before it is played (rules.md 3.6, 4.7)."""

from games.rules.base.language import _
from games.rules.base.refusal import IllegalCommand
from games.rules.cards.card_names import called, misfit
from games.rules.cards.cards import COLOURS, IS_BLACK, SYMBOL_OF, WILD_SWAP, Card
from games.rules.match.commands import JumpIn, PlayCard
from games.rules.match.events import (
    IllegalCardPenalised,
)
from games.rules.match.guards import require_to_act, require_turn
from games.rules.match.state import AFTER_DRAW, PENDING, State
from games.rules.match.steps import Step
from games.rules.play.answers import may_answer
from games.rules.play.draw_pile import draw
from games.rules.play.going_out import would_end_round
from games.rules.play.playable_cards import fitting, may_be_laid
from games.rules.play.playing import play_card

_FIVE, _SEVEN = 5, 7


def check_play(state: State, command: PlayCard | JumpIn) -> None:
    """Refuse a card that cannot be played now; the code says why."""
    if state.phase == PENDING:
        _check_answer(state, command)
        return
    require_turn(state, command.seat)
    _check_held(state, command.seat, command.card)
    if state.phase == AFTER_DRAW and command.card != state.drawn_card:
        raise IllegalCommand("drawn_card_only", _("You drew this turn: play the drawn card or pass."))
    check_naming(state, command)
    if not may_be_laid(state, command.seat, command.card) and not state.options.illegal_card_penalty:
        _refuse_card(state, command.seat, command.card)


def carry_out_play(step: Step, command: PlayCard | JumpIn) -> None:
    """Play the card with all its effects, or take it back and draw if it is illegal."""
    state = step.state
    penalty = state.options.illegal_card_penalty
    if penalty and state.phase != PENDING and not may_be_laid(state, command.seat, command.card):
        penalise_illegal_card(step, command.seat, command.card)
    else:
        play_card(step, command)


def penalise_illegal_card(step: Step, seat: int, card: Card) -> None:
    """Give an illegal card back to its hand and let the seat draw; nothing else changes."""
    step.emit(IllegalCardPenalised(seat, card))
    draw(step, seat, step.state.options.illegal_card_penalty, "illegal")


def check_naming(state: State, command: PlayCard | JumpIn) -> None:
    """Refuse a colour, a target or an offer that is missing or out of place."""
    _check_colour_named(state, command)
    _check_target(state, command)


def check_colour(colour: int) -> None:
    """Refuse a number that is no colour: `no_such_colour`."""
    if not 0 <= colour < len(COLOURS):
        raise IllegalCommand("no_such_colour", _("There are four colours: red, yellow, green and blue."))


def check_partner(state: State, seat: int, target: int) -> None:
    """Refuse a target that is not another active seat: `no_such_target`."""
    if target == seat or not state.is_active(target):
        raise IllegalCommand("no_such_target", _("Choose another player who is still in this deal."))


def needs_target(state: State, card: Card) -> bool:
    """Whether the card swaps the whole hand with a chosen seat."""
    return card == WILD_SWAP or (state.options.seven_zero and SYMBOL_OF[card] == _SEVEN)


def _check_held(state: State, seat: int, card: Card) -> None:
    if card not in state.hands[seat]:
        raise IllegalCommand("not_held", _("You do not hold this card."))


def _check_answer(state: State, command: PlayCard | JumpIn) -> None:
    require_to_act(state, command.seat)
    _check_held(state, command.seat, command.card)
    check_naming(state, command)
    if not may_answer(state, command.seat, command.card):
        if state.pending_challengeable:
            sentence = _("You cannot play {card} now: take the cards, or challenge the Wild Draw Four.")
        elif state.pending_kind == "skip":
            sentence = _("You cannot play {card} now: you lose this turn.")
        else:
            sentence = _("You cannot play {card} now: take the cards.")
        raise IllegalCommand(
            "effect_pending", sentence.format(card=called(command.card, state.options.customizable_effects))
        )


def _refuse_card(state: State, seat: int, card: Card) -> None:
    if fitting(state)[card]:
        if state.options.draw_four_legality == "no_colour":
            sentence = _("You may play a Wild Draw Four only if you hold no card of the current colour.")
        else:
            sentence = _("You may play a Wild Draw Four only if none of your other cards match.")
        raise IllegalCommand("draw_four_not_allowed", sentence)
    raise IllegalCommand(
        "not_playable", misfit(card, state.colour, state.discard_pile[-1], state.hands[seat])
    )


def _check_colour_named(state: State, command: PlayCard | JumpIn) -> None:
    if command.colour is not None:
        if not IS_BLACK[command.card]:
            raise IllegalCommand("colour_unwanted", _("You choose a colour only with a black card."))
        check_colour(command.colour)
        return
    named_by_rule = not IS_BLACK[command.card] or state.options.colours_in_circle
    if not named_by_rule and not would_end_round(state, command.seat):
        raise IllegalCommand("colour_missing", _("Choose the colour to continue with."))


def _check_target(state: State, command: PlayCard | JumpIn) -> None:
    if command.offered is not None:
        _check_offer(state, command)
    elif needs_target(state, command.card):
        if command.target is not None:
            check_partner(state, command.seat, command.target)
        elif len(state.hands[command.seat]) > 1:
            raise IllegalCommand("target_missing", _("Choose a player to swap hands with."))
    elif command.target is not None:
        raise IllegalCommand("target_unwanted", _("You do not choose a player with this card."))


def _check_offer(state: State, command: PlayCard | JumpIn) -> None:
    if not (state.options.five_exchange and SYMBOL_OF[command.card] == _FIVE) or command.target is None:
        raise IllegalCommand("offer_unwanted", _("You cannot exchange a card with this one."))
    check_partner(state, command.seat, command.target)
    hand = state.hands[command.seat]
    if hand.count(command.offered or 0) < (2 if command.offered == command.card else 1):
        raise IllegalCommand("not_held", _("You do not hold the card you offer."))
