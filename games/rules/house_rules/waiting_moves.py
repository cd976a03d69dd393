"""Commands that end a waiting phase: give, slap, clock, ready (rules.md 3.9, 4.6, 4.7)."""

from games.rules.base.language import _
from games.rules.base.refusal import IllegalCommand
from games.rules.match.commands import EndCentre, GiveCard, PlaceHand, SayReady
from games.rules.match.events import (
    CardsExchanged,
    HandPlaced,
    HandsUpClosed,
    ReadyGiven,
)
from games.rules.match.guards import require_active, require_running, require_to_act
from games.rules.match.state import CENTRE, EXCHANGE, READY, State
from games.rules.match.steps import Step
from games.rules.play.draw_pile import draw
from games.rules.play.waiting_phases import resume

_LATE_CARDS = 2


def check_give(state: State, command: GiveCard) -> None:
    """Refuse a gift outside an exchange (`no_exchange`) or of a card that is not held (`not_held`)."""
    require_to_act(state, command.seat)
    if state.phase != EXCHANGE:
        raise IllegalCommand("no_exchange", _("No one has offered you an exchange."))
    if command.card not in state.hands[command.seat]:
        raise IllegalCommand("not_held", _("You do not hold this card."))


def carry_out_give(step: Step, command: GiveCard) -> None:
    """Exchange the two cards at once; duties and windows stay as they are."""
    state, later = step.state, step.state.later
    step.emit(CardsExchanged(state.layer, command.seat, state.offered_card, command.card))
    resume(step, later)


def check_slap(state: State, command: PlaceHand) -> None:
    """Refuse a hand that is not awaited: `no_centre`, `already_placed`."""
    require_running(state)
    require_active(state, command.seat)
    if state.phase != CENTRE or command.seat == state.layer:
        raise IllegalCommand("no_centre", _("You do not have to slap the pile now."))
    if command.seat in state.placed:
        raise IllegalCommand("already_placed", _("You have already slapped the pile."))


def carry_out_slap(step: Step, command: PlaceHand) -> None:
    """Place the hand; when only one seat is missing, it draws."""
    step.emit(HandPlaced(command.seat))
    late = missing(step.state)
    if len(late) == 1:
        _close(step, late)


def check_clock(state: State, command: EndCentre) -> None:  # noqa: ARG001 - the signature of all checks
    """Refuse to end a time that does not run: `no_centre`."""
    require_running(state)
    if state.phase != CENTRE:
        raise IllegalCommand("no_centre", _("No one has to slap the pile now."))


def carry_out_clock(step: Step, command: EndCentre) -> None:  # noqa: ARG001
    """Let everyone still missing draw, in turn order."""
    _close(step, missing(step.state))


def missing(state: State) -> list[int]:
    """Return the seats whose hands are still missing on the centre, in turn order."""
    return [seat for seat in state.in_turn_order(state.layer) if seat not in state.placed]


def check_ready(state: State, command: SayReady) -> None:
    """Refuse a seat that is not awaited: `not_awaited`."""
    require_to_act(state, command.seat)
    if state.phase != READY:
        raise IllegalCommand("not_awaited", _("No one is waiting for you to say that you are ready."))


def carry_out_ready(step: Step, command: SayReady) -> None:
    """End the courtesy pause."""
    later = step.state.later
    step.emit(ReadyGiven(command.seat))
    resume(step, later)


def _close(step: Step, late: list[int]) -> None:
    later = step.state.later
    step.emit(HandsUpClosed(step.state.layer, late))
    for seat in late:
        draw(step, seat, _LATE_CARDS, "centre")
    resume(step, later)
