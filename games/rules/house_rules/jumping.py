"""Jumping in with an identical card, and playing a pair (rules.md 4.3, 4.5)."""

from games.rules.base.language import _
from games.rules.base.refusal import IllegalCommand
from games.rules.cards.cards import DRAW_TWO, IS_BLACK, SKIP, SYMBOL_OF, WILD
from games.rules.match.commands import JumpIn, LayPair
from games.rules.match.events import (
    CardPlayed,
    HandsUpOpened,
    JumpedIn,
)
from games.rules.match.guards import require_active, require_fresh_turn, require_running
from games.rules.match.state import AFTER_DRAW, PENDING, TURN, State
from games.rules.match.steps import Step
from games.rules.play.card_effects import after_skip
from games.rules.play.catch_windows import close_windows
from games.rules.play.going_out import go_out
from games.rules.play.play_checks import carry_out_play, check_naming, check_play, penalise_illegal_card
from games.rules.play.playable_cards import fitting
from games.rules.play.playing import play_card
from games.rules.play.silence_rule import settle_silence
from games.rules.play.uno_calls import settle_duties
from games.rules.play.waiting_phases import noted, opens_centre, planned

_NO_CARD = -1


def check_jump(state: State, command: JumpIn) -> None:
    """Refuse a jump-in: `rule_off`, `no_jump_now`, `not_held`, `not_identical`, or as a play."""
    require_running(state)
    require_active(state, command.seat)
    if not state.options.jump_in:
        raise IllegalCommand("rule_off", _("Under these rules no one jumps in."))
    if _is_own_turn(state, command.seat):
        check_play(state, command)
        return
    if not may_jump(state, command.seat):
        raise IllegalCommand(
            "no_jump_now",
            _(
                "You cannot jump in on this card: neither on the first card nor on a black card other than a "
                "Wild."
            ),
        )
    if command.card not in state.hands[command.seat]:
        raise IllegalCommand("not_held", _("You do not hold this card."))
    check_naming(state, command)
    if command.card != state.top and not state.options.illegal_card_penalty:
        raise IllegalCommand(
            "not_identical", _("You can jump in only with a card identical to the top card.")
        )


def carry_out_jump(step: Step, command: JumpIn) -> None:
    """Play the card out of turn; play goes on from the jumper."""
    state = step.state
    if _is_own_turn(state, command.seat):
        carry_out_play(step, command)
    elif command.card != state.top:
        penalise_illegal_card(step, command.seat, command.card)
    else:
        close_windows(step, command.seat)
        step.emit(JumpedIn(command.seat))
        play_card(step, command, jumped=True)


def may_jump(state: State, seat: int) -> bool:
    """Whether the seat could jump in now if it held the identical card (A80)."""
    top, symbol = state.top, SYMBOL_OF[state.top]
    if state.starter_top or (IS_BLACK[top] and top != WILD):
        return False
    if state.layer == seat and not _may_jump_on_own(state, symbol):
        return False
    if state.phase == PENDING:
        needed_symbol = {"draw2": DRAW_TWO, "skip": SKIP}.get(state.pending_kind)
        return symbol == needed_symbol
    return state.phase == TURN or (state.phase == AFTER_DRAW and seat != state.to_act)


def check_pair(state: State, command: LayPair) -> None:
    """Refuse a pair: `rule_off`, `no_pair`, `not_playable`."""
    require_fresh_turn(state, command.seat)
    if not state.options.pair_as_skip:
        raise IllegalCommand("rule_off", _("Under these rules only one card is played at a time."))
    card = command.card
    if SYMBOL_OF[card] >= SKIP or state.hands[command.seat].count(card) < 2:
        raise IllegalCommand("no_pair", _("You do not hold two of these number cards."))
    if not fitting(state)[card]:
        raise IllegalCommand("not_playable", _("These cards match neither the colour nor the number."))


def carry_out_pair(step: Step, command: LayPair) -> None:
    """Lay both cards; together they act like a Skip."""
    state, seat, card = step.state, command.seat, command.card
    close_windows(step, seat)
    step.emit(CardPlayed(seat, card))
    step.emit(CardPlayed(seat, card))
    left = len(state.hands[seat])
    if not left and go_out(step, seat, card, None):
        return
    if state.silence_kind == "black":
        settle_silence(step, seat, card)
    settle_duties(step, seat, (), called=command.uno, penultimate=left == 1, emptied=not left)
    if not opens_centre(state, seat, called=command.uno, penultimate=left == 1):
        after_skip(step, seat, _NO_CARD)
        return
    plan = planned(step)
    after_skip(plan, seat, _NO_CARD)
    step.emit(HandsUpOpened(seat, state.in_turn_order(seat), noted(plan.events)))


def _is_own_turn(state: State, seat: int) -> bool:
    return state.phase == TURN and seat == state.to_act


def _may_jump_on_own(state: State, symbol: int) -> bool:
    options = state.options
    return options.jump_in_self and not (symbol == DRAW_TWO and options.stack_draw_two == "sum")
