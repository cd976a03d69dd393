"""What the stage rounds so far mean for a Swiss draw, entrant by entrant."""

from collections import Counter, defaultdict
from fractions import Fraction
from itertools import permutations

import msgspec

from league.rules.history import (
    DOUBLE_FORFEIT,
    FORFEIT,
    FULL,
    PAIRING_BYE,
    Entrant,
    History,
    PlayedMatch,
    PlayedRound,
)


class Past(msgspec.Struct):
    """One entrant's rounds so far.

    `turns` says for each match played whether the entrant sat first. `floated` is about the last stage
    round: 1 after meeting somebody with fewer points or getting points without playing, -1 after meeting
    somebody with more, else 0. `was_free` tells of a bye of any draw, a full bye or a forfeit won.
    """

    points: Fraction = Fraction()
    met: Counter[Entrant] = msgspec.field(default_factory=Counter)
    met_last: frozenset[Entrant] = frozenset()
    turns: list[bool] = []
    floated: int = 0
    was_free: bool = False

    @property
    def first_more(self) -> int:
        """How many times oftener first than not."""
        return 2 * sum(self.turns) - len(self.turns)

    @property
    def run(self) -> int:
        """How many of the last matches in a row had the same turn."""
        changed = (n for n, turn in enumerate(reversed(self.turns)) if turn != self.turns[-1])
        return next(changed, len(self.turns))


def pasts(history: History) -> defaultdict[Entrant, Past]:
    """Return what is known of each; who has not been there yet has a blank past.

    Only who has played has met (FIDE C.04.2): a forfeit of two, or a seat left empty at a larger table, is
    neither a meeting nor a turn, but its winner has been free.
    """
    found: defaultdict[Entrant, Past] = defaultdict(Past)
    for played in history.rounds:
        _follow(found, played)
    return found


def _follow(found: defaultdict[Entrant, Past], played: PlayedRound) -> None:
    for past in found.values():
        past.floated, past.met_last = 0, frozenset()
    for match in played.matches:
        _follow_match(found, match)
    for bye in played.byes:
        past = found[bye.entrant]
        past.points += _exact(bye.points)
        past.floated = int(bye.points > 0)
        past.was_free |= bye.kind in (PAIRING_BYE, FULL)


def _follow_match(found: defaultdict[Entrant, Past], match: PlayedMatch) -> None:
    present = _present(match)
    before = {one: found[one].points for one in match.entrants}
    for one, points in zip(match.entrants, match.points, strict=True):
        past = found[one]
        past.points += _exact(points)
        past.floated = int(points > 0)
        if one in present:
            past.floated = _sign(before[one] * len(present) - sum(before[other] for other in present))
            past.turns.append(one == match.entrants[0])
    for one, other in permutations(present, 2):
        found[one].met[other] += 1
        found[one].met_last |= {other}
    for one in _won_by_forfeit(match):
        found[one].was_free = True


def _present(match: PlayedMatch) -> list[Entrant]:
    """Return who has played; nobody where fewer than two did."""
    if match.kind == DOUBLE_FORFEIT or (match.kind == FORFEIT and len(match.entrants) == 2):
        return []
    present = [one for one in match.entrants if one not in match.absent]
    return present if len(present) > 1 else []


def _won_by_forfeit(match: PlayedMatch) -> list[Entrant]:
    """Return who got the most points of a match that was not played, if anything."""
    if match.kind != FORFEIT or _present(match):
        return []
    most = max(match.points)
    scored = zip(match.entrants, match.points, strict=True)
    return [one for one, points in scored if points == most > 0 and one not in match.absent]


def _exact(points: float) -> Fraction:
    """Return points as they were written: 0.1 is a tenth."""
    return Fraction(str(points))


def _sign(number: Fraction) -> int:
    return (number > 0) - (number < 0)
