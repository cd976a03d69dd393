"""An order for the next stage in which entrants of the same group, or club, meet as late as possible."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from itertools import combinations, pairwise
from typing import Final

from league.rules.played_rounds import Entrant

Clash = Callable[[int, int], int]
"""The cost of two mates at these positions (from 0) of an order; 0 for none."""

Apart = tuple[Mapping[Entrant, Hashable], Clash]
"""Entrants to keep apart, and the clash of positions.

Each has a label, or several in a frozenset, with any of which another is a mate; missing or empty: no mates.
"""

_WIDTH: Final = 2**32
"""More than any cost of a criterion, so that a later criterion never outweighs an earlier one."""


def spread(tiers: Sequence[Sequence[Entrant]], apart: Sequence[Apart]) -> list[Entrant]:
    """Return the order of the tiers, each reordered so that mates meet late.

    The first tier keeps its order, and everybody stays in their tier. Tier by tier, places are assigned at
    the least cost against the tiers above (a matching of least weight): first by the first criterion of
    `apart`, then by the next, finally by the distance to the original place. Then two of a tier swap places
    as long as the total cost falls.
    """
    order: list[Entrant] = []
    for tier in tiers:
        order += _assigned(tier, order, apart) if order else tier
    ends = [sum(map(len, tiers[:number])) for number in range(1, len(tiers) + 1)]
    pairs = [pair for start, end in pairwise(ends) for pair in combinations(range(start, end), 2)]
    while sum(_changed_places(order, here, other, apart) for here, other in pairs):
        pass
    return order


def in_bracket(slots: Sequence[int], rounds: int = 0) -> Clash:
    """Return the clash of two seeds of a bracket: 2 to the number of rounds after their earliest meeting.

    `slots` are its seeds from top to bottom (their number a power of two), neighbours meeting first. Only
    meetings in the first `rounds` count (0: all).
    """
    slot_of = {seed - 1: slot for slot, seed in enumerate(slots)}
    depth = (len(slots) - 1).bit_length()

    def clash(first: int, other: int) -> int:
        meeting = (slot_of[first] ^ slot_of[other]).bit_length()
        return 2 ** (depth - meeting) if meeting <= (rounds or depth) else 0

    return clash


def at_tables(count: int) -> Clash:
    """Return the clash of two positions dealt over tables (or groups) by a snake: 1 at the same table."""

    def clash(first: int, other: int) -> int:
        return int(_column(first, count) == _column(other, count))

    return clash


def _column(position: int, count: int) -> int:
    row, place = divmod(position, count)
    return place if row % 2 == 0 else count - 1 - place


def _assigned(tier: Sequence[Entrant], above: Sequence[Entrant], apart: Sequence[Apart]) -> list[Entrant]:
    """Return a tier in the order that costs least against the entrants above."""
    import networkx as nx  # heavy: only drawing needs it

    size = len(tier)
    graph = nx.Graph()
    for stood, entrant in enumerate(tier):
        for place in range(size):
            cost = 0
            for criterion in apart:
                cost = cost * _WIDTH + _cost(entrant, len(above) + place, above, criterion)
            # Numbers as nodes, entrants first: so nothing depends on how Python hashes.
            graph.add_edge(stood, size + place, weight=-(cost * _WIDTH + (stood - place) ** 2))
    matching = nx.max_weight_matching(graph, maxcardinality=True)
    place_of = {min(pair): max(pair) - size for pair in matching}
    return [tier[stood] for stood in sorted(place_of, key=lambda stood: place_of[stood])]


def _changed_places(order: list[Entrant], first: int, other: int, apart: Sequence[Apart]) -> bool:
    """Swap two places if that lowers the total cost, and say whether they were swapped."""
    before = _costs(order, first, other, apart)
    order[first], order[other] = order[other], order[first]
    if _costs(order, first, other, apart) < before:
        return True
    order[first], order[other] = order[other], order[first]
    return False


def _costs(order: Sequence[Entrant], first: int, other: int, apart: Sequence[Apart]) -> list[int]:
    """Return by criterion the cost of two positions against all others."""
    return [sum(_cost(order[each], each, order, criterion) for each in (first, other)) for criterion in apart]


def _cost(entrant: Entrant, position: int, others: Sequence[Entrant], apart: Apart) -> int:
    """Return the cost of an entrant at this position, against others who stand from the first position on."""
    labels, clash = apart
    label = labels.get(entrant)
    if label in (None, "", frozenset()):  # not 0, the number of the first group
        return 0
    mates = (
        stands
        for stands, other in enumerate(others)
        if other != entrant and _are_mates(labels.get(other), label)
    )
    return sum(clash(position, stands) for stands in mates)


def _are_mates(first: Hashable, other: Hashable) -> bool:
    if isinstance(first, frozenset) and isinstance(other, frozenset):
        return not first.isdisjoint(other)
    return first == other
