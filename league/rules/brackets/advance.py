"""Who of a table advances: A101 of rules.md, then fewer points in the last deal, then a recorded lot."""

from collections.abc import Collection, Sequence

import msgspec

BY_PLACE = "place"
BY_LAST_DEAL = "last_deal"
BY_LOT = "lot"


class Finish(msgspec.Struct, frozen=True, gc=False):
    """How one entrant ended a match. `last_deal` are the points this seat added in the last deal.

    `points_in_hand` are those of the cards held when deals ended, all deals together.
    """

    entrant: int
    place: int
    total: int = 0
    last_deal: int = 0
    deal_wins: int = 0
    points_in_hand: int = 0


class Decision(msgspec.Struct, frozen=True):
    """The order of a table, best first, and what settled the last of those who advance.

    `level` are those between whom only a lot can decide, because the line runs through them.
    """

    order: list[int]
    decided_by: str
    level: list[int] = []


def advancing(finishes: Sequence[Finish], count: int, *, passed_over: Collection[int] = ()) -> Decision:
    """Put a table in the order in which its `count` best advance.

    The places already put survivors before those out, later eliminations before earlier and lower
    totals before higher (A101); so a deal that leaves too few survivors is filled up with the best
    of those it eliminated. Entrants in `passed_over` have withdrawn and never advance.
    """
    ranked = sorted((one for one in finishes if one.entrant not in passed_over), key=_key)
    order = [one.entrant for one in ranked]
    if len(ranked) <= count:
        return Decision(order, BY_PLACE)
    last, next_one = ranked[count - 1], ranked[count]
    if last.place != next_one.place:
        return Decision(order, BY_PLACE)
    if last.last_deal != next_one.last_deal:
        return Decision(order, BY_LAST_DEAL)
    return Decision(order, BY_LOT, [one.entrant for one in ranked if _key(one) == _key(last)])


def _key(finish: Finish) -> tuple[int, int]:
    return finish.place, finish.last_deal
