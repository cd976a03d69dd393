"""Meetings of two that the best of several matches decides: planned as so many matches, and who wins them."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Final

import msgspec

from league.rules.brackets.plan import PlannedMatch, PlannedRound

LENGTHS: Final = (1, 3, 5)
"""Of how many matches the best can decide a meeting."""

FROM_SEMI_FINALS, FROM_FINAL = "semi_finals", "final"
"""From which round on it does, where not in all of them."""

STARTS: Final = ("", FROM_SEMI_FINALS, FROM_FINAL)

_FINALS: Final = ("Final", "Grand final")
_SEMI_FINALS: Final = ("Semi-finals", "Third place")

_replace = msgspec.structs.replace


def in_matches(rounds: Sequence[PlannedRound], best_of: int, start: str = "") -> list[PlannedRound]:
    """Return rounds of a bracket in which the best of `best_of` matches decides a meeting, from `start` on.

    Of a double elimination the last round of each side goes with the semi-finals, of a single elimination the
    match for the third place. The matches of R1.1 are R1.1.1, R1.1.2 …; who sits first takes turns. Slots
    that named R1.1 name its last match, whose places are those of the meeting.
    """
    if best_of == 1:
        return list(rounds)
    chosen = _chosen(rounds, start)
    last = {match.id: f"{match.id}.{best_of}" for one in rounds if one.id in chosen for match in one.matches}
    return [
        _replace(
            one,
            matches=[
                played for match in one.matches for played in _matches(match, best_of, one.id in chosen, last)
            ],
        )
        for one in rounds
    ]


def places_of(orders: Sequence[Sequence[int]], best_of: int) -> tuple[int, ...] | None:
    """Return who takes the places of a meeting after some of its matches, None while it is open.

    `orders` say of each match who took its places, best first; nobody did in a double forfeit. The meeting
    is over as soon as nobody can catch up. If two are level after all matches, the winner of the last one
    goes on; nobody does if that has none. Who took no place in the last match that anybody won takes none.
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
    return winner, *(one for one in latest if one != winner)


def _chosen(rounds: Sequence[PlannedRound], start: str) -> Collection[str]:
    """Return the ids of the rounds from `start` on."""
    if not start:
        return {one.id for one in rounds}
    names = _FINALS if start == FROM_FINAL else (*_FINALS, *_SEMI_FINALS)
    found = {one.id for one in rounds if one.name in names}
    if start == FROM_SEMI_FINALS:
        for side in ("W", "L"):
            found.update([one.id for one in rounds if one.id.startswith(side)][-1:])
    return found


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
