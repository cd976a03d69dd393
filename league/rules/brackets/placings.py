"""Final places in a knock-out: by the round in which somebody went out, and by the place in that match."""

from collections.abc import Mapping, Sequence
from itertools import chain

from league.rules.brackets.plan import PlannedRound
from league.rules.brackets.progress import Seated

Exits = dict[int, dict[int, list[int]]]
"""Those who went out, by tier (0 is best) and place there."""


def placings(tiers: Sequence[Sequence[PlannedRound]], found: Mapping[str, Seated]) -> dict[int, int]:
    """Return the final places that are certain, as competition ranks (1, 2, 3, 3, 5 …).

    `tiers` group the rounds that count, best first: who went out in a better tier is placed higher, within a
    tier the better place at the table is; who took no place there (absent) shares the last. A place is
    certain once every match of its tier is over and so is every better tier, or every worse one.
    """
    exits, entrants = _exits(tiers, found)
    is_over = [
        all(found[match.id].order is not None for one in tier for match in one.matches) for tier in tiers
    ]
    from_top = is_over.index(False) if False in is_over else len(tiers)
    from_bottom = len(tiers) - (is_over[::-1].index(False) if False in is_over else 0)
    out = [sum(map(len, exits.get(tier, {}).values())) for tier in range(len(tiers))]
    places: dict[int, int] = {}
    for tier in chain(range(from_top), range(max(from_top, from_bottom), len(tiers))):
        place = 1 + (sum(out[:tier]) if tier < from_top else entrants - sum(out[tier:]))
        for _, level in sorted(exits.get(tier, {}).items()):
            places |= dict.fromkeys(level, place)
            place += len(level)
    return places


def _exits(tiers: Sequence[Sequence[PlannedRound]], found: Mapping[str, Seated]) -> tuple[Exits, int]:
    """Return who is out and where, and how many entrants there are: everybody's last match tells."""
    tier_of = {match.id: n for n, tier in enumerate(tiers) for one in tier for match in one.matches}
    last: dict[int, str] = {}
    for name, one in found.items():
        if one.is_needed and name in tier_of:
            last |= dict.fromkeys(one.entrants, name)
    exits: Exits = {}
    for entrant, name in last.items():
        one = found[name]
        if one.order is not None:
            place = one.order.index(entrant) + 1 if entrant in one.order else len(one.slots)
            exits.setdefault(tier_of[name], {}).setdefault(place, []).append(entrant)
    return exits, len(last)
