"""A draft of a draw as organizers change it: its seats and byes, who has them, and two that change places."""

from collections.abc import Callable, Iterator

import msgspec

from league.rules.brackets.plan import PlannedMatch, PlannedRound, Slot, bye_id
from league.rules.competition.events import Draw
from league.rules.competition.stage import Stage

Seat = tuple[str, int]
"""A match id and an index from 0; a bye has an id of its own and the index 0."""

_replace = msgspec.structs.replace


def seats(planned: PlannedRound) -> Iterator[tuple[Seat, Slot]]:
    """Yield every seat of a round and every bye, with who has it; of a meeting those of its first match."""
    for match in planned.matches:
        if match.game == 1:
            yield from (((match.id, index), slot) for index, slot in enumerate(match.slots))
    yield from (((bye_id(planned, index), 0), slot) for index, slot in enumerate(planned.byes))


def can_swap(draw: Draw, one: Seat, other: Seat) -> bool:
    """Whether two seats of a draft may change places: of one round, and who comes there is known already.

    Seats that wait for other matches of the same draft follow from these.
    """
    within = {match.id for planned in draw.rounds for match in planned.matches}
    for planned in draw.rounds:
        found = dict(seats(planned))
        if one in found and other in found:
            return found[one] != found[other] and not {found[one].of, found[other].of} & within
    return False


def swapped(draw: Draw, one: Seat, other: Seat) -> Draw:
    """Return a draw in which those in two seats have changed places, also in its later rounds.

    Where nobody sits (against a bye) only the seat is taken, in all matches of a meeting.
    """
    taken = {seat: slot for planned in draw.rounds for seat, slot in seats(planned)}
    first, second = taken[one], taken[other]
    if first.is_bye or second.is_bye:
        moved = {one: second, other: first}
        return _changed(draw, moved.get)
    exchanged = {first: second, second: first}
    return _changed(draw, lambda _seat, slot: exchanged.get(slot, slot))


def with_names(draw: Draw, stage: Stage) -> Draw:
    """Return a draft in which places of matches published before, and of final tables, name who took them."""

    def named(_seat: Seat, slot: Slot) -> Slot:
        if slot.of in stage.matches:
            return Slot(stage.who(slot))
        who = stage.who(slot) if slot.division else 0
        return Slot(who) if who else slot

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
    """Return the seat by which a draft calls a seat of any match of a meeting: who sits first takes turns."""
    if match.best_of == 1:
        return match.id, index
    return f"{match.meeting}.1", index if match.game % 2 else len(match.slots) - 1 - index
