"""Draw cards, and rebuild the draw pile (rules.md 3.11)."""

from collections.abc import Callable

from games.rules.cards.cards import Card
from games.rules.match.events import CardsDrawn, DrawPileRebuilt
from games.rules.match.state import PENDING, State
from games.rules.match.steps import Step


def draw(step: Step, seat: int, count: int, reason: str, last: Callable[[Card], bool] | None = None) -> None:
    """Let a seat draw up to `count` cards one by one, rebuilding the pile when necessary.

    `last` stops the drawing after a card it accepts. Cards that cannot be drawn are forgiven; drawing none at
    all is still an event, without cards.
    """
    has_drawn = False
    while count and (step.state.draw_pile or _rebuild(step, reason)):
        taken = _from_top(step.state.draw_pile, count, last)
        step.emit(CardsDrawn(seat, taken, reason))
        has_drawn = True
        count -= len(taken)
        if last and last(taken[-1]):
            return
    if not has_drawn:
        step.emit(CardsDrawn(seat, [], reason))


def _from_top(pile: list[Card], count: int, last: Callable[[Card], bool] | None) -> list[Card]:
    cards = pile[: -count - 1 : -1]
    if last:
        for place, card in enumerate(cards):
            if last(card):
                return cards[: place + 1]
    return cards


def _rebuild(step: Step, reason: str) -> bool:
    """Shuffle the discards below the top card into a new draw pile; False if there are none.

    A Wild Draw Four that may be taken back stays on the pile with its chain and the card below (rules.md
    3.11). If it emptied a hand that is being refilled now, it cannot be taken back.
    """
    state = step.state
    kept = state.chain_height + 1 if reason != "refill" and _may_be_taken_back(state) else 1
    below = state.discard_pile[:-kept]
    if not below or state.options.draw_pile_exhausted == "end_of_play":
        return False
    step.emit(DrawPileRebuilt(step.chance.shuffled(below), kept))
    return True


def _may_be_taken_back(state: State) -> bool:
    if state.options.draw_four_challenge != "take_back":
        return False
    if state.phase == PENDING:
        return state.pending_challengeable
    # It is played, but its effect is not raised yet: a false call or late hands on the centre come first.
    return state.chain_height > 0 and bool(state.hands[state.layer])
