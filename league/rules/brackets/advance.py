"""The entrants who advance: A101 of rules.md, then fewer points in the last deal, then a recorded lot."""

from collections.abc import Collection, Sequence

import msgspec

BY_PLACE = "place"
BY_LAST_DEAL = "last_deal"
BY_LOT = "lot"


class Finish(msgspec.Struct, frozen=True, gc=False):
    """The finish of a match for an entrant. `last_deal` has the points added in the last deal.

    `points_in_hand` adds up the points of the cards held at the ends of all deals.
    """

    entrant: int
    place: int
    total: int = 0
    last_deal: int = 0
    deal_wins: int = 0
    points_in_hand: int = 0


class Decision(msgspec.Struct, frozen=True):
    """The order of a table, best first, and what decided the last place that advances.

    `level` are the entrants tied at the cut-off, between whom only a lot can decide.
    """

    order: list[int]
    decided_by: str
    level: list[int] = []


def advancing(finishes: Sequence[Finish], count: int, *, passed_over: Collection[int] = ()) -> Decision:
    """Put a table in the order in which its `count` best advance.

    The places already put survivors before eliminated entrants, later eliminations before earlier ones and
    lower totals before higher ones (A101); so after a deal that leaves too few survivors, the best of those
    it eliminated advance too. Entrants in `passed_over` have withdrawn and never advance.
    """
    ranked = sorted((finish for finish in finishes if finish.entrant not in passed_over), key=_key)
    order = [finish.entrant for finish in ranked]
    if len(ranked) <= count:
        return Decision(order, BY_PLACE)
    last, next_one = ranked[count - 1], ranked[count]
    if last.place != next_one.place:
        return Decision(order, BY_PLACE)
    if last.last_deal != next_one.last_deal:
        return Decision(order, BY_LAST_DEAL)
    return Decision(order, BY_LOT, [finish.entrant for finish in ranked if _key(finish) == _key(last)])


def _key(finish: Finish) -> tuple[int, int]:
    return finish.place, finish.last_deal
