"""Ratings and ladders: full-pair Bradley-Terry over the places at tables, ties included.

Weng and Lin, "A Bayesian Approximation Method for Online Ranking" (JMLR 12, 2011), algorithm 1, as openskill
implements it, with its default parameters. Plackett-Luce is not used: with it a third place can gain more
than two shared first places (lessons 8.9).
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
"""The rating pools and their names, to be translated on pages; a match counts in exactly one pool."""

MU: Final = 25.0
SIGMA: Final = MU / 3
GAMES_TO_SETTLE: Final = 10
SETTLED_SIGMA: Final = 5.0
IDLE_AFTER_DAYS: Final = 30
IDLE_VARIANCE: Final = 0.03

_MODEL: Final = BradleyTerryFull(mu=MU, sigma=SIGMA)


class RatedResult(msgspec.Struct, frozen=True):
    """A match that was played: its players, their places (1 is best, ties share a place) and its day.

    Players who were absent are left out. `day` is a number of whole days from any fixed day.
    """

    match: int
    players: list[int]
    places: list[int]
    day: int
    pool: str = RATED


class Rating(msgspec.Struct, frozen=True):
    """An estimate of a player's strength: mean `mu`, deviation `sigma`; `day` is that of the last match."""

    player: int
    mu: float = MU
    sigma: float = SIGMA
    games: int = 0
    day: int = 0

    @property
    def ordinal(self) -> float:
        """A conservative estimate of the strength, mu - 3 sigma. Ladders are sorted by it."""
        return self.mu - 3 * self.sigma

    @property
    def is_provisional(self) -> bool:
        """Whether the rating is still uncertain: few matches, or a long time without a match."""
        return self.games < GAMES_TO_SETTLE or self.sigma > SETTLED_SIGMA


class LadderRow(msgspec.Struct, frozen=True):
    """A row of a ladder; `rating` is as of today, with the uncertainty added since the last match."""

    rank: int
    rating: Rating


def ratings(results: Iterable[RatedResult]) -> dict[str, dict[int, Rating]]:
    """Return the rating of every player by pool, computed from all results in order."""
    rating_paths = paths(results)
    return {
        pool: {player: path[-1] for player, path in of_pool.items()} for pool, of_pool in rating_paths.items()
    }


def paths(results: Iterable[RatedResult]) -> dict[str, dict[int, list[Rating]]]:
    """Return by pool the history of each player's rating: its value after the last match of each day.

    After a correction, run it again over the corrected results. The same results in the same order give the
    same floats wherever the exponential function rounds alike; pages and ranks use `shown`, which does not
    depend on the last bits. The order of the seats does not matter.
    """
    pools: dict[str, dict[int, Rating]] = {pool: {} for pool in POOLS}
    by_pool: dict[str, dict[int, list[Rating]]] = {pool: {} for pool in POOLS}
    for result in results:
        if len(result.players) > 1:
            pool = pools[result.pool]
            for rating in _rated(result, pool):
                pool[rating.player] = rating
                _set_latest(by_pool[result.pool].setdefault(rating.player, []), rating)
    return by_pool


def ladder(known: Iterable[Rating], day: int) -> list[LadderRow]:
    """Return the rows of a pool on a day, best first; equal displayed ratings share a rank (1, 2, 2, 4)."""
    today = sorted(
        (idle(rating, day) for rating in known), key=lambda rating: (-shown(rating), rating.player)
    )
    rows: list[LadderRow] = []
    for position, rating in enumerate(today, start=1):
        is_level = bool(rows) and shown(rows[-1].rating) == shown(rating)
        rows.append(LadderRow(rows[-1].rank if is_level else position, rating))
    return rows


def idle(rating: Rating, day: int) -> Rating:
    """Return the rating on a day: after a month without a match its uncertainty grows.

    Every day after IDLE_AFTER_DAYS adds IDLE_VARIANCE to sigma squared, until sigma is at its initial value.
    """
    days = max(0, day - rating.day - IDLE_AFTER_DAYS)
    sigma = math.sqrt(rating.sigma * rating.sigma + IDLE_VARIANCE * days)
    return msgspec.structs.replace(rating, sigma=max(rating.sigma, min(sigma, SIGMA)))


def shown(rating: Rating) -> float:
    """Return the ordinal as pages show it: with one decimal."""
    return round(rating.ordinal, 1)


def _set_latest(path: list[Rating], after: Rating) -> None:
    if path and path[-1].day == after.day:
        path[-1] = after
    else:
        path.append(after)


def _rated(result: RatedResult, pool: dict[int, Rating]) -> Sequence[Rating]:
    """Return the new ratings of the players of a match."""
    # The sum of floats depends on their order, so sort by place and player, not by seat.
    played = sorted(zip(result.places, result.players, strict=True))
    before = [idle(pool.get(player, Rating(player, day=result.day)), result.day) for _, player in played]
    teams = [[_MODEL.rating(mu=rating.mu, sigma=rating.sigma)] for rating in before]
    after = _MODEL.rate(teams, ranks=[float(place) for place, _ in played])
    return [
        Rating(rating.player, new.mu, new.sigma, rating.games + 1, max(rating.day, result.day))
        for rating, [new] in zip(before, after, strict=True)
    ]
