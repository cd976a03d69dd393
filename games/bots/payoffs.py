"""The worth of the end of a deal to a seat: its chance to win the match, where that is known, or the deal."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from games.bots import match_equity
from games.bots.match_equity import MatchEquity, Standing
from games.bots.playouts import layout as at
from games.rules.match.state import State
from games.rules.options.options import Options

_WON: Final = 1_000_000


def worth_to(seen: State, seat: int) -> list[int]:
    """Return for every winner of the deal a row of what it is worth to the seat, by points; last, the seat.

    The points are those of the winner, or the seat's own where every hand counts for itself. A deal without a
    winner is worth 0.
    """
    if match_equity.unknown_to(seen.options):
        return [*_of_deal(seen, seat), seat]
    gone = tuple(other for other in range(seen.seats) if seen.eliminated[other])
    worth = _of_match(seen.options, tuple(seen.totals), seen.dealer, max(0, seen.round - 1), gone)
    row = worth[seat * seen.seats * at.BINS : (seat + 1) * seen.seats * at.BINS]
    if max(row) == min(row):  # the deal does not matter to the match
        return [*_of_deal(seen, seat), seat]
    without_winner = worth[seen.seats * seen.seats * at.BINS + seat]
    return [*(chance - without_winner for chance in row), seat]


@lru_cache(maxsize=256)
def _of_match(
    options: Options, totals: Sequence[int], dealer: int, deals: int, gone: Sequence[int]
) -> Sequence[int]:
    """Return the worth of the end of a deal to all seats: worked out once for a deal, for all bots."""
    return tuple(MatchEquity(options).worth(Standing(totals, dealer, deals, gone)))


def _of_deal(seen: State, seat: int) -> list[int]:
    worth = [0] * (seen.seats * at.BINS)
    for winner in range(seen.seats):
        is_won = winner == seat or (seen.options.teams == "partners" and (winner - seat) % 2 == 0)
        for number in range(at.BINS):
            worth[winner * at.BINS + number] = _WON if is_won else 0
            if seen.options.scoring in ("elimination", "own_hand_low") and not is_won:
                worth[winner * at.BINS + number] = -_WON * number // at.BINS
    return worth
