"""Forfeits and charades of Customizable cards (rules.md 4.6)."""

from games.rules.base.language import _
from games.rules.base.refusal import IllegalCommand
from games.rules.cards.cards import COLOUR_OF
from games.rules.match.commands import AwardCharade, Perform
from games.rules.match.events import (
    CharadeWon,
    ForfeitPerformed,
    ForfeitRefused,
)
from games.rules.match.guards import require_to_act
from games.rules.match.state import AWARD, FORFEIT, State
from games.rules.match.steps import Step
from games.rules.play.catch_windows import close_windows
from games.rules.play.draw_pile import draw
from games.rules.play.going_out import empty_hands
from games.rules.play.play_checks import check_partner
from games.rules.play.uno_calls import owe_call


def check_perform(state: State, command: Perform) -> None:
    """Refuse a forfeit that was not demanded: `no_forfeit`."""
    require_to_act(state, command.seat)
    if state.phase != FORFEIT:
        raise IllegalCommand("no_forfeit", _("You have no dare to perform."))


def carry_out_perform(step: Step, command: Perform) -> None:
    """Let a seat that refused draw; a normal turn of the same seat follows."""
    seat, cards = command.seat, step.state.forfeit_cards
    if command.done:
        step.emit(ForfeitPerformed(seat))
    else:
        close_windows(step, seat)
        step.emit(ForfeitRefused(seat))
        draw(step, seat, cards, "forfeit")
    step.start_turn(seat)


def check_award(state: State, command: AwardCharade) -> None:
    """Refuse an award without a charade (`no_charade`) or to a seat that cannot have guessed."""
    require_to_act(state, command.seat)
    if state.phase != AWARD:
        raise IllegalCommand("no_charade", _("You are not playing a charade."))
    if command.guesser is not None:
        check_partner(state, command.seat, command.guesser)


def carry_out_award(step: Step, command: AwardCharade) -> None:
    """Let the guesser put down all cards of the named colour; then the seat after the layer plays."""
    state, guesser = step.state, command.guesser
    if guesser is not None:
        dumped = [card for card in state.hands[guesser] if COLOUR_OF[card] == state.colour]
        step.emit(CharadeWon(guesser, dumped))
        if not state.hands[guesser]:
            empty_hands(step, [guesser])
        if state.is_round_over:
            return
        if dumped and state.options.uno_duty == "any_single_card":
            owe_call(step, guesser)
    step.start_turn(state.next_after(command.seat))
