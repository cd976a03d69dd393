"""What a laid card does to the others, and who is next (rules.md 3.7)."""

from collections.abc import Callable
from typing import Final

from games.rules.cards import DRAW_TWO, REVERSE, SKIP, SYMBOL_OF, WILD_DRAW_FOUR, Card
from games.rules.events import PenaltyRaised, PlayerSkipped
from games.rules.steps import Step

DRAW_CARDS: Final = {DRAW_TWO: ("draw2", 2), WILD_DRAW_FOUR: ("draw4", 4)}
"""Symbol of a draw card: the kind of its effect and how many cards it costs."""


def follow(step: Step, seat: int, card: Card) -> None:
    """Bring about the state after the seat has laid the card."""
    effect = _EFFECTS.get(SYMBOL_OF[card])
    if effect:
        effect(step, seat)
    else:
        step.start_turn(step.state.next_after(seat))


def raise_penalty(step: Step, symbol: int, victim: int, source: int) -> None:
    """Let the effect of a draw card wait for its victim."""
    kind, total = DRAW_CARDS[symbol]
    can_challenge = symbol == WILD_DRAW_FOUR and step.state.options.draw_four_challenge != "off"
    step.emit(PenaltyRaised(kind, total, victim, source, can_challenge))


def skip(step: Step, victim: int) -> None:
    """Take the victim's turn and start the next one."""
    step.emit(PlayerSkipped(victim))
    step.start_turn(step.state.next_after(victim))


def _after_skip(step: Step, seat: int) -> None:
    if step.state.options.skip_effect == "play_again":
        step.start_turn(seat)
    else:
        skip(step, step.state.next_after(seat))


def _after_reverse(step: Step, seat: int) -> None:
    state = step.state
    if state.options.two_player_reverse == "skip" and len(state.active_seats()) == 2:
        skip(step, state.next_after(seat))
    else:
        step.start_turn(state.next_after(seat))


def _after_draw_two(step: Step, seat: int) -> None:
    raise_penalty(step, DRAW_TWO, step.state.next_after(seat), seat)


def _after_draw_four(step: Step, seat: int) -> None:
    raise_penalty(step, WILD_DRAW_FOUR, step.state.next_after(seat), seat)


_EFFECTS: Final[dict[int, Callable[[Step, int], None]]] = {
    SKIP: _after_skip,
    REVERSE: _after_reverse,
    DRAW_TWO: _after_draw_two,
    WILD_DRAW_FOUR: _after_draw_four,
}
