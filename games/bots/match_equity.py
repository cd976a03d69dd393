"""Match equity: the chance of each seat to win the match from the totals, before a deal.

A list of simulated deals (who won, with how many points) is drawn from until the match ends, many times. All
totals meet the same draws, so that more points never lower a chance.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from games.bots.playouts import boards, compiling, matches
from games.bots.playouts import layout as at
from games.rules.options.options import Options

WHOLE: Final = 1_000_000
"""A chance of 100 %: chances are whole numbers, so that parts add up exactly."""
_FIRST_WORD: Final = 0x2545F4914F6C
_STEP: Final = 5  # bins of points that are worked out; those between lie on a line


class Effort(NamedTuple):
    """The number of simulated deals for the list, and of matches for each standing."""

    deals: int
    matches: int


COMPILED: Final = Effort(4000, 2000)
PLAIN: Final = Effort(600, 250)


class Standing(NamedTuple):
    """A match before a deal; seats that have left for good are `gone`."""

    totals: Sequence[int]
    dealer: int
    deals: int = 0
    gone: Sequence[int] = ()


def usual_effort() -> Effort:
    """Return the effort that suits this process: much more where the play-outs are compiled."""
    return COMPILED if compiling.kernel().is_compiled else PLAIN


def unknown_to(options: Options) -> bool:
    """Whether these rules have no match equity: no points for the winner, or no fixed end."""
    is_known = options.scoring == "winner_takes_all" and options.match_end in ("target", "rounds")
    return not is_known or not boards.knows(options)


@lru_cache(maxsize=32)
def deal_endings(options: Options, seats: int, deals: int) -> tuple[int, ...]:
    """Return the winner, counted from the dealer (-1: nobody), and the points of each simulated deal."""
    kernel = compiling.kernel()
    rules = kernel.array(boards.rules_of(options))
    fresh = boards.fresh(seats)
    fresh[at.POLICY : at.POLICY + seats] = [at.SENSIBLE] * seats
    fresh[at.CHANCE] = _FIRST_WORD
    endings: list[int] = []
    word = _FIRST_WORD
    for _deal in range(deals):
        fresh[at.CHANCE] = word
        board = kernel.array(fresh)
        kernel.deal(board, rules)
        kernel.play_out(board, rules)
        word = int(board[at.CHANCE])
        winner = int(board[at.WINNER])
        endings += [winner, int(board[at.POINTS + winner]) if winner >= 0 else 0]
    return tuple(endings)


def deal_chances(options: Options, standing: Standing, effort: Effort | None = None) -> list[int]:
    """Return the chance of each seat to win a deal before its cards are dealt."""
    still_in = [seat for seat in range(len(standing.totals)) if seat not in standing.gone]
    endings = deal_endings(options, len(still_in), (effort or usual_effort()).deals)
    dealer = sum(seat < standing.dealer for seat in still_in)
    chances = [0] * len(standing.totals)
    winners = Counter(endings[::2])
    deals = len(endings) // 2
    sides = 2 if options.teams == "partners" else len(still_in)
    for place, seat in enumerate(still_in):
        won = sum(
            count
            for winner, count in winners.items()
            if winner >= 0 and (dealer + winner) % len(still_in) % sides == place % sides
        )
        chances[seat] = won * WHOLE // deals
    return chances


class MatchEquity:
    """The chances of a match under some rules."""

    def __init__(self, options: Options, effort: Effort | None = None) -> None:
        self._options, self._effort = options, effort or usual_effort()
        self._kernel = compiling.kernel()
        self._known: dict[tuple[tuple[int, ...], int, int, tuple[int, ...]], list[int]] = {}

    def chances(self, standing: Standing) -> list[int]:
        """Return the chance of each seat to win the match; partners both have that of their side."""
        key = (tuple(standing.totals), standing.dealer, standing.deals, tuple(standing.gone))
        if key not in self._known:
            self._known[key] = self._simulated(standing)
        return self._known[key]

    def worth(self, standing: Standing) -> list[int]:
        """Return the worth of the end of the next deal to each seat, as `judging.worth_to_seat` reads it."""
        seats = len(standing.totals)
        rows = [self._row(standing, winner) for winner in range(seats)]
        worth = [chances[seat] for seat in range(seats) for row in rows for chances in row]
        return [*worth, *self.chances(_next(self._options, standing, -1)), 0]

    def ended(self, winners: Sequence[int], seats: int) -> list[int]:
        """Return the chances after the match: 1,000,000 for its winner, shared among several sides."""
        sides = self._sides(seats)
        won = sorted({seat % sides for seat in winners})
        shares = [0] * sides
        for side in won:
            shares[side] = 1
        return _of_seats(_whole(shares), seats)

    def _row(self, standing: Standing, winner: int) -> list[list[int]]:
        """Return the chances after a deal that a seat wins, for each bin of points.

        Some bins that do not end the match are worked out; those between lie on a line.
        """
        over = [self._over_after(standing, winner, _points(number)) for number in range(at.BINS)]
        before = [number for number in range(at.BINS) if not over[number]]
        knots = sorted({number for number in before if number % _STEP == 0} | set(before[-1:]))
        known = {number: self._after(standing, winner, _points(number)) for number in knots}
        return [
            self._after(standing, winner, _points(number)) if over[number] else _between(known, number)
            for number in range(at.BINS)
        ]

    def _over_after(self, standing: Standing, winner: int, points: int) -> bool:
        return self._is_over(self._totals(standing, winner, points), standing.deals + 1)

    def _totals(self, standing: Standing, winner: int, points: int) -> list[int]:
        sides = self._sides(len(standing.totals))
        return [
            total + (points if seat % sides == winner % sides else 0)
            for seat, total in enumerate(standing.totals)
        ]

    def _after(self, standing: Standing, winner: int, points: int) -> list[int]:
        """Return the chances after a deal in which a seat scored some points."""
        totals = self._totals(standing, winner, points)
        if self._is_over(totals, standing.deals + 1):
            return self.ended(
                [seat for seat, total in enumerate(totals) if total == max(totals)], len(totals)
            )
        return self.chances(_next(self._options, standing._replace(totals=totals), winner))

    def _is_over(self, totals: Sequence[int], deals: int) -> bool:
        if self._options.match_end == "rounds":
            return deals >= self._options.round_limit
        return max(totals) >= self._options.target_score

    def _sides(self, seats: int) -> int:
        return 2 if self._options.teams == "partners" else seats

    def _simulated(self, standing: Standing) -> list[int]:
        seats = len(standing.totals)
        still_in = [seat for seat in range(seats) if seat not in standing.gone]
        if len(still_in) == 1:
            return self.ended(still_in, seats)
        # Those who have left are closed up: the others sit in the same order.
        sides = self._sides(len(still_in))
        match = self._kernel.array(self._match(standing, still_in, sides))
        shares = self._kernel.array([0] * sides)
        endings = self._kernel.array(deal_endings(self._options, len(still_in), self._effort.deals))
        self._kernel.finish_matches(match, endings, shares, self._effort.matches)
        chances = [0] * seats
        for seat, chance in zip(
            still_in, _of_seats(_whole([int(share) for share in shares]), len(still_in)), strict=True
        ):
            chances[seat] = chance
        return chances

    def _match(self, standing: Standing, still_in: Sequence[int], sides: int) -> list[int]:
        options = self._options
        match = [0] * matches.MATCH_SIZE
        match[matches.PLAYERS], match[matches.SIDES] = len(still_in), sides
        match[matches.GOAL] = options.target_score if options.match_end == "target" else 0
        match[matches.DEALS_LEFT] = (
            max(1, options.round_limit - standing.deals) if options.match_end == "rounds" else 0
        )
        match[matches.FIRST_DEALER] = sum(seat < standing.dealer for seat in still_in) % len(still_in)
        match[matches.NEXT_DEALER] = options.next_dealer == "clockwise"
        match[matches.WINNER_BEGINS] = options.first_player == "previous_winner"
        for side in range(sides):
            match[matches.START + side] = standing.totals[still_in[side]]
        return match


def _next(options: Options, standing: Standing, winner: int) -> Standing:
    """Return the standing before the deal after this one."""
    seats = len(standing.totals)
    dealer = standing.dealer
    if options.first_player == "previous_winner" and winner >= 0:
        dealer = (winner - 1) % seats
    elif options.next_dealer == "clockwise":
        dealer = (dealer + 1) % seats
    while dealer in standing.gone:
        dealer = (dealer + 1) % seats
    return standing._replace(dealer=dealer, deals=standing.deals + 1)


def _points(number: int) -> int:
    """Return the points in the middle of a bin."""
    return number * at.POINTS_OF_BIN + at.POINTS_OF_BIN // 2


def _between(known: Mapping[int, Sequence[int]], number: int) -> list[int]:
    """Return the chances of a bin on the line between the nearest bins that are known."""
    left = max(other for other in known if other <= number)
    right = min(other for other in known if other >= number)
    if left == right:
        return list(known[left])
    return [
        low + (high - low) * (number - left) // (right - left)
        for low, high in zip(known[left], known[right], strict=True)
    ]


def _whole(shares: Sequence[int]) -> list[int]:
    """Return shares as chances that are 1,000,000 together: the largest rests are rounded up.

    Without any share there is no chance either: a match may end without a winner.
    """
    total = sum(shares)
    if not total:
        return [0] * len(shares)
    chances = [share * WHOLE // total for share in shares]
    rests = sorted(range(len(shares)), key=lambda side: -(shares[side] * WHOLE % total))
    for side in rests[: WHOLE - sum(chances)]:
        chances[side] += 1
    return chances


def _of_seats(chances: Sequence[int], seats: int) -> list[int]:
    return [chances[seat % len(chances)] for seat in range(seats)]
