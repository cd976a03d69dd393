"""The phases of a match (rules.md 3.1), and the duties to call."""

from typing import Final

READY_TO_DEAL: Final = "created"
DEALING: Final = "dealing"
TURN: Final = "turn"
AFTER_DRAW: Final = "after_draw"
PENDING: Final = "pending"
STARTER_CHOICE: Final = "starter_choice"
EXCHANGE: Final = "exchange"
CENTRE: Final = "centre"
READY: Final = "ready"
FORFEIT: Final = "forfeit"
AWARD: Final = "award"
OVER: Final = "over"
MATCH_OVER: Final = "match_over"
RUNNING: Final = frozenset(
    {TURN, AFTER_DRAW, PENDING, STARTER_CHOICE, EXCHANGE, CENTRE, READY, FORFEIT, AWARD}
)

NONE, OPEN, CALLED = range(3)
"""The duty of a seat to call: none, open (it may be caught), called."""
