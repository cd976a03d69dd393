"""DOOR to the season after a season: who goes up and down, and the announcement of the next one.

The new season is a competition of its own with the rules of the old one. Its divisions are those of
`league.rules.divisions.next_season`, kept as the order of its entrants and the sizes of its divisions.
"""

import datetime as dt
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import msgspec
from django.db import transaction

from games.models import Player
from games.rules.refusal import Refusal
from league import competitions
from league.models import Competition
from league.rules.commands import Seed
from league.rules.divisions import DivisionRules, NextSeason, PlayOff, next_season, play_offs
from league.rules.stage_standings import rows_of
from league.rules.stages import SEASON, StageSettings
from league.rules.state import FINISHED, State

__all__ = ["Ended", "Refusal", "announce", "ended", "what_follows", "who_plays_off"]


@dataclass(frozen=True)
class Ended:
    """A season that is over: its divisions by player id, each in the order of its final table."""

    competition: Competition
    state: State
    divisions: list[list[int]]
    gone: frozenset[int]
    """Who withdrew on the way, by player id."""


def ended(competition_id: int) -> Ended:
    """Return a season that is over. Refusals: not_a_season, season_not_over; Competition.DoesNotExist."""
    competition = Competition.objects.select_related("club").get(pk=competition_id)
    state = competitions.look(competition_id)
    stage = next((one for one in state.stages if one.settings.format == SEASON), None)
    if stage is None:
        raise Refusal("not_a_season", "Only a season has divisions that go on into the next one.")
    if state.status != FINISHED:
        raise Refusal("season_not_over", "Who goes up and down is known when the season is over.")
    player = {one.number: one.player for one in state.entrants.values()}
    tables = [[player[row.entrant] for row in rows] for rows in rows_of(state, stage)]
    return Ended(competition, state, tables, frozenset(player[one] for one in state.gone()))


def who_plays_off(season: Ended, rules: DivisionRules) -> list[PlayOff]:
    """Return the play-offs by player id. Refusals: bad_borders, division_too_small."""
    return play_offs(season.divisions, rules)


def what_follows(
    season: Ended,
    rules: DivisionRules,
    *,
    won: Mapping[str, int],
    leaving: Collection[int] = (),
    newcomers: Sequence[int] = (),
) -> NextSeason:
    """Return the next season's divisions and everybody's move, by player id; who withdrew leaves.

    Refusals: those of `league.rules.divisions.next_season`, and too_few_entrants.
    """
    found = next_season(
        season.divisions, rules, won=won, leaving={*leaving, *season.gone}, newcomers=newcomers
    )
    if sum(map(len, found.divisions)) < 2:
        raise Refusal("too_few_entrants", "Nobody is left to play the next season.")
    return found


@transaction.atomic
def announce(season: Ended, follows: NextSeason, *, name: str, by: str, at: dt.datetime) -> Competition:
    """Announce the next season with the rules of the last, its entrants entered and seeded by division."""
    settings = season.state.settings
    stages = [_next_stage(one, follows) if one.format == SEASON else one for one in settings.stages]
    made = competitions.create(
        club=season.competition.club,
        name=name,
        stages=stages,
        rulebook=settings.rulebook,
        options=settings.options,
        rulebook_title=settings.rulebook_title,
        turn_seconds=settings.turn_seconds,
        bot_pause_ms=settings.bot_pause_ms,
        bank_seconds=settings.bank_seconds,
        away_after=settings.away_after,
        online=settings.online,
        by_hand=settings.by_hand,
        lots_by_hand=settings.lots_by_hand,
        by=by,
        at=at,
    )
    order = [player for division in follows.divisions for player in division]
    players = Player.objects.in_bulk(order)
    teams = {one.player: one.team for one in season.state.entrants.values() if one.team}
    teams = {player: team for player, team in teams.items() if player in players}
    competitions.enter(made.pk, players=[players[one] for one in order], teams=teams, by=by, at=at)
    seeds = Seed(list(range(1, len(order) + 1)), "standings")
    competitions.act(made.pk, seeds, by=by, at=at)
    return made


def _next_stage(settings: StageSettings, follows: NextSeason) -> StageSettings:
    sizes = [len(division) for division in follows.divisions]
    return msgspec.structs.replace(settings, groups=len(sizes), division_sizes=sizes)
