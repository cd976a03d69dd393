"""The past rounds of each entrant, as a Swiss draw reads them."""

from collections import Counter, defaultdict
from fractions import Fraction
from itertools import permutations

import msgspec

from league.rules.played_rounds import (
    FORFEIT,
    FULL,
    PAIRING_BYE,
    Entrant,
    History,
    PlayedMatch,
    PlayedRound,
)


class PairingHistory(msgspec.Struct):
    """The rounds of an entrant so far.

    `turns` has for each match played whether the entrant played first. `floated` is about the last stage
    round: 1 after meeting an opponent with fewer points or getting points without playing, -1 after meeting
    an opponent with more, else 0. `had_bye` is true after a bye of a draw, a full bye or a forfeit won.
    """

    points: Fraction = Fraction()
    met: Counter[Entrant] = msgspec.field(default_factory=Counter)
    met_last: frozenset[Entrant] = frozenset()
    turns: list[bool] = []
    floated: int = 0
    had_bye: bool = False

    @property
    def first_more(self) -> int:
        """The number of times more often first than second."""
        return 2 * sum(self.turns) - len(self.turns)

    @property
    def run(self) -> int:
        """The number of last matches in a row with the same turn."""
        changed = (n for n, turn in enumerate(reversed(self.turns)) if turn != self.turns[-1])
        return next(changed, len(self.turns))


def pairing_histories(history: History) -> defaultdict[Entrant, PairingHistory]:
    """Return the past of each entrant; an entrant who has not played yet has an empty past.

    Only entrants who played have met (FIDE C.04.2): a match of two that was forfeited, or an empty seat at a
    larger table, is neither a meeting nor a turn, but the winner of a forfeit counts as having had a bye.
    """
    by_entrant: defaultdict[Entrant, PairingHistory] = defaultdict(PairingHistory)
    for played in history.rounds:
        _follow(by_entrant, played)
    return by_entrant


def _follow(by_entrant: defaultdict[Entrant, PairingHistory], played: PlayedRound) -> None:
    for past in by_entrant.values():
        past.floated, past.met_last = 0, frozenset()
    for match in played.matches:
        _follow_match(by_entrant, match)
    for bye in played.byes:
        past = by_entrant[bye.entrant]
        past.points += _exact(bye.points)
        past.floated = int(bye.points > 0)
        past.had_bye |= bye.kind in (PAIRING_BYE, FULL)


def _follow_match(by_entrant: defaultdict[Entrant, PairingHistory], match: PlayedMatch) -> None:
    present = match.present
    before = {entrant: by_entrant[entrant].points for entrant in match.entrants}
    for entrant, points in zip(match.entrants, match.points, strict=True):
        past = by_entrant[entrant]
        past.points += _exact(points)
        past.floated = int(points > 0)
        if entrant in present:
            past.floated = _sign(before[entrant] * len(present) - sum(before[other] for other in present))
            past.turns.append(entrant == match.entrants[0])
    for entrant, other in permutations(present, 2):
        by_entrant[entrant].met[other] += 1
        by_entrant[entrant].met_last |= {other}
    for entrant in _won_by_forfeit(match):
        by_entrant[entrant].had_bye = True


def _won_by_forfeit(match: PlayedMatch) -> list[Entrant]:
    """Return the entrants with the most points of a match that was not played, if it gave any points."""
    if match.kind != FORFEIT or match.present:
        return []
    most = max(match.points)
    scored = zip(match.entrants, match.points, strict=True)
    return [entrant for entrant, points in scored if points == most > 0 and entrant not in match.absent]


def _exact(points: float) -> Fraction:
    """Return points exactly as they were written: 0.1 is a tenth."""
    return Fraction(str(points))


def _sign(number: Fraction) -> int:
    return (number > 0) - (number < 0)
