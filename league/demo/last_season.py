"""A finished season: two divisions and two evenings with real cards, with its awards."""

import datetime as dt
from typing import Final

from games import scoresheets
from games.rules.cards.cards import TOKENS, Card
from games.rules.scoresheet.decide import NoteChallenge, RecordDeal, SheetCommand
from league import competitions
from league.awards import closings
from league.competitions import results
from league.demo.dates import LAST_SEASON, evening
from league.demo.people import Everybody
from league.models import Competition, Match
from league.rules.competition.commands import Start
from league.rules.settings.divisions import Border
from league.rules.settings.stages import SEASON, StageSettings
from league.rules.settings.venues import PHYSICAL

_MINUTE: Final = dt.timedelta(minutes=1)


def _cards(text: str) -> list[Card]:
    return [TOKENS.index(token) for token in text.split()]


_SHEETS: Final[tuple[tuple[SheetCommand, ...], ...]] = (
    (
        RecordDeal(1, 0, {1: _cards("w4 w r9"), 2: _cards("b+ g7"), 3: _cards("y2")}),
    ),
    (
        RecordDeal(1, 3, {0: _cards("rS g4"), 1: _cards("b1 b8 y6"), 2: _cards("g0")}),
        NoteChallenge(2, 1, was_right=True),
        RecordDeal(2, 2, {0: _cards("w4 y9 y8"), 1: _cards("w g5"), 3: _cards("r3 r4")}),
    ),
    (
        RecordDeal(1, 1, {0: _cards("gR g9 b2"), 2: _cards("g1"), 3: _cards("y5 y+")}),
        NoteChallenge(0, 3, was_right=False),
        RecordDeal(2, 0, {1: _cards("r1 w"), 2: _cards("w4 b7"), 3: _cards("bS b4")}),
    ),
    (
        RecordDeal(1, 2, {0: _cards("w w4 b9"), 1: _cards("y1 y7"), 3: _cards("gS g2")}),
    ),
)  # fmt: skip
"""The score sheets of the tables, evening by evening; the last deal of each reaches the target."""


def play(everybody: Everybody, *, at: dt.datetime) -> Competition:
    """Play the season weeks ago, and compute its closing."""
    club, by = everybody.club, everybody.by
    announced = evening(club, -LAST_SEASON[0] - 7, at=at)
    season = competitions.create(
        club=club,
        name="Autumn season",
        stages=[StageSettings(SEASON, table_size=4, rounds=len(LAST_SEASON), groups=2, borders=[Border()])],
        rulebook="classic",
        options={"target_score": 100},
        venue=PHYSICAL,
        by=by,
        at=announced,
    )
    people = [everybody.ana, *everybody.members[:3], everybody.bo, *everybody.members[3:5], everybody.guest]
    competitions.enter(season.pk, players=people, by=by, at=announced)
    competitions.act(season.pk, Start(), by=by, at=evening(club, -LAST_SEASON[0], at=at))
    sheets = iter(_SHEETS)
    for days in LAST_SEASON:
        for match in list(season.matches.filter(kind="", is_bye=False).order_by("table_number")):
            _play(match, next(sheets), everybody.scorekeeper, evening(club, -days, at=at))
    closings.recompute(season.pk)
    return season


def _play(match: Match, sheet: tuple[SheetCommand, ...], by: str, at: dt.datetime) -> None:
    assert match.table_id is not None
    for number, command in enumerate(sheet, start=1):
        scoresheets.act(match.table_id, command, by=by, at=at + 10 * number * _MINUTE)
    results.collect(match.table_id, at=at + 60 * _MINUTE)
