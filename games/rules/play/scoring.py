"""Score cards, rounds and matches (rules.md 3.13, 3.14, 4.9; A94, A95, A101)."""

from collections.abc import Callable, Sequence
from functools import cache

from games.rules.cards.cards import IS_BLACK, SYMBOL_OF, Card, points_table
from games.rules.match.events import NOBODY
from games.rules.match.places import of_sides
from games.rules.match.state import State
from games.rules.options.options import Options


@cache
def _worth(customizable_points: int) -> Callable[[Card], int]:
    return points_table(customizable_points).__getitem__


def hand_points(hand: Sequence[Card], options: Options) -> int:
    """Return the points of a hand at the end of a round."""
    if options.reset_zero and len(hand) == 1 and not IS_BLACK[hand[0]] and SYMBOL_OF[hand[0]] == 0:
        return 50
    return sum(map(_worth(options.customizable_points), hand))


def hands_points(hands: Sequence[Sequence[Card]], options: Options) -> list[int]:
    """Return the points of each hand at the end of a round."""
    if options.reset_zero:
        return [hand_points(hand, options) for hand in hands]
    worth = _worth(options.customizable_points)
    return [sum(map(worth, hand)) for hand in hands]


def points_left(state: State) -> list[int]:
    """Return the points of each hand at the end of a round: as counted by people, or from its cards."""
    return state.left[:] or hands_points(state.hands, state.options)


def round_points(left: Sequence[int], winner: int, options: Options) -> list[int]:
    """Return the points of a round by seat; `left` are the points of the hands, `winner` is -1 for nobody."""
    if options.scoring == "win_loss":
        return [0] * len(left)
    if options.scoring != "winner_takes_all":
        return list(left)
    if winner == NOBODY:
        return [0] * len(left)
    if options.teams == "partners":
        opponents = left[(winner + 1) % 4] + left[(winner + 3) % 4]
        return [opponents if seat % 2 == winner % 2 else 0 for seat in range(len(left))]
    return [sum(left) - left[seat] if seat == winner else 0 for seat in range(len(left))]


def round_loser(state: State, winner: int) -> int:
    """Return the loser of a round of `win_loss`: the seat with the most points in hand.

    Among equals it is the first clockwise from the winner, or from the dealer, who comes last (A43, A95).
    """
    start = state.dealer if winner == NOBODY else winner
    seats = [(start + step) % state.seats for step in range(1, state.seats + 1)]
    rivals = [seat for seat in seats if seat != winner and _holds_cards(state, seat)]
    return max(rivals, key=points_left(state).__getitem__)


def lowest_hand(state: State) -> int:
    """Return the active seat with the fewest points in hand, -1 if several seats share them."""
    points = points_left(state)
    left = {seat: points[seat] for seat in state.active_seats()}
    fewest = min(left.values())
    seats = [seat for seat, points_of_seat in left.items() if points_of_seat == fewest]
    return seats[0] if len(seats) == 1 else NOBODY


def has_ended(state: State) -> bool:
    """Whether the match is over after the round that was just scored."""
    options = state.options
    if is_decided(state):
        return True
    if options.match_end == "rounds":
        return state.round >= options.round_limit
    if options.match_end == "manual":
        return False
    return options.scoring != "elimination" and max(state.totals) >= options.target_score


def is_decided(state: State) -> bool:
    """Whether too few seats are still in to play on."""
    still_in = state.eliminated.count(0)
    if state.options.scoring == "elimination":
        return still_in <= state.options.survivors
    # Without elimination only seats that have left for good are out of the match.
    return still_in < (3 if state.options.teams == "partners" else 2)


def match_winners(state: State) -> list[int]:
    """Return the winners of a match that ends now, in seat order."""
    if state.options.scoring == "elimination":
        return _last_standing(state)
    if state.options.scoring in ("win_loss", "per_out"):
        places = placements(state)
        return [seat for seat in range(state.seats) if places[seat] == 1]
    rivals = [seat for seat in range(state.seats) if not state.eliminated[seat]]
    highest = max(state.totals[seat] for seat in rivals)
    if state.options.scoring == "own_hand_low" and len(rivals) > 1:
        return [seat for seat in rivals if state.totals[seat] < highest]
    return [seat for seat in rivals if state.totals[seat] == highest]


def placements(state: State) -> list[int]:
    """Return the place of every seat by its total: 1 is the best, equals share a place (1, 2, 2, 4).

    Partners have the place of their side (1, 2, 1, 2).
    """
    keys = [_rank_key(state, seat) for seat in range(state.seats)]
    places = [1 + sum(other < key for other in keys) for key in keys]
    return of_sides(places) if state.options.teams == "partners" else places


def _rank_key(state: State, seat: int) -> tuple[int, int, int, int]:
    """Return a sort key that is smaller for the better seat.

    A seat that left is behind all that were still in then, so a later leaver is before an earlier one.
    """
    left_before = len(state.retired) - state.retired.index(seat) if seat in state.retired else 0
    # Seats still in come first, then those eliminated later before those eliminated earlier (A101).
    still_in = -state.eliminated[seat] if state.eliminated[seat] else -state.round - 2
    return (still_in, left_before, *_score_key(state, seat))


def _score_key(state: State, seat: int) -> tuple[int, int]:
    total = state.totals[seat]
    if state.options.scoring == "win_loss":
        return (-state.wins[seat], state.losses[seat])
    if state.options.scoring == "per_out":
        return (-total, points_left(state)[seat])
    return (0, total if state.options.scoring in ("own_hand_low", "elimination") else -total)


def _holds_cards(state: State, seat: int) -> bool:
    return state.is_active(seat) if state.left else bool(state.hands[seat])


def _last_standing(state: State) -> list[int]:
    left = state.active_seats()
    if left and state.options.survivors > 1 and len(left) <= state.options.survivors:
        return left
    # A round may eliminate all remaining seats: then the lowest of their totals wins (A94).
    together = [seat for seat in range(state.seats) if state.eliminated[seat] == state.round]
    rivals = left or [seat for seat in together if seat not in state.retired]
    lowest = min(state.totals[seat] for seat in rivals)
    return [seat for seat in rivals if state.totals[seat] == lowest]
