"""The page of a closing: champions, promotion and relegation, awards, the competition in numbers."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from operator import attrgetter
from typing import Final

from django.urls import reverse
from django.utils.translation import ngettext

from games.localization.numbers import number
from games.models import Player
from league.awards import closings
from league.awards.movements import Division, movements
from league.competitions import cached_standings, next_season
from league.competitions.stream import state_and_head
from league.models import Competition, Prize
from league.rules.awards import AWARDS
from league.rules.competition.state import FINISHED
from league.rules.settings.stages import SEASON
from league.rules.settings.translated_names import translated
from league.rules.stages import standings_cache
from league.rules.stages.drawn_rounds import label
from league.rules.stages.stage_standings import consolation_winners
from league.rules.standings.row import StandingsRow

_PODIUM: Final = 3
_MOST_LINKS: Final = 12
"""The most linked moments of an award."""


@dataclass(frozen=True, slots=True)
class Step:
    """A place on the podium; `points` is empty where places are not decided by points."""

    rank: int
    player: Player
    team: str
    points: str


@dataclass(frozen=True, slots=True)
class Podium:
    """The first three of a division, or of the whole competition, without a title."""

    title: str
    steps: list[Step]


@dataclass(frozen=True, slots=True)
class ShownHolder:
    """The holder of an award, and the links to replays."""

    player: Player
    links: list[str]


@dataclass(frozen=True, slots=True)
class ShownAward:
    """An award with its figure in words."""

    code: str
    name: str
    explanation: str
    figure: str
    holders: list[ShownHolder]


class ClosingPage:
    """The closing of a competition. `closing` is None until its awards are computed."""

    def __init__(self, pk: int) -> None:
        self.competition = Competition.objects.select_related("club").get(pk=pk)
        self._state, self._head = state_and_head(self.competition)
        self.is_over = self._state.status == FINISHED
        self.closing = closings.closing_of(self.competition) if self.is_over else None

    @cached_property
    def podiums(self) -> list[Podium]:
        """The best of each division of a season, or of the whole competition."""
        last = self._state.stage
        cached_standings.remember(self.competition.pk, self._head, self._state)
        if last.settings.format == SEASON and len(last.groups) > 1:
            tables = enumerate(standings_cache.tables(self._head, self._state, last).rows)
            return [Podium(translated(label(last, group)), self._steps(rows)) for group, rows in tables]
        return [Podium("", self._steps(standings_cache.overall(self._head, self._state)))]

    @property
    def consoled(self) -> list[Player]:
        """The winners of consolations, stage by stage."""
        winners = [entrant for stage in self._state.stages for entrant in consolation_winners(stage)]
        return [self._players[self._state.entrants[entrant].player] for entrant in winners]

    @cached_property
    def divisions(self) -> list[Division]:
        """Promotion and relegation; empty without divisions."""
        if not any(len(stage.groups) > 1 and stage.settings.format == SEASON for stage in self._state.stages):
            return []
        return movements(next_season.ended(self.competition.pk), self._players)

    @cached_property
    def awards(self) -> list[ShownAward]:
        """The awards that were earned, in the order in which they are announced."""
        if self.closing is None:
            return []
        earned = sorted(
            self.closing.prizes.all(), key=lambda prize: (list(AWARDS).index(prize.code), prize.player.name)
        )
        return [_shown(list(holders)) for _code, holders in groupby(earned, key=attrgetter("code"))]

    @cached_property
    def _players(self) -> dict[int, Player]:
        return Player.objects.in_bulk([entrant.player for entrant in self._state.entrants.values()])

    def _steps(self, rows: Sequence[StandingsRow]) -> list[Step]:
        return [self._step(row) for row in rows if row.rank <= _PODIUM]

    def _step(self, row: StandingsRow) -> Step:
        entrant = self._state.entrants[row.entrant]
        points = "" if self._state.stage.settings.is_knock_out else _points(row.points)
        return Step(row.rank, self._players[entrant.player], entrant.team, points)


def _points(count: int) -> str:
    return ngettext("{number} point", "{number} points", count).format(number=number(count))


def _shown(holders: Sequence[Prize]) -> ShownAward:
    award = AWARDS[holders[0].code]
    return ShownAward(
        award.code,
        award.name,
        award.explanation,
        award.words(tuple(holders[0].figure)),
        [ShownHolder(holder.player, _links(holder)) for holder in holders],
    )


def _links(prize: Prize) -> list[str]:
    return [f"{reverse('replay', args=[table])}?step={step}" for table, step in prize.moments[:_MOST_LINKS]]
