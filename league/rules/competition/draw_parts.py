"""A draw split into parts that are small enough for an event each, and joined again."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Final

import msgspec

from league.rules.brackets.plan import PlannedRound
from league.rules.competition.event_values import Draw

LARGEST: Final = 48_000
"""Bytes of a part as JSON. An event has at most 64 kB."""

_replace = msgspec.structs.replace


def parts(draw: Draw) -> list[Draw]:
    """Return the parts of a draw in order; the last has a round, and the data about the whole draw."""
    if _size(draw) <= LARGEST:
        return [draw]
    rest = _replace(draw, rounds=[], why=[])
    complete: list[Draw] = []
    together: list[Draw] = []
    room = LARGEST - _size(rest)
    for piece in _pieces(draw):
        room -= _size(piece)
        if room < 0:
            complete.append(joined(together))
            together, room = [], LARGEST - _size(rest) - _size(piece)
        together.append(piece)
    last = joined(together)
    return [*complete, _replace(rest, rounds=last.rounds, why=last.why)]


def joined(some: Sequence[Draw]) -> Draw:
    """Return the draw made of these parts, in order."""
    if len(some) == 1:
        return some[0]
    rounds = [planned for part in some for planned in part.rounds]
    return _replace(
        some[-1],
        rounds=[_round(list(same)) for _id, same in groupby(rounds, key=attrgetter("id"))],
        why=[line for part in some for line in part.why],
    )


def _pieces(draw: Draw) -> Iterator[Draw]:
    for line in draw.why:
        yield Draw([], why=[line])
    for planned in draw.rounds:
        empty = _replace(planned, matches=[], byes=[])
        yield Draw([empty])
        for match in planned.matches:
            yield Draw([_replace(empty, matches=[match])])
        for bye in planned.byes:
            yield Draw([_replace(empty, byes=[bye])])


def _round(same: Sequence[PlannedRound]) -> PlannedRound:
    matches = [match for part in same for match in part.matches]
    return _replace(same[0], matches=matches, byes=[bye for part in same for bye in part.byes])


def _size(draw: Draw) -> int:
    return len(msgspec.json.encode(draw))
