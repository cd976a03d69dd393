"""The page “Insight” of a player: who sees it, and its figures in words."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from operator import attrgetter
from typing import Final

from django.http import HttpRequest
from django.utils.formats import localize
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.analysis import kinds
from games.analysis.findings import WHOLE
from games.localization import numbers
from games.localization.lists import listed
from games.models import Player, Seat
from games.replay.links import ReplayChoice
from games.replay.match_analysis import sentences
from games.replay.match_analysis.result_parts import rounded, signed
from games.rules.match.seat_names import SeatNames
from games.rules.notation.notation import seat_letter
from games.wording.seat_names import seat_names
from league.models import Club
from league.profiles.insight import NEEDED, DearDecision, Insight, Losses
from league.profiles.trend_graph import TrendGraph

KIND_NAMES: Final = {
    kinds.COLOUR: gettext_noop("Naming a colour"),
    kinds.CHALLENGE: gettext_noop("Challenging or not"),
    kinds.CALL: gettext_noop("Playing without calling UNO"),
    kinds.CATCH: gettext_noop("Catching or not"),
    kinds.WILD: gettext_noop("Playing a black card or holding it"),
    kinds.OTHER: gettext_noop("All other choices"),
}


ADVICE: Final = {
    kinds.COLOUR: gettext_noop(
        "Name a colour of which you hold cards. A player who drew did not hold the colour of that moment."
    ),
    kinds.CHALLENGE: gettext_noop(
        "Challenge only if a bluff is likely enough: the replay shows how likely it was, and how likely it "
        "must be."
    ),
    kinds.CALL: gettext_noop("Say UNO with your second-to-last card: saying it costs nothing."),
    kinds.CATCH: gettext_noop("Before you move, look whether a player with one card has said UNO."),
    kinds.WILD: gettext_noop(
        "A black card always fits: play it when nothing else fits, or before another player goes out."
    ),
}
FEW: Final = 20
"""With fewer decisions of a kind no figure is shown for each hundred."""


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

    @property
    def is_rare(self) -> bool:
        """Whether the figures per 100 would be hardly more than those of all players."""
        return self.losses.decisions < FEW


@dataclass(frozen=True)
class DearRow:
    """A decision that cost much, with a link to its step."""

    address: str
    ended: dt.datetime
    name: str
    words: str


class InsightPage:
    """The page for the template."""

    needed = NEEDED

    def __init__(self, insight: Insight, clubs: Sequence[Club]) -> None:
        self._insight = insight
        self._clubs = clubs
        self.matches, self.decisions = insight.matches, insight.decisions
        self.is_ready, self.total = insight.is_ready, insight.total

    @property
    def rows(self) -> list[LossesRow]:
        """The kinds of decisions, the dearest first."""
        return [LossesRow(_(KIND_NAMES[losses.kind]), losses) for losses in self._insight.kinds]

    @property
    def left_out(self) -> str:
        """Which clubs of the player do not analyse their matches, as a sentence; empty if all do."""
        clubs = [club.name for club in self._clubs if not club.analyses_matches]
        if not clubs:
            return ""
        sentence = _("Competitions of {clubs} are left out: their matches are not analysed.")
        return sentence.format(clubs=listed(clubs))

    @property
    def summary(self) -> list[str]:
        """Where most was lost, and what helps there, in sentences."""
        dearest = next((row for row in self.rows if not row.is_rare and row.losses.lost > 0), None)
        if dearest is None or self.total is None:
            return []
        pattern = _("Most was lost here: {kind} ({lost} of {all} deals).")
        told = pattern.format(
            kind=dearest.name, lost=_one_decimal(dearest.losses.lost), all=_one_decimal(self.total.lost)
        )
        advice = ADVICE.get(dearest.losses.kind)
        return [told, _(advice)] if advice else [told]

    @cached_property
    def dearest(self) -> list[DearRow]:
        """The decisions that cost most in the newest matches. One query."""
        dear = self._insight.dearest
        names = _names_at([each.table for each in dear])
        return [_dear_row(each, names[each.table]) for each in dear]

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


def _names_at(table_ids: Sequence[int]) -> dict[int, SeatNames]:
    """Return the names of the seats at some tables. One query."""
    seats = Seat.objects.filter(table__in=table_ids).select_related("player", "table")
    by_table = groupby(seats.order_by("table", "index"), key=attrgetter("table"))
    return {table.pk: seat_names(list(group), table.options) for table, group in by_table}


def _dear_row(dear: DearDecision, names: SeatNames) -> DearRow:
    (played, chance), (best, best_chance) = dear.decision.played, dear.decision.best
    sentence = _(
        "“{played}” left a chance of {chance} to win the deal, “{best}” would have left {best_chance}."
    )
    return DearRow(
        ReplayChoice(dear.table, step=dear.decision.step, seat=seat_letter(dear.seat)).address,
        dear.ended,
        _(KIND_NAMES[dear.decision.kind]),
        sentence.format(
            played=sentences.choice(played, names),
            chance=numbers.percent(chance / WHOLE),
            best=sentences.choice(best, names),
            best_chance=numbers.percent(best_chance / WHOLE),
        ),
    )


def _one_decimal(value: float) -> str:
    return localize(round(value, 1))


def is_own(request: HttpRequest, player: Player) -> bool:
    """Whether the visitor is this player."""
    return request.user.is_authenticated and player.user_id == request.user.pk


def is_seen(request: HttpRequest, player: Player) -> bool:
    """Whether the visitor sees the page of this player: their own, or one that is shown to everyone."""
    return player.shows_insight or is_own(request, player)
