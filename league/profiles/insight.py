"""What the analysed matches of a player say together: what the cards gave, and what choices cost by kind.

Nobody gets a figure before `NEEDED` decisions. Figures are drawn towards the mean of all players, the more
the fewer decisions there are. Matches of clubs that have none analysed do not count.
"""

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import sqrt
from typing import Any, Final, NamedTuple

from django.core.cache import cache
from django.db.models import Q, QuerySet

from games.analysis import seats
from games.analysis.findings import WHOLE
from games.analysis.kinds import KINDS, Costs
from games.models import Player, SeatAnalysis
from league.models import Club, Competition

NEEDED: Final = 200
"""The decisions from which on a player gets figures."""
WEIGHT_OF_MEAN: Final = 200
"""The mean of all players weighs as much as so many decisions of the player."""
WEIGHT_OF_START: Final = 20
"""An average player weighs as much as so many matches."""
_CERTAINTY: Final = 1.96  # standard errors: 95 %
_MOST: Final = 1000
_SAMPLE: Final = 5000
_STRETCHES: Final = 12
_NEWEST: Final = 20
_NAMED: Final = 8
_EVERYONE: Final = "insight-everyone"
_KEPT: Final = 3600  # seconds

_Sums = dict[str, list[int]]


class Analysed(NamedTuple):
    """An analysed match of the player. `parts` are None where it has no chances or was finished by a bot."""

    ended: dt.datetime
    seats: int
    parts: Sequence[int] | None
    kinds: Costs
    table: int
    seat: int
    dearest: Sequence[Sequence[Any]]


class DearDecision(NamedTuple):
    """A decision that cost much, at a table and on a seat there."""

    ended: dt.datetime
    table: int
    seat: int
    decision: seats.Dear


