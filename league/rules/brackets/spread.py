"""An order for the next stage in which those of one group, or of one club, meet as late as they can."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from itertools import combinations, pairwise
from typing import Final

from league.rules.history import Entrant

Clash = Callable[[int, int], int]
"""How bad it is that two who belong together stand at these positions (from 0) of an order; 0: not at all."""

Apart = tuple[Mapping[Entrant, Hashable], Clash]
"""Whom to keep apart: a label for each entrant (who has none, or an empty one, stands alone), and how."""

_WIDTH: Final = 2**32
"""More than any cost of one criterion, so that a later one never outweighs an earlier one."""


def spread(tiers: Sequence[Sequence[Entrant]], apart: Sequence[Apart]) -> list[Entrant]:
    """Return the order of the tiers, each reordered so that those who belong together meet late.

    The first tier keeps its order, and everybody stays in his tier. Tier by tier, places are given at the
    least cost against the tiers above (a matching of least weight): first by the first of `apart`, then by
    the next, at last near where they stood. Then two of a tier change places as long as the whole costs less.
    """
    order: list[Entrant] = []
    for tier in tiers:
        order += _assigned(tier, order, apart) if order else tier
    ends = [sum(map(len, tiers[:number])) for number in range(1, len(tiers) + 1)]
    pairs = [pair for start, end in pairwise(ends) for pair in combinations(range(start, end), 2)]
    while sum(_changed_places(order, one, other, apart) for one, other in pairs):
        pass
    return order


def in_bracket(slots: Sequence[int], rounds: int = 0) -> Clash:
    """Return the clash of two seeds of a bracket: 2 to the number of rounds after their earliest meeting.

    `slots` are its seeds from top to bottom (their number a power of two), neighbours meeting first. Only
    meetings in the first `rounds` count (0: all).
    """
    slot_of = {seed - 1: slot for slot, seed in enumerate(slots)}
    depth = (len(slots) - 1).bit_length()

    def clash(one: int, other: int) -> int:
        meeting = (slot_of[one] ^ slot_of[other]).bit_length()
        return 2 ** (depth - meeting) if meeting <= (rounds or depth) else 0

    return clash


def at_tables(count: int) -> Clash:
    """Return the clash of two who are dealt over so many tables (or groups) by a snake: 1 at the same one."""

    def clash(one: int, other: int) -> int:
        return int(_column(one, count) == _column(other, count))

    return clash


def _column(position: int, count: int) -> int:
    row, place = divmod(position, count)
    return place if row % 2 == 0 else count - 1 - place


def _assigned(tier: Sequence[Entrant], above: Sequence[Entrant], apart: Sequence[Apart]) -> list[Entrant]:
    """Return a tier in the order that costs least against those above."""
    import networkx as nx  # heavy: only who draws needs it

    size = len(tier)
    graph = nx.Graph()
    for stood, entrant in enumerate(tier):
        for place in range(size):
            cost = 0
            for criterion in apart:
                cost = cost * _WIDTH + _cost(entrant, len(above) + place, above, criterion)
            # Numbers as nodes, entrants first: nothing then depends on how Python hashes.
            graph.add_edge(stood, size + place, weight=-(cost * _WIDTH + (stood - place) ** 2))
    matching = nx.max_weight_matching(graph, maxcardinality=True)
    place_of = {min(pair): max(pair) - size for pair in matching}
    return [tier[stood] for stood in sorted(place_of, key=lambda stood: place_of[stood])]


def _changed_places(order: list[Entrant], one: int, other: int, apart: Sequence[Apart]) -> bool:
    """Let two change places if the whole costs less then, and say whether they did."""
    before = _costs(order, one, other, apart)
    order[one], order[other] = order[other], order[one]
    if _costs(order, one, other, apart) < before:
        return True
    order[one], order[other] = order[other], order[one]
    return False


def _costs(order: Sequence[Entrant], one: int, other: int, apart: Sequence[Apart]) -> list[int]:
    """Return by criterion what these two cost against everybody."""
    return [sum(_cost(order[each], each, order, criterion) for each in (one, other)) for criterion in apart]


def _cost(entrant: Entrant, position: int, others: Sequence[Entrant], apart: Apart) -> int:
    """Return what an entrant costs at this position, against others who stand from the first position on."""
    labels, clash = apart
    label = labels.get(entrant)
    if label in (None, ""):  # not 0, the number of the first group
        return 0
    mates = (stands for stands, one in enumerate(others) if one != entrant and labels.get(one) == label)
    return sum(clash(position, stands) for stands in mates)
