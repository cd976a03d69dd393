"""A stage round as an entrant experienced it: opponents met with results, or why it was not played."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import compress
from typing import Final

import msgspec

from league.rules.played_rounds import DOUBLE_FORFEIT, HALF, PLAYED, ZERO, Entrant, PlayedMatch

FORFEIT_WIN: Final = "forfeit_win"
FORFEIT_LOSS: Final = "forfeit_loss"


class OwnRound(msgspec.Struct, frozen=True, gc=False):
    """A stage round of an entrant.

    `kind` is PLAYED, FORFEIT_WIN (nobody else came), FORFEIT_LOSS (did not come) or that of a bye. `drawn`
    are the others of the match in seat order, `met` those of them who count as opponents met. `seat` counts
    from 0; -1 without a match. `places` and `came` are those of all seats. `level` is the result against
    everybody of a match that is taken as a draw (see `Results.fore`). `deal_wins` and `points_in_hand` are
    None where a match was played and they are not known.
    """

    number: int
    points: Fraction
    kind: str
    drawn: tuple[Entrant, ...] = ()
    met: frozenset[Entrant] = frozenset()
    is_win: bool = False
    seat: int = -1
    deal_wins: int | None = 0
    points_in_hand: int | None = 0
    places: Sequence[int] = ()
    came: Sequence[bool] = ()
    for_two: bool = False
    level: Fraction | None = None

    @property
    def results(self) -> tuple[Fraction, ...]:
        """The results against the others of the match, in their order.

        Between two, the points of the match; at a larger table 1, ½ or 0 for being placed before, level with
        or behind that table-mate.
        """
        if self.level is not None:
            return (self.level,) * len(self.drawn)
        if self.for_two or not self.drawn:
            return (self.points,) * len(self.drawn)
        came, own = self.came[self.seat], self.places[self.seat]
        return tuple(
            _against(came, other_came, own, place)
            for seat, (other_came, place) in enumerate(zip(self.came, self.places, strict=True))
            if seat != self.seat
        )

    @property
    def leads(self) -> tuple[int, ...]:
        """By how many places before each of the others; 0 where either of the two did not come."""
        if self.level is not None or not self.drawn:
            return (0,) * len(self.drawn)
        came, own = self.came[self.seat], self.places[self.seat]
        return tuple(
            place - own if came and other_came else 0
            for seat, (other_came, place) in enumerate(zip(self.came, self.places, strict=True))
            if seat != self.seat
        )

    @property
    def is_requested_bye(self) -> bool:
        """Half-point and zero-point byes, late entry and withdrawal (FIDE C.07, 16.1)."""
        return self.kind in (HALF, ZERO)

    @property
    def is_voluntary(self) -> bool:
        """A voluntary unplayed round: a requested bye or a forfeit loss (FIDE C.07, 16.5)."""
        return not self.met and (self.is_requested_bye or self.kind == FORFEIT_LOSS)


def of_match(
    number: int, match: PlayedMatch, *, for_two: bool, is_predetermined: bool
) -> Iterator[tuple[Entrant, OwnRound]]:
    """Yield the round of everybody who was drawn into a match.

    `for_two`: all matches of the history are between two. `is_predetermined`: forfeits are regular matches.
    """
    entrants = tuple(match.entrants)
    points = [exact(number) for number in match.points]
    places = match.places or [1 + sum(other > own_points for other in points) for own_points in points]
    everybody = frozenset(entrants)
    present = everybody - absent_from(match)
    came = [entrant in present for entrant in entrants]
    met = everybody if is_predetermined else present
    winners = _winners(places, came)
    is_played = len(present) > 1
    unknown = [None if is_played and here else 0 for here in came]
    deal_wins, in_hand = match.deal_wins or unknown, match.points_in_hand or unknown
    for seat, entrant in enumerate(entrants):
        yield (
            entrant,
            OwnRound(
                number,
                points[seat],
                FORFEIT_LOSS if not came[seat] else PLAYED if is_played else FORFEIT_WIN,
                entrants[:seat] + entrants[seat + 1 :],
                met - {entrant} if entrant in met else frozenset(),
                seat in winners,
                seat,
                deal_wins[seat],
                in_hand[seat],
                places,
                came,
                for_two,
            ),
        )


def added(values: Iterable[Fraction]) -> Fraction:
    """Return a sum; whole numbers, which nearly all are, are added many times as quickly."""
    whole, rest = 0, Fraction()
    for value in values:
        if value.denominator == 1:
            whole += value.numerator
        else:
            rest += value
    return rest + whole if rest else as_fraction(whole)


@lru_cache(maxsize=4096)
def as_fraction(number: int) -> Fraction:
    """Return a whole number as a fraction."""
    return Fraction(number)


@lru_cache(maxsize=1024)
def exact(number: float) -> Fraction:
    """Return the number as it is written in decimals, so that 0.1 + 0.2 is 0.3."""
    return Fraction(str(number))


def absent_from(match: PlayedMatch) -> frozenset[Entrant]:
    """Return the absent entrants: all of a double forfeit, otherwise those named.

    Where a forfeit names nobody, the entrants with fewer points than another were absent; all, if they are
    level.
    """
    if match.kind == DOUBLE_FORFEIT:
        return frozenset(match.entrants)
    if match.kind == PLAYED or match.absent:
        return frozenset(match.absent)
    best = max(match.points)
    behind = [entrant for entrant, points in zip(match.entrants, match.points, strict=True) if points < best]
    return frozenset(behind or match.entrants)


def _winners(places: list[int], came: list[bool]) -> list[int]:
    """Return the seats that won: the best placed of those present, if any place is worse."""
    best = min(compress(places, came), default=0)
    is_better = came.count(True) == 1 or any(place > best for place in places)
    return [seat for seat, place in enumerate(places) if came[seat] and place == best and is_better]


def _against(came: bool, other_came: bool, place: int, other_place: int) -> Fraction:
    if not (came and other_came):
        return _LEVELS[2 * came]
    return _LEVELS[(other_place > place) - (other_place < place) + 1]


_LEVELS: Final = (Fraction(0), Fraction(1, 2), Fraction(1))
