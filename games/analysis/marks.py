"""The marks of choices, and the reasons for choices without a mark."""

from collections.abc import Sequence
from math import erfc, sqrt
from typing import Final

from games.analysis.findings import NO_MARK, WHOLE, Decision

CLOSE, DECIDED, POLICIES, MATCH, UNPROVED = "close", "decided", "policies", "match", "unproved"
"""Reasons for silence: the worlds do not tell the choices apart; the deal was all but decided; against
careless players the choice was good; for the match it was not surely worse; the chances have not been
measured."""

CERTAINTY: Final = 2.58  # standard errors: 99 %
_TAIL: Final = 0.005
_LEAST: Final = 30_000
_FROM: Final = (50_000, 100_000, 150_000)
_HOPELESS: Final = 20_000
_COPIES: Final = 4


def thresholds(sides: int) -> list[int]:
    """Return the costs that make a slip, a mistake, a blunder: 5, 10, 15 points with two sides."""
    return [cost * _COPIES * (sides - 1) // (sides * sides) for cost in _FROM]


def mark_of(cost: int, sides: int) -> int:
    """Return the mark that a cost deserves."""
    return sum(cost >= least for least in thresholds(sides))


def is_sure_for_match(cost: int, error: int, stake: int) -> bool:
    """Whether a choice surely cost the match as much as 3 points of a deal are worth to it.

    `stake` is what winning the deal is worth.
    """
    return cost - CERTAINTY * error > _LEAST * stake / WHOLE


def is_decided(best: int) -> bool:
    """Whether the best choice loses or wins nearly always."""
    return not _HOPELESS <= best <= WHOLE - _HOPELESS


def silence_close_calls(decisions: Sequence[Decision], errors: Sequence[int]) -> None:
    """Take back the marks whose cost is not surely above 3 points, by Holm's method over the deal.

    `errors` are the standard errors of the costs.
    """
    marked = [
        (_tail(decision.cost, error), decision)
        for decision, error in zip(decisions, errors, strict=True)
        if decision.mark != NO_MARK
    ]
    is_silent = False
    for tested, (tail, decision) in enumerate(sorted(marked, key=lambda tested_mark: tested_mark[0])):
        is_silent = is_silent or tail > _TAIL / (len(decisions) - tested)
        if is_silent:
            decision.mark, decision.silence = NO_MARK, CLOSE


def _tail(cost: int, error: int) -> float:
    """Return how likely a cost as large as this is by chance, if it were 3 points."""
    if error == 0:
        return 0.0 if cost > _LEAST else 1.0
    return erfc((cost - _LEAST) / error / sqrt(2)) / 2
