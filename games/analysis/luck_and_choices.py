"""The sources of a result: cards dealt and drawn, choices of the seat, of the others and of stand-ins.

Each step changes the chances with all hands open. What an action gave before chance had its say belongs to
the seat that acted, the rest to the cards. The parts are differences of whole numbers in a row: together
with the start they add up exactly to the end.
"""

from collections.abc import Sequence
from math import hypot, sqrt
from typing import Final, NamedTuple

from games.analysis.findings import BOT, CLOCK, WHOLE, Parts

_DRAWN, _OWN, _OTHERS, _TIMEOUTS, _AWAY = 1, 2, 3, 4, 5
_PARTS: Final = 6
_PART_OF: Final = {"": _OWN, CLOCK: _TIMEOUTS, BOT: _AWAY}
"""The part of what is done for a seat, by its stand-in."""

_Weighted = tuple[int, Sequence[int]]
"""A survey of the chances of all seats, added or taken away."""


class Change(NamedTuple):
    """The chances after an action, before its cards were drawn, and after the step.

    `actor` is the seat whose choice it was, -1 where there was no choice. A stand-in may have acted for it.
    """

    actor: int
    chosen: Sequence[int]
    after: Sequence[int]
    stand_in: str = ""


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
        timeouts=[0] * seats,
        away=[0] * seats,
    )
    part_of = {
        _DRAWN: parts.drawn,
        _OWN: parts.own,
        _OTHERS: parts.others,
        _TIMEOUTS: parts.timeouts,
        _AWAY: parts.away,
    }
    before = dealt
    for change in changes:
        for seat in range(seats):
            part_of[_part(change, seat)][seat] += change.chosen[seat] - before[seat]
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
        timeouts=_sums([part.timeouts for part in parts]),
        away=_sums([part.away for part in parts]),
    ).with_errors(
        [
            [round(hypot(*several)) for several in zip(*rows, strict=True)]
            for rows in zip(*(part.errors for part in parts), strict=True)
        ]
    )


def errors_of(dealt: Sequence[int], changes: Sequence[Change], worlds: int) -> list[list[int]]:
    """Return the standard errors of the parts of a deal, for each seat.

    Chances between two changes of the same part are added and taken away again: they bring no error.
    """
    seats = range(len(dealt))
    by_seat = [
        [_error(weights, seat, worlds) for weights in _weights(dealt, changes, seat)] for seat in seats
    ]
    return [[errors[part] for errors in by_seat] for part in range(_PARTS)]


def _part(change: Change, seat: int) -> int:
    """Return the part to which the action of a change belongs, as a seat counts it."""
    if change.actor < 0:
        return _DRAWN
    if change.actor != seat:
        return _OTHERS
    return _PART_OF[change.stand_in]


def _weights(dealt: Sequence[int], changes: Sequence[Change], seat: int) -> list[list[_Weighted]]:
    """Return for each part of a seat the surveys that enter it, with their signs."""
    parts: list[list[_Weighted]] = [[(1, dealt)], *([] for _other in range(1, _PARTS))]
    before = dealt
    for change in changes:
        parts[_part(change, seat)] += [(1, change.chosen), (-1, before)]
        parts[_DRAWN] += [(1, change.after), (-1, change.chosen)]
        before = change.after
    return parts


def _error(weights: Sequence[_Weighted], seat: int, worlds: int) -> int:
    signs: dict[int, int] = {}
    shares: dict[int, float] = {}
    for sign, survey in weights:
        signs[id(survey)] = signs.get(id(survey), 0) + sign
        shares[id(survey)] = survey[seat] / WHOLE
    variance = sum(signs[key] ** 2 * share * (1 - share) / worlds for key, share in shares.items())
    return round(WHOLE * sqrt(variance))


def _less(after: Sequence[int], before: Sequence[int]) -> list[int]:
    return [new - old for new, old in zip(after, before, strict=True)]


def _sums(rows: Sequence[Sequence[int]]) -> list[int]:
    return [sum(column) for column in zip(*rows, strict=True)]
