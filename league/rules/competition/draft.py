"""A draft of a draw that organizers change: its seats and byes, their entrants, and swaps."""

from collections.abc import Callable, Iterator

import msgspec

from league.rules.brackets.plan import PlannedMatch, PlannedRound, Slot, bye_id
from league.rules.competition.event_values import Draw
from league.rules.competition.stage import Stage

Seat = tuple[str, int]
"""A match id and an index from 0; a bye has an id of its own and the index 0."""

_replace = msgspec.structs.replace


def seats(planned: PlannedRound) -> Iterator[tuple[Seat, Slot]]:
    """Yield every seat and every bye of a round with its slot; of a meeting the seats of its first match."""
    for match in planned.matches:
        if match.game == 1:
            yield from (((match.id, index), slot) for index, slot in enumerate(match.slots))
    yield from (((bye_id(planned, index), 0), slot) for index, slot in enumerate(planned.byes))


def can_swap(draw: Draw, first_seat: Seat, other: Seat) -> bool:
    """Whether two seats of a draft may be swapped: of the same round, and their entrants are already known.

    Seats that wait for other matches of the same draft follow from these.
    """
    within = {match.id for planned in draw.rounds for match in planned.matches}
    for planned in draw.rounds:
        slots = dict(seats(planned))
        if first_seat in slots and other in slots:
            return slots[first_seat] != slots[other] and not {slots[first_seat].of, slots[other].of} & within
    return False


def swapped(draw: Draw, first_seat: Seat, other: Seat) -> Draw:
    """Return a draw with the entrants of two seats swapped, also in its later rounds.

    Where one of the seats is a bye, only these seats are swapped, in all matches of a meeting.
    """
    taken = {seat: slot for planned in draw.rounds for seat, slot in seats(planned)}
    first, second = taken[first_seat], taken[other]
    if first.is_bye or second.is_bye:
        moved = {first_seat: second, other: first}
        return _changed(draw, moved.get)
    exchanged = {first: second, second: first}
    return _changed(draw, lambda _seat, slot: exchanged.get(slot, slot))


def with_names(draw: Draw, stage: Stage) -> Draw:
    """Return a draft with the known entrants in place of places of published matches and final tables."""

    def named(_seat: Seat, slot: Slot) -> Slot:
        if slot.of in stage.matches:
            return Slot(stage.who(slot))
        entrant = stage.who(slot) if slot.division else 0
        return Slot(entrant) if entrant else slot

    return _changed(draw, named)


def _changed(draw: Draw, now: Callable[[Seat, Slot], Slot]) -> Draw:
    return _replace(draw, rounds=[_round(planned, now) for planned in draw.rounds])


def _round(planned: PlannedRound, now: Callable[[Seat, Slot], Slot]) -> PlannedRound:
    return _replace(
        planned,
        matches=[
            _replace(match, slots=[now(_seat(match, index), slot) for index, slot in enumerate(match.slots)])
            for match in planned.matches
        ],
        byes=[now((bye_id(planned, index), 0), slot) for index, slot in enumerate(planned.byes)],
    )


def _seat(match: PlannedMatch, index: int) -> Seat:
    """Return the seat of the first match for a seat of any match of a meeting: first seats alternate."""
    if match.best_of == 1:
        return match.id, index
    return f"{match.meeting}.1", index if match.game % 2 else len(match.slots) - 1 - index
