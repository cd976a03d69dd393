"""The sources of a result: the cards of the deal, cards drawn, choices of the seat and of the others.

Each step changes the chances with all hands open. What an action gave before chance had its say belongs to
the seat that acted, the rest to the cards. The parts are differences of whole numbers in a row: together
with the start they add up exactly to the end.
"""

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

from games.analysis.findings import WHOLE, Parts


class Change(NamedTuple):
    """The chances after an action, before its cards were drawn, and after the step.

    `actor` is the seat whose choice it was, -1 where there was no choice.
    """

    actor: int
    chosen: Sequence[int]
    after: Sequence[int]


def parts_of(
    start: Sequence[int], dealt: Sequence[int], changes: Sequence[Change], end: Sequence[int]
) -> Parts:
    """Return the parts of a deal, from the chances before it and after the cards were dealt to its end."""
    seats = len(start)
    parts = Parts(
        start=list(start),
        dealt=_less(dealt, start),
        drawn=[0] * seats,
        own=[0] * seats,
        others=[0] * seats,
        end=list(end),
    )
    before = dealt
    for change in changes:
        for seat in range(seats):
            chosen = change.chosen[seat] - before[seat]
            if change.actor < 0:
                parts.drawn[seat] += chosen
            elif change.actor == seat:
                parts.own[seat] += chosen
            else:
                parts.others[seat] += chosen
            parts.drawn[seat] += change.after[seat] - change.chosen[seat]
        before = change.after
    for seat in range(seats):
        parts.drawn[seat] += end[seat] - before[seat]
    return parts


def sum_of(parts: Sequence[Parts]) -> Parts:
    """Return the parts of several deals in a row, each beginning where the last one ended."""
    return Parts(
        start=parts[0].start,
        dealt=_sums([part.dealt for part in parts]),
        drawn=_sums([part.drawn for part in parts]),
        own=_sums([part.own for part in parts]),
        others=_sums([part.others for part in parts]),
        end=parts[-1].end,
        error=round(sqrt(sum(part.error**2 for part in parts))),
    )


def error_of(changes: Sequence[Change], worlds: int) -> int:
    """Return the standard error of the largest part of a deal: a change has the errors of both its ends."""
    most = 0.0
    for seat in range(len(changes[0].after) if changes else 0):
        shares = [change.after[seat] / WHOLE for change in changes if change.actor == seat]
        most = max(most, sum(2 * share * (1 - share) / worlds for share in shares))
    return round(WHOLE * sqrt(most))


def _less(after: Sequence[int], before: Sequence[int]) -> list[int]:
    return [new - old for new, old in zip(after, before, strict=True)]


def _sums(rows: Sequence[Sequence[int]]) -> list[int]:
    return [sum(column) for column in zip(*rows, strict=True)]
