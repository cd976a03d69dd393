"""The demo tables of bots: a league evening, a knock-out, and a table with a free seat."""

import datetime as dt

from games import tables
from games.models import Player
from league import competitions
from league.models import Club, Competition
from league.rules.competition.commands import Start
from league.rules.settings.stages import ELIMINATION_500, SEASON, StageSettings


def league_evening(club: Club, players: list[Player], by: str, at: dt.datetime) -> None:
    """Three tables of four and short matches: the first results come within a minute."""
    evening = competitions.create(
        club=club,
        name="Friday league evening",
        stages=[StageSettings(SEASON, table_size=4, rounds=3)],
        rulebook="classic",
        options={"target_score": 100},
        bot_pause_ms=350,
        with_bots=True,
        by=by,
        at=at,
    )
    _enter_and_start(evening, players, by, at)


def knock_out(club: Club, players: list[Player], by: str, at: dt.datetime) -> None:
    """Two semi-finals of four and a final, quick enough to see the champion in some minutes."""
    bracket = competitions.create(
        club=club,
        name="Riverside Cup",
        stages=[StageSettings(ELIMINATION_500, table_size=4, advance=2)],
        rulebook="elimination-500",
        bot_pause_ms=150,
        with_bots=True,
        by=by,
        at=at,
    )
    _enter_and_start(bracket, players, by, at)


def friendly_table(by: str, at: dt.datetime) -> None:
    """Three bots wait for the visitor, who sits down and presses start."""
    table = tables.open_table(name="Come and sit down", rulebook="classic", seats=4, by=by, at=at)
    for seat in (1, 2, 3):
        tables.seat_bot(table.pk, seat=seat, by=by, at=at)


def _enter_and_start(competition: Competition, players: list[Player], by: str, at: dt.datetime) -> None:
    competitions.enter(competition.pk, players=players, by=by, at=at)
    competitions.act(competition.pk, Start(), by=by, at=at)
