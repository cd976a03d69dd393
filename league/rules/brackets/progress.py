"""The seats in a draw that already names its later rounds, as far as results so far determine them."""

from collections.abc import Callable, Mapping, Sequence

import msgspec

from league.rules.brackets.plan import RESET, PlannedMatch, PlannedRound, Slot
from league.rules.brackets.series import places_of

OrderOf = Callable[[str, tuple[int, ...]], Sequence[int] | None]
"""Takes a match id and the entrants present; returns the entrants in the order of their places, best first
(an entrant without a place does not advance), or None while the match is not over.
"""


class Seated(msgspec.Struct, frozen=True, gc=False):
    """A match with its seats filled as far as they are known.

    `slots` in seat order: an entrant, 0 where nobody will sit (a bye), None where that is not known yet.
    `is_needed` is None as long as the match before a reset, or an earlier match of the meeting, is not over.
    The first `line` places are given without playing when at most that many entrants are present. `order`
    lists the entrants by place, best first: None while the match is not over, empty when nobody was there or
    the match was not needed. Of several matches, one `decides` the meeting; its order, and that of the
    matches no longer needed, is that of the meeting.
    """

    slots: tuple[int | None, ...]
    is_needed: bool | None = True
    line: int = 1
    order: tuple[int, ...] | None = None
    decides: bool = True

    @property
    def is_settled(self) -> bool:
        """Whether it is known for every seat who sits there, or that nobody does."""
        return None not in self.slots

    @property
    def entrants(self) -> tuple[int, ...]:
        """The entrants known to be present, in seat order."""
        return tuple(filter(None, self.slots))

    @property
    def is_playable(self) -> bool:
        """Whether the match is to be played (or was played), and does not settle itself."""
        return self.is_needed is True and self.is_settled and len(self.entrants) > self.line


FinalTables = Sequence[Sequence[int]]
"""The final tables of the divisions of a season, best first; 0 for a place that waits for a lot, and no
tables while they are not final.
"""


def seated(rounds: Sequence[PlannedRound], order_of: OrderOf, tables: FinalTables = ()) -> dict[str, Seated]:
    """Return every match with its seats, by id, in the order of the rounds; a single pass.

    A match comes after the matches it names, and after earlier matches of its meeting. A match with at most
    max(1, advance) entrants settles itself: against a bye the entrant advances and a bye goes where the loser
    would go; two byes send byes both ways. A place that nobody took (double forfeit) is a bye further on.
    `order_of` is called for playable matches only. Raises KeyError for a slot that names a match which is not
    listed before it.
    """
    matches: dict[str, Seated] = {}
    for planned in rounds:
        for match in planned.matches:
            matches[match.id] = _seated(planned, match, matches, order_of, tables)
    return matches


def seats_after_change(
    changed: str,
    rounds: Sequence[PlannedRound],
    before: Mapping[str, Seated],
    order_of: OrderOf,
    tables: FinalTables = (),
) -> dict[str, Seated]:
    """Return the seats of a changed match, and of the later matches that change with it.

    `before` is what `seated` returned for all matches; what is not returned is unchanged.
    """
    matches, anew = dict(before), {changed: before[changed]}
    meetings: set[str] = set()
    for planned in rounds:
        for match in planned.matches:
            follows = match.meeting in meetings or any(slot.of in anew for slot in match.slots)
            if match.id == changed or follows:
                now = matches[match.id] = _seated(planned, match, matches, order_of, tables)
                if match.id == changed or now != before[match.id]:
                    anew[match.id] = now
                    meetings.add(match.meeting)
    return anew


def occupant(slot: Slot, matches: Mapping[str, Seated], tables: FinalTables = ()) -> int | None:
    """Return the occupant of a seat or a bye: an entrant, 0 for nobody, None while that is open."""
    if slot.division:
        return at_place(slot, tables)
    if not slot.of:
        return slot.entrant
    order = matches[slot.of].order
    if order is None:
        return None
    return order[slot.place - 1] if slot.place <= len(order) else 0


def at_place(slot: Slot, tables: FinalTables) -> int | None:
    """Return the entrant in the place of a final table that a slot names, None while that is open."""
    return (tables[slot.division - 1][slot.place - 1] or None) if tables else None


def _seated(
    planned: PlannedRound,
    match: PlannedMatch,
    matches: Mapping[str, Seated],
    order_of: OrderOf,
    tables: FinalTables,
) -> Seated:
    # Most seats name their entrant: a large competition has ten thousand of them.
    slots = tuple(
        [
            slot.entrant if not (slot.of or slot.division) else occupant(slot, matches, tables)
            for slot in match.slots
        ]
    )
    seated_match = Seated(slots, _is_needed(match, matches), max(1, planned.advance))
    return (
        _played(match, seated_match, order_of)
        if match.best_of == 1
        else _in_meeting(match, seated_match, matches, order_of)
    )


def _in_meeting(
    match: PlannedMatch, seated_match: Seated, matches: Mapping[str, Seated], order_of: OrderOf
) -> Seated:
    """Return a match of a meeting of several: it is needed while earlier matches are not decisive."""
    before = [matches[f"{match.meeting}.{number}"] for number in range(1, match.game)]
    if before and seated_match.is_needed:
        latest = before[-1]
        if latest.decides or latest.is_needed is False:
            return Seated(
                seated_match.slots, is_needed=False, line=seated_match.line, order=latest.order, decides=False
            )
        if latest.order is None:
            return Seated(seated_match.slots, is_needed=None, line=seated_match.line, decides=False)
    now = _played(match, seated_match, order_of)
    if now.order is None or not now.is_playable:  # a bye decides the meeting at once
        return msgspec.structs.replace(now, decides=now.order is not None)
    orders = [each.order or () for each in before] + [now.order]
    places = places_of(orders, match.best_of)
    order = now.order if places is None else places
    return msgspec.structs.replace(now, order=order, decides=places is not None)


def _played(match: PlannedMatch, seated_match: Seated, order_of: OrderOf) -> Seated:
    slots, is_needed, line = seated_match.slots, seated_match.is_needed, seated_match.line
    if None in slots or is_needed is None:
        return seated_match
    entrants = seated_match.entrants
    if is_needed and len(entrants) > line:  # is playable
        order = order_of(match.id, entrants)
        return seated_match if order is None else Seated(slots, is_needed, line, tuple(order))
    return Seated(slots, is_needed, line, entrants if is_needed else ())


def _is_needed(match: PlannedMatch, matches: Mapping[str, Seated]) -> bool | None:
    """Whether a match is needed: a reset is, if the entrant from the losers' side won the match before."""
    if match.needed != RESET:
        return True
    before = matches[match.slots[0].of]
    if before.order is None:
        return None
    return len(before.order) > 1 and before.order[0] == before.slots[1]
