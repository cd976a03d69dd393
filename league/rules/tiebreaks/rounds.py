"""A stage round as an entrant experienced it: opponents met with results, or why it was not played."""

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Final

import msgspec

from league.rules.history import DOUBLE_FORFEIT, HALF, PLAYED, ZERO, Entrant, PlayedMatch

FORFEIT_WIN: Final = "forfeit_win"
FORFEIT_LOSS: Final = "forfeit_loss"


class OwnRound(msgspec.Struct, frozen=True, gc=False):
    """A stage round of an entrant.

    `kind` is PLAYED, FORFEIT_WIN (nobody else came), FORFEIT_LOSS (did not come) or that of a bye. `drawn`
    are the others of the match in seat order, `met` those of them who count as opponents met. `results` is
    parallel to `drawn`: between two, the points of the match; at a larger table 1, ½ or 0 for being placed
    before, level with or behind that table-mate. So is `leads`: by how many places before them (0 where
    either of the two did not come). `seat` counts from 0; -1 without a match.
    """

    number: int
    points: Fraction
    kind: str
    drawn: tuple[Entrant, ...] = ()
    met: frozenset[Entrant] = frozenset()
    results: tuple[Fraction, ...] = ()
    leads: tuple[int, ...] = ()
    is_win: bool = False
    seat: int = -1
    deal_wins: int = 0
    points_in_hand: int = 0

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
    points = [exact(number) for number in match.points]
    places = match.places or [1 + sum(other > own_points for other in points) for own_points in points]
    present = frozenset(match.entrants) - absent_from(match)
    came = [entrant in present for entrant in match.entrants]
    met = frozenset(match.entrants) if is_predetermined else present
    winners = _winners(places, came)
    for seat, entrant in enumerate(match.entrants):
        others = [other for other in range(len(match.entrants)) if other != seat]
        against = [_against(came[seat], came[other], places[seat], places[other]) for other in others]
        leads = [places[other] - places[seat] if came[seat] and came[other] else 0 for other in others]
        yield (
            entrant,
            OwnRound(
                number=number,
                points=points[seat],
                kind=FORFEIT_LOSS if not came[seat] else PLAYED if len(present) > 1 else FORFEIT_WIN,
                drawn=tuple(match.entrants[other] for other in others),
                met=met - {entrant} if entrant in met else frozenset(),
                results=(points[seat],) if for_two else tuple(against),
                leads=tuple(leads),
                is_win=seat in winners,
                seat=seat,
                deal_wins=match.deal_wins[seat] if match.deal_wins else 0,
                points_in_hand=match.points_in_hand[seat] if match.points_in_hand else 0,
            ),
        )


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
    best = min((place for place, here in zip(places, came, strict=True) if here), default=0)
    is_better = came.count(True) == 1 or any(place > best for place in places)
    return [seat for seat, place in enumerate(places) if came[seat] and place == best and is_better]


def _against(came: bool, other_came: bool, place: int, other_place: int) -> Fraction:
    if not (came and other_came):
        return Fraction(came)
    return Fraction((other_place > place) - (other_place < place) + 1, 2)
