"""Meetings of two as the best of several matches: their planned matches, and their winners."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Final

import msgspec

from league.rules.brackets.plan import PlannedMatch, PlannedRound

LENGTHS: Final = (1, 3, 5)
"""The possible numbers of matches of a meeting."""

FROM_SEMI_FINALS, FROM_FINAL = "semi_finals", "final"
"""From which round on meetings have several matches, where not in all rounds."""

STARTS: Final = ("", FROM_SEMI_FINALS, FROM_FINAL)

_FINALS: Final = ("Final", "Grand final")
_SEMI_FINALS: Final = ("Semi-finals", "Third place")

_replace = msgspec.structs.replace


def in_matches(rounds: Sequence[PlannedRound], best_of: int, start: str = "") -> list[PlannedRound]:
    """Return rounds of a bracket in which a meeting is the best of `best_of` matches, from `start` on.

    In a double elimination the last round of each side counts with the semi-finals, in a single elimination
    the match for the third place. The matches of R1.1 are R1.1.1, R1.1.2 …; the first seat alternates. Slots
    that named R1.1 name its last match, whose places are those of the meeting.
    """
    if best_of == 1:
        return list(rounds)
    chosen = _chosen(rounds, start)
    last = {
        match.id: f"{match.id}.{best_of}"
        for planned in rounds
        if planned.id in chosen
        for match in planned.matches
    }
    return [
        _replace(
            planned,
            matches=[
                played
                for match in planned.matches
                for played in _matches(match, best_of, planned.id in chosen, last)
            ],
        )
        for planned in rounds
    ]


def places_of(orders: Sequence[Sequence[int]], best_of: int) -> tuple[int, ...] | None:
    """Return the places of a meeting after some of its matches, None while it is open.

    `orders` has for each match the entrants by place, best first; it is empty for a double forfeit. The
    meeting is over as soon as nobody can catch up. If two are tied after all matches, the winner of the last
    match advances; nobody does if it has none. An entrant without a place in the last match that was won gets
    no place.
    """
    wins = Counter(order[0] for order in orders if order)
    ranked = [*wins.most_common(), (0, 0), (0, 0)]
    (winner, most), (_other, fewer) = ranked[:2]
    left = best_of - len(orders)
    if left and most - fewer <= left:
        return None
    if most == fewer:
        winner = orders[-1][0] if orders[-1] else 0
    if not winner:
        return ()
    latest = next(order for order in reversed(orders) if order)
    return winner, *(entrant for entrant in latest if entrant != winner)


def _chosen(rounds: Sequence[PlannedRound], start: str) -> Collection[str]:
    """Return the ids of the rounds from `start` on."""
    if not start:
        return {planned.id for planned in rounds}
    names = _FINALS if start == FROM_FINAL else (*_FINALS, *_SEMI_FINALS)
    chosen = {planned.id for planned in rounds if planned.name in names}
    if start == FROM_SEMI_FINALS:
        for side in ("W", "L"):
            chosen.update([planned.id for planned in rounds if planned.id.startswith(side)][-1:])
    return chosen


def _matches(
    match: PlannedMatch, best_of: int, is_chosen: bool, last: Mapping[str, str]
) -> list[PlannedMatch]:
    slots = [_replace(slot, of=last.get(slot.of, slot.of)) if slot.of else slot for slot in match.slots]
    if not is_chosen:
        return [_replace(match, slots=slots)]
    return [
        _replace(
            match, id=f"{match.id}.{number}", slots=slots if number % 2 else slots[::-1], best_of=best_of
        )
        for number in range(1, best_of + 1)
    ]
