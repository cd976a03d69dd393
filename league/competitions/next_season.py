"""The season after a season: who goes up and down, and its announcement.

The new season is a competition of its own with the rules of the old one. Its divisions are those of
`promotion.next_season`, kept as the order of its entrants and the sizes of its divisions.
"""

import datetime as dt
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import msgspec
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from games.models import Player
from games.rules.base.refusal import Refusal
from league import competitions
from league.http.choices import not_a_choice
from league.models import Competition
from league.rules.competition.commands import Create, Seed
from league.rules.competition.stage import Stage
from league.rules.competition.state import FINISHED, State
from league.rules.settings.divisions import Border, DivisionRules, check_borders
from league.rules.settings.stages import SEASON, StageSettings
from league.rules.stages.play_offs import final_tables
from league.rules.stages.promotion import NextSeason, next_season
from league.rules.stages.season_outcomes import winners

__all__ = [
    "Ended",
    "Plan",
    "Refusal",
    "announce",
    "ended",
    "following_name",
    "following_season",
    "plan",
    "rules_of",
]

_LONGEST_NAME: Final = 80
_NEW: Final = {"club", "name", "stages", "limit"}
_SAME: Final = tuple(field for field in Create.__struct_fields__ if field not in _NEW)
"""What is announced as it was for the last season."""


@dataclass(frozen=True)
class Ended:
    """A season that is over: its divisions by player id, each in the order of its final table.

    `gone` withdrew on the way. `won` says who won each play-off, by its id, None where nobody did.
    """

    competition: Competition
    state: State
    stage: Stage
    divisions: list[list[int]]
    gone: frozenset[int]
    won: Mapping[str, int | None]

    @property
    def borders(self) -> tuple[Border, ...]:
        """The announced rules for the borders between the divisions; nothing where they were left open."""
        return tuple(self.stage.settings.borders)

    @property
    def is_settled(self) -> bool:
        """Whether nobody can choose any more how many move: play-offs were played, or borders differ."""
        return bool(self.won) or len(set(self.borders)) > 1

    @property
    def asks_for_play_offs(self) -> bool:
        """Whether the announcement says how many play off at the end of the next season."""
        return len(set(self.borders)) < 2 and len(self.divisions) > 1

    @property
    def staying(self) -> list[int]:
        """The players who could go on: those who did not withdraw on the way."""
        return [player for division in self.divisions for player in division if player not in self.gone]

    @cached_property
    def others(self) -> list[Player]:
        """The members of the club who did not play. One query."""
        played = [player for division in self.divisions for player in division]
        return list(self.competition.club.players.exclude(pk__in=played))


@dataclass(frozen=True)
class Plan:
    """The next season as it would be announced."""

    season: Ended
    rules: DivisionRules
    follows: NextSeason

    def borders(self, play_offs: int | None) -> Sequence[Border]:
        """Return the borders at the end of the next season: so many move as now, and so many play off."""
        if not self.season.asks_for_play_offs:
            return self.season.borders
        return [Border(self.rules.borders[0].movers, play_offs or 0)]


def ended(competition_id: int) -> Ended:
    """Return a season that is over. Refusals: not_a_season, season_not_over; Competition.DoesNotExist."""
    competition = Competition.objects.select_related("club").get(pk=competition_id)
    state = competitions.look(competition_id)
    stage = next((stage for stage in state.stages if stage.settings.format == SEASON), None)
    if stage is None:
        raise Refusal("not_a_season", _("Only a season has divisions that continue into the next season."))
    if state.status != FINISHED:
        raise Refusal("season_not_over", _("Promotion and relegation are known when the season is over."))
    player_of = {entrant.number: entrant.player for entrant in state.entrants.values()}
    return Ended(
        competition,
        state,
        stage,
        divisions=[[player_of[entrant] for entrant in order] for order in final_tables(state, stage)],
        gone=frozenset(player_of[entrant] for entrant in state.gone()),
        won={key: player_of[entrant] if entrant else None for key, entrant in winners(stage).items()},
    )


