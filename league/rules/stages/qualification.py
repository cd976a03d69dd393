"""Qualification from one stage to the next: who advances, in which order, and who is out."""

from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from itertools import chain

import msgspec

from games.rules.base.language import _, listed
from games.rules.base.refusal import Refusal
from league.rules.played_rounds import Entrant


class Placed(msgspec.Struct, frozen=True):
    """An entrant's rank in a group (1, 2, 2, 4), and numbers to compare with other groups, larger first.

    Groups of unequal size are compared fairly by points per match.
    """

    entrant: Entrant
    rank: int
    strength: tuple[Fraction | int, ...] = ()


class Cut(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The number that advance from each group, and from the rest: the best of the next place, and so on."""

    per_group: int
    best_of_rest: int = 0


class Qualified(msgspec.Struct, frozen=True):
    """The entrants who advance, in tiers (all winners of groups, all seconds …), and those who are out."""

    tiers: list[list[Entrant]]
    out: list[Entrant]

    @property
    def order(self) -> list[Entrant]:
        """The entrants who advance, in the seed order of the next stage."""
        return list(chain.from_iterable(self.tiers))


def ties_at_cut_off(
    groups: Sequence[Sequence[Placed]], cut: Cut, *, lot: Sequence[Entrant] = ()
) -> list[list[Entrant]]:
    """Return the sets of entrants who are tied across the cut-off.

    Empty when the results, and a `lot` that names all of a set, decide who advances.
    """
    passing = {placed.entrant for tier in _passing(groups, cut, lot) for placed in tier}
    level_sets: list[list[Entrant]] = []
    for group in groups:
        settled = _settled(group, lot)
        level_sets.append(
            _level(settled, sum(placed.entrant in passing for placed in group), lambda placed: placed.rank)
        )
    for tier, count in _rest(groups, cut, lot):
        level_sets.append(_level(tier, count, lambda placed: placed.strength))
    return [level for level in level_sets if level and not set(level) <= set(lot)]


def qualified(groups: Sequence[Sequence[Placed]], cut: Cut, *, lot: Sequence[Entrant] = ()) -> Qualified:
    """Return the entrants who advance to the next stage, winners first.

    `groups` are the standings without entrants who have withdrawn; where a group has too few left, others of
    the rest advance instead. A Swiss or a season has a single group, of which the best advance. Raises
    Refusal (tie_at_the_line) as long as `ties_at_cut_off` is not empty.
    """
    level = ties_at_cut_off(groups, cut, lot=lot)
    if level:
        names = "; ".join(listed([*map(str, entrants)]) for entrants in level)
        raise Refusal(
            "tie_at_the_line", _("It is not decided yet which of {names} advances.").format(names=names)
        )
    return Qualified(
        [[placed.entrant for placed in tier] for tier in _passing(groups, cut, lot) if tier],
        [placed.entrant for tier, count in _rest(groups, cut, lot) for placed in tier[count:]],
    )


def _settled(group: Sequence[Placed], lot: Sequence[Entrant]) -> list[Placed]:
    return sorted(group, key=lambda placed: (placed.rank, _drawn(placed, lot)))


def _drawn(placed: Placed, lot: Sequence[Entrant]) -> int:
    return list(lot).index(placed.entrant) if placed.entrant in lot else len(lot)


def _tiers(groups: Sequence[Sequence[Placed]], lot: Sequence[Entrant]) -> list[list[Placed]]:
    """Return all winners of groups, all seconds …, best first within each tier."""
    settled = [_settled(group, lot) for group in groups]
    places = range(max(map(len, settled), default=0))
    tiers = [[group[place] for group in settled if len(group) > place] for place in places]
    return [
        sorted(tier, key=lambda placed: ([-n for n in placed.strength], _drawn(placed, lot)))
        for tier in tiers
    ]


def _passing(groups: Sequence[Sequence[Placed]], cut: Cut, lot: Sequence[Entrant]) -> list[list[Placed]]:
    best = (tier[:count] for tier, count in _rest(groups, cut, lot))
    return [*_tiers(groups, lot)[: cut.per_group], *best]


def _rest(
    groups: Sequence[Sequence[Placed]], cut: Cut, lot: Sequence[Entrant]
) -> list[tuple[list[Placed], int]]:
    """Return the tiers below the cut of the groups, with how many of each advance as the best of the rest."""
    tiers = _tiers(groups, lot)
    left = cut.per_group * len(groups) + cut.best_of_rest - sum(map(len, tiers[: cut.per_group]))
    rest = []
    for tier in tiers[cut.per_group :]:
        rest.append((tier, min(left, len(tier))))
        left -= rest[-1][1]
    return rest


def _level(ranked: Sequence[Placed], count: int, key: Callable[[Placed], Hashable]) -> list[Entrant]:
    """Return the entrants with the same key on both sides of the cut after the first `count`."""
    if not 0 < count < len(ranked) or key(ranked[count - 1]) != key(ranked[count]):
        return []
    return [placed.entrant for placed in ranked if key(placed) == key(ranked[count])]
