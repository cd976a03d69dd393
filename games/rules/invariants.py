"""What holds after every event, whatever the rules (rules.md 3.17)."""

from collections import Counter
from collections.abc import Sequence

from games.rules.cards import Card
from games.rules.state import DEALING, NONE, PENDING, RUNNING, State


def all_cards(state: State) -> Counter[Card]:
    """Return how often each card is in the hands and the piles."""
    found = Counter(state.draw_pile)
    found.update(state.discard_pile)
    for hand in state.hands:
        found.update(hand)
    return found


def violation(state: State, deck: Counter[Card], totals_before: Sequence[int]) -> str:
    """Return what is wrong with the state, an empty text if nothing is."""
    if state.name != DEALING and all_cards(state) != deck:
        return "cards were lost or made up"
    if state.name in RUNNING and not state.is_active(state.to_act):
        return "the seat to act is not in play"
    if (state.name == PENDING) != bool(state.pending_kind):
        return "an effect waits outside its state"
    if any(duty != NONE and len(hand) != 1 for duty, hand in zip(state.uno, state.hands, strict=True)):
        return "a seat with a duty does not hold exactly one card"
    if any(after < before for before, after in zip(totals_before, state.totals, strict=False)):
        return "a total fell"
    return ""