def rules_of(season: Ended, movers: int | None = None) -> DivisionRules:
    """Return what holds between the divisions: as announced, or where that may be chosen so many `movers`.

    Where nothing was announced one goes up and down. No division grows beyond the largest, and a table of
    three is enough for one.
    """
    borders = season.borders
    if not season.is_settled:
        usual = borders[0].movers if borders else 1
        borders = (Border(usual if movers is None else movers),)
    sizes = [len(division) for division in season.divisions]
    least = max(2, min(3, *sizes))
    return DivisionRules(borders, size=max(least, *sizes), least=least)


def plan(
    season: Ended,
    *,
    movers: int | None = None,
    leaving: Collection[int] = (),
    newcomers: Sequence[int] = (),
) -> Plan:
    """Return the next season with so many `movers` at every border, as usual without a number.

    ValidationError by field for players who cannot be chosen. Refusals: those of `following_season`.
    """
    _require_among("leaving", leaving, season.staying)
    _require_among("newcomers", newcomers, [player.pk for player in season.others])
    rules = rules_of(season, movers)
    return Plan(season, rules, following_season(season, rules, leaving=leaving, newcomers=newcomers))


def following_season(
    season: Ended,
    rules: DivisionRules,
    *,
    leaving: Collection[int] = (),
    newcomers: Sequence[int] = (),
) -> NextSeason:
    """Return the next season's divisions and everybody's move, by player id; who withdrew leaves.

    Refusals: those of `league.rules.stages.promotion.next_season`, and too_few_entered.
    """
    following = next_season(
        season.divisions, rules, won=season.won, leaving={*leaving, *season.gone}, newcomers=newcomers
    )
    if sum(map(len, following.divisions)) < 2:
        raise Refusal("too_few_entered", _("No one is left to play the next season."))
    return following


def following_name(name: str) -> str:
    """Return the name that the next season may have: “Winter League 2” after “Winter League”."""
    if years := re.search(r"(\d{4})/(\d{2})$", name):
        begun, ended_in = map(int, years.groups())
        return f"{name[: years.start()]}{begun + 1}/{(ended_in + 1) % 100:02}"
    if number := re.search(r"\d{1,4}$", name):
        return f"{name[: number.start()]}{int(number[0]) + 1}"
    return f"{name[: _LONGEST_NAME - 2]} 2"


@transaction.atomic
def announce(
    season: Ended, follows: NextSeason, borders: Sequence[Border], *, name: str, by: str, at: dt.datetime
) -> Competition:
    """Announce the next season with the rules of the last, its entrants entered and seeded by division.

    At its end its `borders` count. Refusals: bad_borders, division_too_small.
    """
    settings = season.state.settings
    stages = [
        _next_stage(stage, follows, borders) if stage.format == SEASON else stage for stage in settings.stages
    ]
    same = {field: getattr(settings, field) for field in _SAME}
    made = competitions.create(club=season.competition.club, name=name, stages=stages, by=by, at=at, **same)
    _enter(made, season, follows, by=by, at=at)
    return made


def _enter(made: Competition, season: Ended, follows: NextSeason, *, by: str, at: dt.datetime) -> None:
    """Enter the players of the next season with their teams, seeded by division."""
    order = [player for division in follows.divisions for player in division]
    players = Player.objects.in_bulk(order)
    teams = {entrant.player: entrant.team for entrant in season.state.entrants.values() if entrant.team}
    teams = {player: team for player, team in teams.items() if player in players}
    competitions.enter(made.pk, players=[players[player] for player in order], teams=teams, by=by, at=at)
    seeds = Seed(list(range(1, len(order) + 1)), "standings")
    competitions.act(made.pk, seeds, by=by, at=at)


def _require_among(field: str, players: Collection[int], choices: Collection[int]) -> None:
    for player in players:
        if player not in choices:
            raise ValidationError({field: not_a_choice(player)})


def _next_stage(settings: StageSettings, follows: NextSeason, borders: Sequence[Border]) -> StageSettings:
    sizes = [len(division) for division in follows.divisions]
    try:
        check_borders(sizes, DivisionRules(tuple(borders)))
    except Refusal:
        if len(borders) == 1 and borders[0].play_offs:
            raise  # fewer of them can be chosen
        borders = []  # left open until it is over
    return msgspec.structs.replace(
        settings, groups=len(sizes), division_sizes=sizes, borders=list(borders) if len(sizes) > 1 else []
    )
