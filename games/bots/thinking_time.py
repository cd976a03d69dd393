"""The time that a bot seems to think: it follows from open cards, so that it tells nothing of its hand."""

from typing import Final

from games.rules.match.state import AFTER_DRAW, PENDING, State

_MANY: Final = 7
"""A hand that is larger than this takes longer to look through."""


def share(state: State) -> float:
    """Return the share of the usual time for the decision of the seat that is to act."""
    if state.phase == AFTER_DRAW:
        return 0.7  # one card to look at
    if state.phase == PENDING:
        return 1.6 if state.pending_kind == "draw4" else 0.8  # was it a bluff?
    count = len(state.hands[state.to_act])
    if count > _MANY:
        return 1.3
    return 1.2 if count == 2 else 1.0  # the last card but one has to be announced
