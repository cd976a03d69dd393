"""Who sits where in a draw that names its later rounds already, as far as the results so far tell."""

from collections.abc import Callable, Mapping, Sequence

import msgspec

from league.rules.brackets.plan import RESET, PlannedMatch, PlannedRound, Slot
from league.rules.brackets.series import places_of

OrderOf = Callable[[str, tuple[int, ...]], Sequence[int] | None]
"""Takes a match id and the entrants present; gives those who take its places, best first (who is in no
place goes nowhere), or None while it is not over."""


class Seated(msgspec.Struct, frozen=True, gc=False):
    """A match with its seats filled as far as they are known.

    `slots` in seat order: an entrant, 0 where nobody will sit (a bye), None where that is not known yet.
    `is_needed` is None as long as the match before a reset is not over, or one before it in its meeting. The
    first `line` places are given without playing when no more than so many are present. `order` lists who
    took the places, best first: None while the match is not over, empty when nobody was there or the match
    was not needed. Of several matches one `decides` the meeting; its order, and that of the matches which are
    not needed any more, is that of the meeting.
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
        """Those known to be present, in seat order."""
        return tuple(slot for slot in self.slots if slot)

    @property
    def is_playable(self) -> bool:
        """Whether this is a match to be played (or played already), and not one that settles itself."""
        return self.is_needed is True and self.is_settled and len(self.entrants) > self.line


FinalTables = Sequence[Sequence[int]]
"""The final tables of the divisions of a season, best first; 0 for a place that waits for a lot, and no
tables while they are not final."""


def seated(rounds: Sequence[PlannedRound], order_of: OrderOf, tables: FinalTables = ()) -> dict[str, Seated]:
    """Return who sits where in every match, by id, in the order of the rounds; one pass.

    A match stands behind those it names, and behind those before it in its meeting. A match with no more
    present than max(1, advance) settles itself: a bye against X lets X through and sends a bye where the
    loser would go, two byes send byes both ways. A place that nobody took (double forfeit) is a bye further
    on. `order_of` is asked for playable matches only. Raises KeyError for a slot that names a match which is
    not listed before it.
    """
    found: dict[str, Seated] = {}
    for planned in rounds:
        for match in planned.matches:
            found[match.id] = _seated(planned, match, found, order_of, tables)
    return found


def seated_again(
    changed: str,
    rounds: Sequence[PlannedRound],
    before: Mapping[str, Seated],
    order_of: OrderOf,
    tables: FinalTables = (),
) -> dict[str, Seated]:
    """Return who sits where now in a match that has changed, and in those behind it of which this is true.

    `before` is what `seated` has said of all; what is not returned is still so.
    """
    found, anew = dict(before), {changed: before[changed]}
    meetings: set[str] = set()
    for planned in rounds:
        for match in planned.matches:
            follows = match.meeting in meetings or any(slot.of in anew for slot in match.slots)
            if match.id == changed or follows:
                now = found[match.id] = _seated(planned, match, found, order_of, tables)
                if match.id == changed or now != before[match.id]:
                    anew[match.id] = now
                    meetings.add(match.meeting)
    return anew


def sits_in(slot: Slot, found: Mapping[str, Seated], tables: FinalTables = ()) -> int | None:
    """Return who has a seat or a bye: an entrant, 0 for nobody, None while that is open."""
    if slot.division:
        return at_place(slot, tables)
    if not slot.of:
        return slot.entrant
    order = found[slot.of].order
    if order is None:
        return None
    return order[slot.place - 1] if slot.place <= len(order) else 0


def at_place(slot: Slot, tables: FinalTables) -> int | None:
    """Return who has the place of a final table that a slot names, None while that is open."""
    return (tables[slot.division - 1][slot.place - 1] or None) if tables else None


def _seated(
    planned: PlannedRound,
    match: PlannedMatch,
    found: Mapping[str, Seated],
    order_of: OrderOf,
    tables: FinalTables,
) -> Seated:
    slots = tuple(sits_in(slot, found, tables) for slot in match.slots)
    one = Seated(slots, _is_needed(match, found), max(1, planned.advance))
    return _played(match, one, order_of) if match.best_of == 1 else _in_meeting(match, one, found, order_of)


def _in_meeting(match: PlannedMatch, one: Seated, found: Mapping[str, Seated], order_of: OrderOf) -> Seated:
    """Return one of several matches of a meeting: it is needed while those before it decide nothing."""
    before = [found[f"{match.meeting}.{number}"] for number in range(1, match.game)]
    if before and one.is_needed:
        latest = before[-1]
        if latest.decides or latest.is_needed is False:
            return Seated(one.slots, is_needed=False, line=one.line, order=latest.order, decides=False)
        if latest.order is None:
            return Seated(one.slots, is_needed=None, line=one.line, decides=False)
    now = _played(match, one, order_of)
    if now.order is None or not now.is_playable:  # a bye decides the meeting at once
        return msgspec.structs.replace(now, decides=now.order is not None)
    orders = [each.order or () for each in before] + [now.order]
    places = places_of(orders, match.best_of)
    order = now.order if places is None else places
    return msgspec.structs.replace(now, order=order, decides=places is not None)


def _played(match: PlannedMatch, one: Seated, order_of: OrderOf) -> Seated:
    if not one.is_settled or one.is_needed is None:
        return one
    if one.is_playable:
        order = order_of(match.id, one.entrants)
        return one if order is None else Seated(one.slots, one.is_needed, one.line, tuple(order))
    return Seated(one.slots, one.is_needed, one.line, one.entrants if one.is_needed else ())


def _is_needed(match: PlannedMatch, found: Mapping[str, Seated]) -> bool | None:
    """Say whether a match is needed: a reset is, if whoever came from the losers' side beat somebody."""
    if match.needed != RESET:
        return True
    before = found[match.slots[0].of]
    if before.order is None:
        return None
    return len(before.order) > 1 and before.order[0] == before.slots[1]
