"""Ratings and ladders: full-pair Bradley-Terry over the places at tables, ties included.

Weng and Lin, "A Bayesian Approximation Method for Online Ranking" (JMLR 12, 2011), algorithm 1, as
openskill carries it out, with its own parameters. Not Plackett-Luce, which lets a third gain more than the
two who share the first place (lessons 8.9).
"""

import math
from collections.abc import Iterable, Sequence
from typing import Final

import msgspec
from openskill.models import BradleyTerryFull

from games.rules.base.language import gettext_noop

RATED: Final = "rated"
CASUAL: Final = "casual"
POOLS: Final = {RATED: gettext_noop("Rated"), CASUAL: gettext_noop("Casual")}
"""The pools and what they are called, to be translated on pages; a match counts in one of them only."""

MU: Final = 25.0
SIGMA: Final = MU / 3
GAMES_TO_SETTLE: Final = 10
SETTLED_SIGMA: Final = 5.0
IDLE_AFTER_DAYS: Final = 30
IDLE_VARIANCE: Final = 0.03

_MODEL: Final = BradleyTerryFull(mu=MU, sigma=SIGMA)


class RatedResult(msgspec.Struct, frozen=True):
    """A match that was played, by whom with which places (1 is best, equal ones shared), on which day.

    Who did not play is not in it. `day` is a whole number of days from any fixed day.
    """

    match: int
    players: list[int]
    places: list[int]
    day: int
    pool: str = RATED


class Rating(msgspec.Struct, frozen=True):
    """What is known of a player's strength: `mu`, give or take `sigma`; `day` is that of the last match."""

    player: int
    mu: float = MU
    sigma: float = SIGMA
    games: int = 0
    day: int = 0

    @property
    def ordinal(self) -> float:
        """The strength of which the player is all but certainly worthy: mu - 3 sigma. Ladders go by it."""
        return self.mu - 3 * self.sigma

    @property
    def is_provisional(self) -> bool:
        """Whether too little is known to be sure of the place: few matches, or a long time without one."""
        return self.games < GAMES_TO_SETTLE or self.sigma > SETTLED_SIGMA


class LadderRow(msgspec.Struct, frozen=True):
    """A row of a ladder; `rating` is today's, with what has been forgotten since the last match."""

    rank: int
    rating: Rating


def ratings(results: Iterable[RatedResult]) -> dict[str, dict[int, Rating]]:
    """Return the rating of every player by pool, worked out from all results in their order."""
    found = paths(results)
    return {pool: {player: path[-1] for player, path in of_pool.items()} for pool, of_pool in found.items()}


def paths(results: Iterable[RatedResult]) -> dict[str, dict[int, list[Rating]]]:
    """Return by pool how the rating of every player went: what it was after the last match of each day.

    A pure fold: after a correction it is run again over the corrected results. The same results in the same
    order give the same floats wherever the exponential function rounds alike; pages and ranks go by `shown`,
    which does not depend on the last bits. The order of the seats says nothing.
    """
    pools: dict[str, dict[int, Rating]] = {pool: {} for pool in POOLS}
    found: dict[str, dict[int, list[Rating]]] = {pool: {} for pool in POOLS}
    for result in results:
        if len(result.players) > 1:
            pool = pools[result.pool]
            for one in _rated(result, pool):
                pool[one.player] = one
                _go_on(found[result.pool].setdefault(one.player, []), one)
    return found


def ladder(known: Iterable[Rating], day: int) -> list[LadderRow]:
    """Return the rows of a pool on a day, best first; equal as shown is an equal rank (1, 2, 2, 4)."""
    today = sorted((idle(one, day) for one in known), key=lambda one: (-shown(one), one.player))
    rows: list[LadderRow] = []
    for position, one in enumerate(today, start=1):
        is_level = bool(rows) and shown(rows[-1].rating) == shown(one)
        rows.append(LadderRow(rows[-1].rank if is_level else position, one))
    return rows


def idle(rating: Rating, day: int) -> Rating:
    """Return the rating as it is on a day: from a month without a match on, less and less is certain.

    Every day after IDLE_AFTER_DAYS adds IDLE_VARIANCE to sigma squared, until sigma is what it was at first.
    """
    days = max(0, day - rating.day - IDLE_AFTER_DAYS)
    sigma = math.sqrt(rating.sigma * rating.sigma + IDLE_VARIANCE * days)
    return msgspec.structs.replace(rating, sigma=max(rating.sigma, min(sigma, SIGMA)))


def shown(rating: Rating) -> float:
    """Return the ordinal as people read it: one decimal."""
    return round(rating.ordinal, 1)


def _go_on(path: list[Rating], after: Rating) -> None:
    if path and path[-1].day == after.day:
        path[-1] = after
    else:
        path.append(after)


def _rated(result: RatedResult, pool: dict[int, Rating]) -> Sequence[Rating]:
    """Return the new ratings of those who played."""
    # Sums of floats depend on their order: it is by place and player, never by seat.
    played = sorted(zip(result.places, result.players, strict=True))
    before = [idle(pool.get(player, Rating(player, day=result.day)), result.day) for _, player in played]
    teams = [[_MODEL.rating(mu=one.mu, sigma=one.sigma)] for one in before]
    after = _MODEL.rate(teams, ranks=[float(place) for place, _ in played])
    return [
        Rating(one.player, new.mu, new.sigma, one.games + 1, max(one.day, result.day))
        for one, [new] in zip(before, after, strict=True)
    ]
