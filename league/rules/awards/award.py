"""What an award is, and who of those who did something worth it holds it."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import msgspec

from games.rules.base.language import _
from league.rules.awards.season import Season

Figure = tuple[int, ...]
"""What an award is measured by: first what counts, behind it what tells equals apart or is said as well."""


class Moment(NamedTuple):
    """Where in the replay something can be seen: the table and its step, from 1."""

    table: int
    step: int


class Feat(NamedTuple):
    """Something that a player did, by player id, with the moment at which it can be seen if there is one."""

    who: int
    figure: Figure
    moment: Moment | None = None


class Holder(msgspec.Struct, frozen=True):
    """Who holds an award, and when it was earned: nothing to be seen where only results say so."""

    who: int
    moments: list[Moment]


class Prize(msgspec.Struct, frozen=True):
    """An award that was earned; several holders share it."""

    code: str
    figure: Figure
    holders: list[Holder]


@dataclass(frozen=True)
class Award:
    """An award. `find` yields what players did; of each the best counts, or with `adds_up` all together.

    The smallest `key` of a figure is the best. `words` say a figure. `called` and `explained` are
    in English.
    """

    code: str
    called: str
    explained: str
    find: Callable[[Season], Iterable[Feat]]
    words: Callable[[Figure], str]
    key: Callable[[Figure], Any]
    adds_up: bool = False

    @property
    def name(self) -> str:
        """What it is called in the language of whoever reads."""
        return _(self.called)

    @property
    def explanation(self) -> str:
        """What it is given for, in the language of whoever reads."""
        return _(self.explained)


def most(figure: Figure) -> Figure:
    """Rank the highest first."""
    return tuple(-number for number in figure)


def fewest(figure: Figure) -> Figure:
    """Rank the lowest first."""
    return figure


def prize(award: Award, season: Season, same: Mapping[int, int]) -> Prize | None:
    """Return who holds an award; None if nobody has earned it, or so many have that it sets nobody apart."""
    feats = [one._replace(who=same.get(one.who, one.who)) for one in award.find(season)]
    best: dict[int, tuple[Figure, list[Moment]]] = {}
    for one in feats:
        best[one.who] = _joined(award, best.get(one.who), one)
    if not best:
        return None
    figure = min((figure for figure, _moments in best.values()), key=award.key)
    holders = [
        Holder(who, moments)
        for who, (own, moments) in sorted(best.items())
        if award.key(own) == award.key(figure)
    ]
    everybody = {same.get(who, who) for match in season.matches for who in match.players}
    if 2 * len(holders) > len(everybody):
        return None
    return Prize(award.code, figure, holders)


def _joined(
    award: Award, before: tuple[Figure, list[Moment]] | None, feat: Feat
) -> tuple[Figure, list[Moment]]:
    """Return what a player has of an award with one feat more."""
    moments = [feat.moment] if feat.moment else []
    if before is None:
        return feat.figure, moments
    figure, known = before
    if award.adds_up:
        return tuple(a + b for a, b in zip(figure, feat.figure, strict=True)), known + moments
    if award.key(feat.figure) == award.key(figure):
        return figure, known + moments
    return (feat.figure, moments) if award.key(feat.figure) < award.key(figure) else before
