"""The type of an award, and the holders of an award among the players who qualify."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import msgspec

from games.rules.base.language import _
from league.rules.awards.season import Season

Figure = tuple[int, ...]
"""The measure of an award: first the number that counts, then numbers that break ties or are shown too."""


class Moment(NamedTuple):
    """A position in the replay: the table and its step, from 1."""

    table: int
    step: int


class Feat(NamedTuple):
    """An achievement of a player, by player id, with the moment in the replay if there is a log."""

    who: int
    figure: Figure
    moment: Moment | None = None


class Holder(msgspec.Struct, frozen=True):
    """The holder of an award, and the moments at which it was earned; none where only results show it."""

    who: int
    moments: list[Moment]


class Prize(msgspec.Struct, frozen=True):
    """An award that was earned; several holders share it."""

    code: str
    figure: Figure
    holders: list[Holder]


@dataclass(frozen=True)
class Award:
    """An award. `find` yields feats; the best of each player counts, or with `adds_up` their sum.

    The figure with the smallest `key` is the best. `words` formats a figure. `called` and `explained` are in
    English.
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
        """The name in the reader's language."""
        return _(self.called)

    @property
    def explanation(self) -> str:
        """The explanation in the reader's language."""
        return _(self.explained)


def most(figure: Figure) -> Figure:
    """Rank the highest first."""
    return tuple(-number for number in figure)


def fewest(figure: Figure) -> Figure:
    """Rank the lowest first."""
    return figure


def prize(award: Award, season: Season, same: Mapping[int, int]) -> Prize | None:
    """Return an award with its holders; None if nobody has earned it, or more than half of the players."""
    feats = [feat._replace(who=same.get(feat.who, feat.who)) for feat in award.find(season)]
    best: dict[int, tuple[Figure, list[Moment]]] = {}
    for feat in feats:
        best[feat.who] = _joined(award, best.get(feat.who), feat)
    if not best:
        return None
    figure = min((figure for figure, _moments in best.values()), key=award.key)
    holders = [
        Holder(player, moments)
        for player, (own, moments) in sorted(best.items())
        if award.key(own) == award.key(figure)
    ]
    everybody = {same.get(player, player) for match in season.matches for player in match.players}
    if 2 * len(holders) > len(everybody):
        return None
    return Prize(award.code, figure, holders)


def _joined(
    award: Award, before: tuple[Figure, list[Moment]] | None, feat: Feat
) -> tuple[Figure, list[Moment]]:
    """Return a player's best or total figure of an award, with the moments, after another feat."""
    moments = [feat.moment] if feat.moment else []
    if before is None:
        return feat.figure, moments
    figure, known = before
    if award.adds_up:
        return tuple(a + b for a, b in zip(figure, feat.figure, strict=True)), known + moments
    if award.key(feat.figure) == award.key(figure):
        return figure, known + moments
    return (feat.figure, moments) if award.key(feat.figure) < award.key(figure) else before
