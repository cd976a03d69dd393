"""Byes of a knock-out that was drawn to its end, put right once it is known who is in a round."""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from operator import itemgetter

import msgspec

from league.rules.brackets.plan import PlannedRound, Slot
from league.rules.brackets.progress import Seated, occupant

SeatsOf = Callable[[Sequence[PlannedRound]], Mapping[str, Seated]]
"""Takes rounds and returns their matches by id, with the results so far."""


def with_fair_byes(
    rounds: Sequence[PlannedRound], seats_of: SeatsOf, order: Sequence[int], gone: Collection[int] = ()
) -> list[PlannedRound]:
    """Return the rounds with no other bye for an entrant while somebody in the same round has had fewer.

    A draw to the end expects the better seeds to win. Where others won, an entrant who would have a bye again
    changes places with the entrant of the round who has had the fewest byes: the best place at the table
    before counts first, then the `order`. Nobody changes places before the round before is over, and
    entrants who are `gone` have no bye for it.
    """
    fair, had = list(rounds), Counter[int]()
    ranks = {entrant: rank for rank, entrant in enumerate(order) if entrant not in gone}
    for number in range(len(fair)):
        seats = seats_of(fair[:number])
        before = fair[number - 1].matches if number else []
        if any(seats[match.id].order is None for match in before):
            break
        while slots := _unfair(fair[number], seats, had, ranks):
            fair[number:] = [_exchanged(planned, *slots) for planned in fair[number:]]
        had.update(entrant for entrant, _slot in _seated(fair[number].byes, seats))
    return fair


def _unfair(
    planned: PlannedRound, seats: Mapping[str, Seated], had: Mapping[int, int], ranks: Mapping[int, int]
) -> tuple[Slot, Slot] | None:
    """Return a bye that is not fair, and the seat of an entrant who is to have it instead."""
    free = [(had[entrant], slot) for entrant, slot in _seated(planned.byes, seats)]
    playing = [
        (had[entrant], slot.place, ranks[entrant], slot)
        for match in planned.matches
        for entrant, slot in _seated(match.slots, seats)
        if entrant in ranks
    ]
    if not free or not playing:
        return None
    most, freed = max(free, key=itemgetter(0))
    fewest, _place, _rank, taken = min(playing, key=itemgetter(0, 1, 2))
    return (freed, taken) if most > fewest else None


def _seated(slots: Sequence[Slot], seats: Mapping[str, Seated]) -> Iterator[tuple[int, Slot]]:
    for slot in slots:
        if entrant := occupant(slot, seats):
            yield entrant, slot


def _exchanged(planned: PlannedRound, first: Slot, second: Slot) -> PlannedRound:
    other = {first: second, second: first}
    matches = [
        msgspec.structs.replace(match, slots=[other.get(slot, slot) for slot in match.slots])
        for match in planned.matches
    ]
    return msgspec.structs.replace(
        planned, matches=matches, byes=[other.get(slot, slot) for slot in planned.byes]
    )
