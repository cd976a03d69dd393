"""The page “Insight” of a player: who sees it, and its figures in words."""

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.analysis import kinds
from games.localization import numbers
from games.models import Player
from games.replay.match_analysis.result_parts import rounded, signed
from league.profiles.insight import NEEDED, Insight, Losses
from league.profiles.trend_graph import TrendGraph

KIND_NAMES: Final = {
    kinds.COLOUR: gettext_noop("Naming a colour"),
    kinds.CHALLENGE: gettext_noop("Challenging or not"),
    kinds.CALL: gettext_noop("Playing without calling UNO"),
    kinds.CATCH: gettext_noop("Catching or not"),
    kinds.WILD: gettext_noop("Playing a black card or holding it"),
    kinds.OTHER: gettext_noop("All other choices"),
}


@dataclass(frozen=True)
class Shares:
    """Where the result of an average match came from, in percent: from `start` on they add up to `result`."""

    start: str
    dealt: str
    drawn: str
    own: str
    others: str
    away: str
    result: str
    adjusted: str
    low: str
    high: str
    matches: int


@dataclass(frozen=True)
class LossesRow:
    """What decisions of a kind cost."""

    name: str
    losses: Losses


class InsightPage:
    """The page for the template."""

    needed = NEEDED

    def __init__(self, insight: Insight) -> None:
        self._insight = insight
        self.matches, self.decisions = insight.matches, insight.decisions
        self.is_ready, self.total = insight.is_ready, insight.total

    @property
    def rows(self) -> list[LossesRow]:
        """The kinds of decisions, the dearest first."""
        return [LossesRow(_(KIND_NAMES[losses.kind]), losses) for losses in self._insight.kinds]

    @property
    def shares(self) -> Shares | None:
        """What the cards gave."""
        luck = self._insight.luck
        if luck is None:
            return None
        start, result = round(100 * luck.start), round(100 * luck.result)
        exact = [100 * part for part in (luck.dealt, luck.drawn, luck.own, luck.others, luck.away)]
        dealt, drawn, own, others, away = (signed(part) for part in rounded(exact, result - start))
        return Shares(
            start=numbers.percent(start / 100),
            dealt=dealt,
            drawn=drawn,
            own=own,
            others=others,
            away=away if luck.away else "",
            result=numbers.percent(result / 100),
            adjusted=numbers.percent(luck.adjusted.value),
            low=numbers.percent(luck.adjusted.low),
            high=numbers.percent(luck.adjusted.high),
            matches=luck.matches,
        )

    @cached_property
    def trend(self) -> TrendGraph | None:
        """The costs over time."""
        stretches = self._insight.stretches
        return TrendGraph(stretches) if stretches else None


def is_own(request: HttpRequest, player: Player) -> bool:
    """Whether the visitor is this player."""
    return request.user.is_authenticated and player.user_id == request.user.pk


def is_seen(request: HttpRequest, player: Player) -> bool:
    """Whether the visitor sees the page of this player: their own, or one that is shown to everyone."""
    return player.shows_insight or is_own(request, player)
