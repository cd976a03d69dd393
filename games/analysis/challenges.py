"""The break-even of a challenge: from which chance of a bluff on it pays, with an interval."""

from collections.abc import Sequence
from math import inf, sqrt
from typing import Final, NamedTuple

from games.analysis import marks
from games.analysis.evaluation import Comparison, Judge
from games.analysis.findings import WHOLE, Doubt
from games.bots.memory import Memory
from games.bots.playouts import boards
from games.rules.match import commands as c
from games.rules.match.state import State

_BATCHES: Final = 10
"""Batches in the worlds of a contested choice."""
_TIMES: Final = 10
"""The most times the worlds of a contested choice: bluffs are rare, and a break-even is a quotient."""
_FEWEST: Final = 2
"""The fewest times: the error comes from batches."""
_FIRST_SEED: Final = 1_000_000
"""Other worlds than those in which the choices are compared."""
_WIDEST: Final = 0.3
"""A wider interval says nothing."""
_NARROW: Final = 0.12
"""A narrower interval says no more."""


class _Stakes(NamedTuple):
    """In some worlds: those with a bluff, what a challenge gains there, and what it loses in the others."""

    worlds: int
    bluffs: int
    gained: int
    lost: int


def doubt_of(
    judge: Judge, state: State, memory: Memory, choices: Sequence[boards.Action], contested: int, *, seed: int
) -> Doubt | None:
    """Return a challenge as it looked to a seat; None if there was none, or if its break-even is unsure.

    A challenge pays from the chance of a bluff at which it gains against bluffs what it loses against the
    others. `contested` is the number of worlds of a contested choice. Worlds are added until the interval is
    narrow.
    """
    doubts = [choice for choice in choices if isinstance(choice, c.Challenge)]
    accepts = [choice for choice in choices if isinstance(choice, c.Accept)]
    if not doubts or not accepts:
        return None
    size = max(1, contested // _BATCHES)
    batches: list[_Stakes] = []
    for _time in range(_TIMES):
        for _batch in range(_BATCHES):
            compared = judge.compare(
                *(state, memory, [accepts[0], doubts[0]], size), seed=seed + _FIRST_SEED * (len(batches) + 1)
            )
            batches.append(_stakes(compared))
        if len(batches) >= _FEWEST * _BATCHES and _width(batches) <= _NARROW:
            break
    width = _width(batches)
    if width > _WIDEST:
        return None
    whole = _sum(batches)
    pays_from = _pays_from(whole)
    assert pays_from is not None, "a width is that of a number"
    low, middle, high = (_chance(pays_from + sign * width / 2) for sign in (-1, 0, 1))
    return Doubt(whole.bluffs * WHOLE // whole.worlds, middle, low, high)


def _width(batches: Sequence[_Stakes]) -> float:
    """Return the width of the interval of the break-even, from leaving out each batch in turn."""
    whole = _sum(batches)
    pays_from = _pays_from(whole)
    shares = [_pays_from(_without(whole, batch)) for batch in batches]
    if pays_from is None or None in shares:
        return inf
    spread = sum((share - pays_from) ** 2 for share in shares if share is not None)
    return 2 * marks.CERTAINTY * sqrt(spread * (len(batches) - 1) / len(batches))


def _stakes(compared: Comparison) -> _Stakes:
    lost = compared.won_if_honest[0] - compared.won_if_honest[1]
    gained = compared.won[1] - compared.won[0] + lost
    return _Stakes(compared.worlds, compared.worlds - compared.honest, gained, lost)


def _sum(batches: Sequence[_Stakes]) -> _Stakes:
    return _Stakes(*(sum(column) for column in zip(*batches, strict=True)))


def _without(whole: _Stakes, batch: _Stakes) -> _Stakes:
    return _Stakes(*(all_ - part for all_, part in zip(whole, batch, strict=True)))


def _pays_from(stakes: _Stakes) -> float | None:
    """Return the break-even, None if there is none: no world with a bluff or without, or nothing at stake."""
    honest = stakes.worlds - stakes.bluffs
    if not stakes.bluffs or not honest:
        return None
    gained, lost = stakes.gained / stakes.bluffs, stakes.lost / honest
    if gained + lost <= 0:
        return None
    return lost / (gained + lost)


def _chance(share: float) -> int:
    return round(WHOLE * min(1.0, max(0.0, share)))
