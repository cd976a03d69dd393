"""A state as a seat sees it: what is hidden from the seat is not in it."""

from games.rules.cards.cards import HIDDEN, hidden
from games.rules.match.phases import EXCHANGE
from games.rules.match.state import State


def state_seen_by(state: State, seat: int) -> State:
    """Return a copy of a running deal in which every card that the seat cannot see is `HIDDEN`.

    The discards are open: everybody saw them. The verdict on a Wild Draw Four is not.
    """
    seen = state.copy()
    seen.hands = [hand if owner == seat else hidden(hand) for owner, hand in enumerate(seen.hands)]
    seen.draw_pile = hidden(seen.draw_pile)
    seen.aside = hidden(seen.aside)
    seen.pending_legal = True
    if state.to_act != seat:
        seen.drawn_card = HIDDEN
    if state.phase == EXCHANGE and seat != state.layer:
        seen.offered_card = HIDDEN
    return seen
