"""Play a card and carry out its effects in the order of rules.md 3.15."""

from typing import Final

from games.rules.cards.cards import (
    BLUE,
    GREEN,
    IS_BLACK,
    RED,
    REVERSE,
    SYMBOL_OF,
    WILD_DRAW_FOUR,
    WILD_SWAP,
    YELLOW,
    Card,
)
from games.rules.match.commands import JumpIn, PlayCard
from games.rules.match.events import (
    CardPlayed,
    ColourChosen,
    DirectionReversed,
    Event,
    ExchangeOffered,
    HandsUpOpened,
    PenaltyBounced,
    PenaltyReflected,
    ReadyRequested,
)
from games.rules.match.state import State
from games.rules.match.steps import Step
from games.rules.play.card_effects import Waiting, bounces, follow, waiting
from games.rules.play.catch_windows import close_windows
from games.rules.play.draw_pile import draw
from games.rules.play.going_out import go_out
from games.rules.play.moving_hands import move_hands
from games.rules.play.playable_cards import draw_four_is_legal
from games.rules.play.silence_rule import settle_silence
from games.rules.play.uno_calls import settle_duties
from games.rules.play.waiting_phases import noted, opens_centre, planned

CLOCKWISE: Final = {RED: BLUE, BLUE: GREEN, GREEN: YELLOW, YELLOW: RED}
"""The circle of colours of rules.md 2.5."""
COUNTER_CLOCKWISE: Final = {after: colour for colour, after in CLOCKWISE.items()}


def play_card(step: Step, command: PlayCard | JumpIn, *, jumped: bool = False) -> None:
    """Play a card that was checked, and carry out all its effects."""
    state, seat, card = step.state, command.seat, command.card
    before = waiting(state)
    if not jumped:  # the windows were closed before the jump
        close_windows(step, seat)
    step.emit(CardPlayed(seat, card, card != WILD_DRAW_FOUR or _is_honest(state, seat, before)))
    _set_colour_and_direction(step, command)
    left = len(state.hands[seat])
    if not left and go_out(step, seat, card, before):
        return
    moved = _move(step, command) if left else ()
    if state.is_round_over:
        return
    if state.options.silence != "off":
        settle_silence(step, seat, card, jumped=jumped)
    if before:
        _emit_answer(step, seat, card, before)
    settle_duties(step, seat, moved, called=command.uno, penultimate=left == 1, emptied=not left)
    _continue(step, command, before, left)


def _is_honest(state: State, seat: int, before: Waiting | None) -> bool:
    """Return the verdict on a Wild Draw Four; on a Draw Two its condition is waived."""
    return (before is not None and before.kind == "draw2") or draw_four_is_legal(state, seat)


def _set_colour_and_direction(step: Step, command: PlayCard | JumpIn) -> None:
    state, card = step.state, command.card
    if IS_BLACK[card]:
        if state.options.colours_in_circle:
            circle = CLOCKWISE if state.direction == 1 else COUNTER_CLOCKWISE
            step.emit(ColourChosen(command.seat, circle[state.colour]))
        elif command.colour is not None:
            step.emit(ColourChosen(command.seat, command.colour))
    elif SYMBOL_OF[card] == REVERSE:
        step.emit(DirectionReversed(-state.direction))


def _move(step: Step, command: PlayCard | JumpIn) -> list[int] | tuple[()]:
    """Return the seats whose hands were moved or changed by the effect of the card."""
    if command.card < WILD_SWAP and not step.state.options.seven_zero:
        return ()
    return move_hands(step, command)


def _emit_answer(step: Step, seat: int, card: Card, before: Waiting) -> None:
    if bounces(card, before):
        step.emit(PenaltyBounced(seat, before.source))
        draw(step, before.source, before.total, "bounce")
    elif SYMBOL_OF[card] == REVERSE:
        step.emit(PenaltyReflected(seat))


def _continue(step: Step, command: PlayCard | JumpIn, before: Waiting | None, left: int) -> None:
    """Open the waiting phases of the play, if any, and then the next turn."""
    state, seat, card = step.state, command.seat, command.card
    pauses = state.options.ready_pause and bounces(card, before) and before and before.kind == "draw4"
    centre = opens_centre(state, seat, called=command.uno, penultimate=left == 1)
    if not (pauses or centre or command.offered is not None):
        follow(step, seat, card, before, emptied=not left)
        return
    plan = planned(step)
    follow(plan, seat, card, before, emptied=not left)
    events: list[Event] = plan.events
    if pauses and before:
        events = [ReadyRequested(before.source, noted(events))]
    if centre:
        events = [HandsUpOpened(seat, state.in_turn_order(seat), noted(events))]
    if command.offered is not None and command.target is not None:
        events = [ExchangeOffered(seat, command.target, command.offered, noted(events))]
    for event in events:
        step.emit(event)
