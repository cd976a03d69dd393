"""Who of a table advances: A101 of rules.md, then fewer points in the last deal, then a recorded lot."""

from collections.abc import Collection, Sequence

import msgspec

from games.rules.chance import Chance

BY_PLACE = "place"
BY_LAST_DEAL = "last_deal"
BY_LOT = "lot"


class Finish(msgspec.Struct, frozen=True, gc=False):
    """How one entrant ended a match. `last_deal` are the points this seat added in the last deal."""

    entrant: int
    place: int
    total: int
    last_deal: int = 0
    deal_wins: int = 0


class Decision(msgspec.Struct, frozen=True):
    """Those who advance, best first; what settled the last of them; the lot's order, if one was drawn."""

    entrants: list[int]
    decided_by: str
    lot: list[int] = []


def advancing(
    finishes: Sequence[Finish], count: int, chance: Chance, *, passed_over: Collection[int] = ()
) -> Decision:
    """Choose the `count` best of a table.

    The places already put survivors before those out, later eliminations before earlier and lower
    totals before higher (A101); so a deal that leaves too few survivors is filled up with the best
    of those it eliminated. Entrants in `passed_over` have withdrawn and never advance.
    """
    ranked = sorted((one for one in finishes if one.entrant not in passed_over), key=_key)
    if len(ranked) <= count:
        return Decision([one.entrant for one in ranked], BY_PLACE)
    last, next_one = ranked[count - 1], ranked[count]
    if last.place != next_one.place:
        return Decision(_numbers(ranked[:count]), BY_PLACE)
    if last.last_deal != next_one.last_deal:
        return Decision(_numbers(ranked[:count]), BY_LAST_DEAL)
    safe = [one for one in ranked if _key(one) < _key(last)]
    lot = chance.shuffled([one.entrant for one in ranked if _key(one) == _key(last)])
    return Decision((_numbers(safe) + lot)[:count], BY_LOT, lot)


def _key(finish: Finish) -> tuple[int, int]:
    return finish.place, finish.last_deal


def _numbers(finishes: Sequence[Finish]) -> list[int]:
    return [one.entrant for one in finishes]
