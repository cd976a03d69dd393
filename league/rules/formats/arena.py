"""Arena: free players are seated at once, by earlier meetings and points; wins in a row count double."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from itertools import chain
from typing import Final

import msgspec

from league.rules.played_rounds import DOUBLE_FORFEIT, Bye, Entrant, History, PlayedMatch, PlayedRound
from league.rules.table_draws.tables import TableDraw, draw_tables, table_sizes

AT_ONCE: Final = 96
"""The most players that are seated in one search; of more the better ones are seated first."""


_ROUNDS: Final = 3
"""The seating is drawn like the last of three rounds: as well as can be now, as nobody knows who plays on."""


class Room(msgspec.Struct, frozen=True):
    """The free players by seed, whether others are playing, and the past of all.

    `waited` has the players who had no table in an earlier seating, once for each time.
    """

    free: Sequence[Entrant]
    is_busy: bool
    past: History
    waited: Sequence[Entrant] = ()


def is_time(room: Room, size: int, *, is_patient: bool = True) -> bool:
    """Whether free players get tables now.

    While others are playing, fewer than a table of three (or two) wait; so do, for a while (`is_patient`),
    players who would only meet the table that they have just left.
    """
    if not table_sizes(len(room.free), size):
        return False
    if not room.is_busy:
        return True
    if len(room.free) < min(3, size):
        return False
    return not (is_patient and _have_just_met(room))


def seat(room: Room, size: int, *, parties: dict[Entrant, str] | None = None, seed: int = 0) -> TableDraw:
    """Return tables for the free players, new opponents first, then equal points.

    A player who is left over waits: the one who has waited least, then the one who has played most. A latest
    table counts as the last round, so that nobody meets the same people twice in a row where others are free.
    """
    past = _as_rounds(room)
    if len(room.free) <= AT_ONCE:
        return draw_tables(past, size=size, parties=parties, meetings_first=True, rounds=_ROUNDS, seed=seed)
    standing = _standing(room)
    first = standing[: AT_ONCE - AT_ONCE % size]
    parts = [first, standing[len(first) :]]
    draws = [
        seat(
            msgspec.structs.replace(room, free=[entrant for entrant in room.free if entrant in {*part}]),
            size,
            parties=parties,
            seed=seed,
        )
        for part in parts
    ]
    return TableDraw(
        [table for draw in draws for table in draw.tables],
        [bye for draw in draws for bye in draw.byes],
        {key: sum(draw.cost.get(key, 0) for draw in draws) for key in draws[0].cost},
        -1,
        [cost for draw in draws for cost in draw.why],
        [cost for draw in draws for cost in draw.why_byes],
    )


def with_streaks(rounds: Sequence[PlayedRound], streak: int) -> list[PlayedRound]:
    """Return the rounds with double points for each win that follows `streak` wins in a row (0: none does).

    A match that was not won ends the streak, and so does one that the entrant did not come to. A walkover
    against everybody changes nothing.
    """
    if not streak:
        return list(rounds)
    wins: Counter[Entrant] = Counter()
    counted: list[PlayedRound] = []
    for played in rounds:
        matches = [_with_streak(match, wins, streak) for match in played.matches]
        counted.append(msgspec.structs.replace(played, matches=matches))
    return counted


def _with_streak(match: PlayedMatch, wins: Counter[Entrant], streak: int) -> PlayedMatch:
    points = list(match.points)
    for index, entrant in enumerate(match.entrants):
        if match.kind == DOUBLE_FORFEIT or entrant in match.absent or match.places[index] > 1:
            wins[entrant] = 0
        elif len(match.entrants) - len(match.absent) > 1:
            points[index] *= 2 if wins[entrant] >= streak else 1
            wins[entrant] += 1
    return msgspec.structs.replace(match, points=points)


def _have_just_met(room: Room) -> bool:
    """Whether all who are free come from the same table."""
    latest = _latest(room.past.rounds, room.free)
    tables = {id(latest[entrant]) if entrant in latest else entrant for entrant in room.free}
    return len(tables) == 1


def _as_rounds(room: Room) -> History:
    """Return the past of the free players as two rounds: the latest table of each, and all earlier ones."""
    latest = {id(match) for match in _latest(room.past.rounds, room.free).values()}
    matches = list(chain.from_iterable(played.matches for played in room.past.rounds))
    earlier = PlayedRound(
        [match for match in matches if id(match) not in latest], _byes(room.waited, room.free)
    )
    return History(
        list(room.free), [earlier, PlayedRound([match for match in matches if id(match) in latest])]
    )


def _latest(rounds: Sequence[PlayedRound], free: Collection[Entrant]) -> dict[Entrant, PlayedMatch]:
    """Return the latest match of each of the free players."""
    among = {*free}
    return {
        entrant: match
        for played in rounds
        for match in played.matches
        for entrant in match.entrants
        if entrant in among
    }


def _byes(waited: Iterable[Entrant], free: Collection[Entrant]) -> list[Bye]:
    return [Bye(entrant) for entrant in waited if entrant in free]


def _standing(room: Room) -> list[Entrant]:
    """Return the free players, most points first, then by seed."""
    points: Counter[Entrant] = Counter()
    for played in room.past.rounds:
        for match in played.matches:
            for entrant, earned in zip(match.entrants, match.points, strict=True):
                points[entrant] += int(earned)
    return sorted(room.free, key=lambda entrant: -points[entrant])