class Figure(NamedTuple):
    """An estimate with its interval of 95 %."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Losses:
    """What decisions of a kind cost in deals, and for each 100 of them. Of all decisions `kind` is empty."""

    kind: str
    decisions: int
    lost: float
    figure: Figure
    everyone: float


@dataclass(frozen=True)
class Luck:
    """The average match of a player: shares of a match, which from `start` on add up to `result`."""

    matches: int
    start: float
    dealt: float
    drawn: float
    own: float
    others: float
    away: float
    result: float
    adjusted: Figure


class Stretch(NamedTuple):
    """Some matches in a row, and what a hundred decisions in them cost."""

    ended: dt.datetime
    matches: int
    decisions: int
    figure: Figure


class Insight:
    """The analysed matches of a player taken together; `kept_back` competitions are left out."""

    def __init__(self, player: Player, kept_back: QuerySet[Competition]) -> None:
        self._matches = _analysed(player, kept_back)

    @property
    def matches(self) -> int:
        """The number of analysed matches."""
        return len(self._matches)

    @cached_property
    def decisions(self) -> int:
        """The number of priced decisions."""
        return _count(self._matches)

    @property
    def is_ready(self) -> bool:
        """Whether there are enough decisions for figures."""
        return self.decisions >= NEEDED

    @cached_property
    def kinds(self) -> list[Losses]:
        """What each kind of decision cost, the dearest first."""
        if not self.is_ready:
            return []
        known = [self._losses(kind) for kind in KINDS if any(kind in match.kinds for match in self._matches)]
        return sorted(known, key=lambda losses: -losses.lost)

    @property
    def total(self) -> Losses | None:
        """What all decisions cost."""
        return self._losses("") if self.is_ready else None

    @property
    def luck(self) -> Luck | None:
        """What the cards gave, and the result without it."""
        parts = [match.parts for match in self._matches if match.parts is not None]
        return _luck(parts) if parts and self.is_ready else None

    @property
    def dearest(self) -> list[DearDecision]:
        """The decisions that cost most in the newest matches, the dearest first."""
        dear = [
            DearDecision(match.ended, match.table, match.seat, seats.Dear(*decision))
            for match in self._matches[-_NEWEST:]
            for decision in match.dearest
        ]
        return sorted(dear, key=lambda each: -each.decision.cost)[:_NAMED] if self.is_ready else []

    @cached_property
    def stretches(self) -> list[Stretch]:
        """The matches in their order as stretches of about as many decisions; none without two of them."""
        if not self.is_ready:
            return []
        size = max(NEEDED // 2, -(-self.decisions // _STRETCHES))
        parted: list[list[Analysed]] = [[]]
        left = self.decisions
        for match in self._matches:
            if _count(parted[-1]) >= size and left >= size:
                parted.append([])
            parted[-1].append(match)
            left -= _count([match])
        return [_stretch(matches) for matches in parted] if len(parted) > 1 else []

    @cached_property
    def _sums(self) -> _Sums:
        return _added((match.seats, match.kinds) for match in self._matches)

    @cached_property
    def _everyone(self) -> _Sums:
        return _sums_of_everyone(self._sums)

    def _losses(self, kind: str) -> Losses:
        own = {key: sums for key, sums in self._sums.items() if kind in ("", key.split()[0])}
        decisions, lost = sum(sums[0] for sums in own.values()), sum(sums[1] for sums in own.values())
        mean, spread = _mean_and_spread(own, self._everyone)
        weight = decisions + WEIGHT_OF_MEAN
        return Losses(
            kind=kind,
            decisions=decisions,
            lost=lost / WHOLE,
            figure=_per_hundred((lost + WEIGHT_OF_MEAN * mean) / weight, spread / sqrt(weight)),
            everyone=100 * mean / WHOLE,
        )


def _mean_and_spread(own: _Sums, everyone: _Sums) -> tuple[float, float]:
    """Return mean and standard deviation of everyone's decisions, as many of each key as there are own ones.

    With more seats a deal is worth less to each: so like is compared with like.
    """
    known = {key: everyone[key] for key in own if key in everyone}
    decisions = sum(own[key][0] for key in known)
    if not decisions:
        return 0.0, 0.0
    mean, square = (
        sum(own[key][0] * sums[place] / sums[0] for key, sums in known.items()) / decisions
        for place in (1, 2)
    )
    return mean, sqrt(max(0.0, square - mean**2))


def _analysed(player: Player, kept_back: QuerySet[Competition]) -> list[Analysed]:
    """Return the newest analysed matches of a player, the oldest first. One query."""
    rows = _counted().filter(Q(player=player) | Q(player__merged_into=player))
    rows = rows.exclude(analysis__table__match__competition__in=kept_back)
    newest = rows.order_by("-analysis__table__finished_at", "-analysis")
    columns = (
        *("analysis__table__finished_at", "analysis__table__seat_count", "parts", "kinds"),
        *("analysis_id", "index", "dearest"),
    )
    return [Analysed(*row) for row in newest.values_list(*columns)[:_MOST]][::-1]


def _counted() -> QuerySet[SeatAnalysis]:
    """Return the rows that count: those of clubs that have their matches analysed, and outside of clubs."""
    off = Club.objects.filter(analyses_matches=False)
    rows = seats.current().filter(analysis__table__finished_at__isnull=False)
    return rows.exclude(analysis__table__match__competition__club__in=off)


def _sums_of_everyone(own: _Sums) -> _Sums:
    """Return what the newest decisions of all players cost; worked out each hour, or when `own` are more."""
    known: _Sums | None = cache.get(_EVERYONE)
    if known is None or any(key not in known or known[key][0] < sums[0] for key, sums in own.items()):
        newest = _counted().order_by("-pk").values_list("analysis__table__seat_count", "kinds")
        known = _added(newest[:_SAMPLE])
        cache.set(_EVERYONE, known, _KEPT)
    return known


def _added(rows: Iterable[tuple[int, Costs]]) -> _Sums:
    """Return the sums of costs by kind and number of seats, as in `colour 4`."""
    added: _Sums = {}
    for number, kinds in rows:
        for kind, sums in kinds.items():
            total = added.setdefault(f"{kind} {number}", [0, 0, 0])
            total[:] = [before + more for before, more in zip(total, sums, strict=True)]
    return added


def _luck(parts: Sequence[Sequence[int]]) -> Luck:
    start, dealt, drawn, own, others, away, end = (_mean(column) for column in zip(*parts, strict=True))
    # Before many matches are known, the spread is that of whole matches: larger than the true one.
    gains = [(row[3] + row[4]) / WHOLE for row in parts]
    weight = len(parts) + WEIGHT_OF_START
    gain = sum(gains) / weight
    squares = sum((each - gain) ** 2 for each in gains) + WEIGHT_OF_START * start * (1 - start)
    error = sqrt(squares / weight) / sqrt(weight)
    adjusted = start + gain
    margin = _CERTAINTY * error
    figure = Figure(adjusted, max(0.0, adjusted - margin), min(1.0, adjusted + margin))
    return Luck(len(parts), start, dealt, drawn, own, others, away, end, figure)


def _stretch(matches: Sequence[Analysed]) -> Stretch:
    """Return what a stretch cost, as it was: neighbours are compared, so nothing is drawn to the mean."""
    decisions = _count(matches)
    mean = _sum(matches, 1) / decisions
    squares = _sum(matches, 2)
    error = sqrt(max(0.0, squares / decisions - mean**2) / decisions)
    return Stretch(matches[-1].ended, len(matches), decisions, _per_hundred(mean, error))


def _per_hundred(mean: float, error: float) -> Figure:
    """Return a cost for each hundred decisions, in deals."""
    value, margin = 100 * mean / WHOLE, 100 * _CERTAINTY * error / WHOLE
    return Figure(value, value - margin, value + margin)


def _count(matches: Iterable[Analysed]) -> int:
    return _sum(matches, 0)


def _sum(matches: Iterable[Analysed], place: int) -> int:
    return sum(sums[place] for match in matches for sums in match.kinds.values())


def _mean(column: Sequence[int]) -> float:
    return sum(column) / len(column) / WHOLE
