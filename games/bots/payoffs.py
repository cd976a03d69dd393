"""The worth of the end of a deal to a seat."""

from typing import Final

from games.bots.playouts import layout as at
from games.rules.match.state import State

_WON: Final = 1_000_000


def worth_to(seen: State, seat: int) -> list[int]:
    """Return for every winner of the deal a row of what it is worth to the seat, by points; last, the seat.

    The points are those of the winner, or the seat's own where every hand counts for itself.
    """
    worth = [0] * (seen.seats * at.BINS)
    for winner in range(seen.seats):
        is_won = winner == seat or (seen.options.teams == "partners" and (winner - seat) % 2 == 0)
        for number in range(at.BINS):
            worth[winner * at.BINS + number] = _WON if is_won else 0
            if seen.options.scoring in ("elimination", "own_hand_low") and not is_won:
                worth[winner * at.BINS + number] = -_WON * number // at.BINS
    return [*worth, seat]
