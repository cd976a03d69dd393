"""Final places in a knock-out: by the round in which an entrant went out, and by the place in that match."""

from collections.abc import Callable, Mapping, Sequence
from itertools import chain

from league.rules.brackets.plan import PlannedRound
from league.rules.brackets.progress import Seated

Exits = dict[int, dict[int, list[int]]]
"""The eliminated entrants, by tier (0 is best) and place in the last match."""

ReportedPlaces = Callable[[str, tuple[int, ...]], Mapping[int, int]]
"""Takes a match id and the entrants present; returns the reported place of each, tied entrants the same."""


def untied(_match: str, _present: tuple[int, ...]) -> Mapping[int, int]:
    """Report nothing that is shared: the order of a match says all."""
    return {}


def place_at(match: Seated, entrant: int, reported: Mapping[int, int]) -> int:
    """Return the place of an entrant at a table that is over, as the final places count it.

    The order of a match has no ties, because each of its places is a seat in a later match. Entrants below
    those who advance take no such seat, so those with the same reported place share the best of theirs. An
    entrant without a place in the order shares the last place.
    """
    order = match.order or ()
    if entrant not in order:
        return len(match.slots)
    position = order.index(entrant)
    while position > match.line and _are_tied(reported, order[position - 1], entrant):
        position -= 1
    return position + 1


def _are_tied(reported: Mapping[int, int], first: int, other: int) -> bool:
    return first in reported and reported[first] == reported.get(other)


def placings(
    tiers: Sequence[Sequence[PlannedRound]], matches: Mapping[str, Seated], reported: ReportedPlaces
) -> dict[int, int]:
    """Return the final places that are certain, as competition ranks (1, 2, 3, 3, 5 …).

    `tiers` group the rounds that count, best first: an entrant who went out in a better tier is placed
    higher, and within a tier by the place at the table (see `place_at`). A place is certain once every match
    of its tier is over and so is every better tier, or every worse tier.
    """
    exits, entrants = _exits(tiers, matches, reported)
    is_over = [
        all(matches[match.id].order is not None for planned in tier for match in planned.matches)
        for tier in tiers
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


def _exits(
    tiers: Sequence[Sequence[PlannedRound]], matches: Mapping[str, Seated], reported: ReportedPlaces
) -> tuple[Exits, int]:
    """Return the exits by each entrant's last match, and how many entrants there are."""
    tier_of = {match.id: n for n, tier in enumerate(tiers) for planned in tier for match in planned.matches}
    last: dict[int, str] = {}
    for name, match in matches.items():
        if match.is_needed and name in tier_of:
            last |= dict.fromkeys(match.entrants, name)
    exits: Exits = {}
    for entrant, name in last.items():
        match = matches[name]
        if match.order is not None:
            place = place_at(match, entrant, reported(name, match.entrants))
            exits.setdefault(tier_of[name], {}).setdefault(place, []).append(entrant)
    return exits, len(last)
