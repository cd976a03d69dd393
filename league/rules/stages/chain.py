"""From one stage to the next: who goes on, in which order, and who is out."""

from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from itertools import chain

import msgspec

from games.rules.base.language import _
from games.rules.base.refusal import Refusal
from league.rules.history import Entrant


class Placed(msgspec.Struct, frozen=True):
    """An entrant's rank in his group (1, 2, 2, 4), and numbers to compare with other groups, larger first.

    Groups of unequal size are compared fairly by points for each match.
    """

    entrant: Entrant
    rank: int
    strength: tuple[Fraction | int, ...] = ()


class Cut(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """So many of each group go on, and so many of the rest: the best of the next place, then of the next."""

    per_group: int
    best_of_rest: int = 0


class Qualified(msgspec.Struct, frozen=True):
    """Who goes on, in tiers: all first of their groups, all second …, each by strength; and who is out."""

    tiers: list[list[Entrant]]
    out: list[Entrant]

    @property
    def order(self) -> list[Entrant]:
        """Those who go on, as the next stage seeds them."""
        return list(chain.from_iterable(self.tiers))


def level_at_the_line(
    groups: Sequence[Sequence[Placed]], cut: Cut, *, lot: Sequence[Entrant] = ()
) -> list[list[Entrant]]:
    """Return those who are level across the line between going on and being out, each set by itself.

    Empty when the results, and a `lot` that names all of a set, say who goes on.
    """
    passing = {one.entrant for tier in _passing(groups, cut, lot) for one in tier}
    found: list[list[Entrant]] = []
    for group in groups:
        settled = _settled(group, lot)
        found.append(_level(settled, sum(one.entrant in passing for one in group), lambda one: one.rank))
    for tier, count in _rest(groups, cut, lot):
        found.append(_level(tier, count, lambda one: one.strength))
    return [level for level in found if level and not set(level) <= set(lot)]


def qualified(groups: Sequence[Sequence[Placed]], cut: Cut, *, lot: Sequence[Entrant] = ()) -> Qualified:
    """Return who goes on to the next stage, winners first.

    `groups` are their standings without those who have withdrawn; where a group has too few left, others of
    the rest go on instead. One group is the plain case: the first so many of a Swiss or of a season. Raises
    Refusal (tie_at_the_line) as long as `level_at_the_line` returns anybody.
    """
    level = level_at_the_line(groups, cut, lot=lot)
    if level:
        names = "; ".join(", ".join(map(str, one)) for one in level)
        raise Refusal(
            "tie_at_the_line", _("Who goes on is not decided yet between {names}.").format(names=names)
        )
    return Qualified(
        [[one.entrant for one in tier] for tier in _passing(groups, cut, lot) if tier],
        [one.entrant for tier, count in _rest(groups, cut, lot) for one in tier[count:]],
    )


def _settled(group: Sequence[Placed], lot: Sequence[Entrant]) -> list[Placed]:
    return sorted(group, key=lambda one: (one.rank, _drawn(one, lot)))


def _drawn(one: Placed, lot: Sequence[Entrant]) -> int:
    return list(lot).index(one.entrant) if one.entrant in lot else len(lot)


def _tiers(groups: Sequence[Sequence[Placed]], lot: Sequence[Entrant]) -> list[list[Placed]]:
    """Return all first of their groups, all second …, each best first."""
    settled = [_settled(group, lot) for group in groups]
    places = range(max(map(len, settled), default=0))
    tiers = [[group[place] for group in settled if len(group) > place] for place in places]
    return [sorted(tier, key=lambda one: ([-n for n in one.strength], _drawn(one, lot))) for tier in tiers]


def _passing(groups: Sequence[Sequence[Placed]], cut: Cut, lot: Sequence[Entrant]) -> list[list[Placed]]:
    best = (tier[:count] for tier, count in _rest(groups, cut, lot))
    return [*_tiers(groups, lot)[: cut.per_group], *best]


def _rest(
    groups: Sequence[Sequence[Placed]], cut: Cut, lot: Sequence[Entrant]
) -> list[tuple[list[Placed], int]]:
    """Return the tiers below the line of the groups, with how many of each go on as the best of the rest."""
    tiers = _tiers(groups, lot)
    left = cut.per_group * len(groups) + cut.best_of_rest - sum(map(len, tiers[: cut.per_group]))
    rest = []
    for tier in tiers[cut.per_group :]:
        rest.append((tier, min(left, len(tier))))
        left -= rest[-1][1]
    return rest


def _level(ranked: Sequence[Placed], count: int, key: Callable[[Placed], Hashable]) -> list[Entrant]:
    """Return those with the same key on both sides of the line behind the first `count`."""
    if not 0 < count < len(ranked) or key(ranked[count - 1]) != key(ranked[count]):
        return []
    return [one.entrant for one in ranked if key(one) == key(ranked[count])]
