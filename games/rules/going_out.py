"""Laying the last card (rules.md 3.12)."""

from games.rules.cards import SYMBOL_OF, Card
from games.rules.drawing import draw
from games.rules.effects import DRAW_CARDS
from games.rules.ending import end_round
from games.rules.events import WentOut
from games.rules.steps import Step


def go_out(step: Step, seat: int, card: Card) -> None:
    """End the round; a draw card still makes the next player draw, who cannot answer or challenge."""
    state = step.state
    step.emit(WentOut(seat))
    effect = DRAW_CARDS.get(SYMBOL_OF[card])
    if effect and state.options.last_card_draw_effect:
        draw(step, state.next_after(seat), effect[1], "last_card")
    end_round(step, seat, "out")
