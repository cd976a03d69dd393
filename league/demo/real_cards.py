"""An evening with real cards: a running table, and a table whose result waits for confirmation."""

import datetime as dt
from typing import Final

from games import scoresheets
from games.rules.scoresheet.decide import RecordDeal
from league import competitions
from league.demo.people import Everybody
from league.models import Competition, Match
from league.notifications import scoresheet_notices
from league.rules.competition.commands import Start, StartTimer
from league.rules.settings.stages import SEASON, StageSettings
from league.rules.settings.venues import BY_THE_OTHERS, PHYSICAL

_MINUTE: Final = dt.timedelta(minutes=1)
_TARGET: Final = 300
_Deals = tuple[tuple[int, dict[int, int]], ...]
_RUNNING: Final[_Deals] = ((2, {0: 31, 1: 74, 3: 20}), (0, {1: 9, 2: 46, 3: 58}))
_REPORTED: Final[_Deals] = (
    (1, {0: 87, 2: 43, 3: 16}),
    (3, {0: 25, 1: 60, 2: 12}),
    (1, {0: 64, 2: 90, 3: 21}),
)
"""The player who went out in each deal and the others' points; the last of these deals reaches the target."""


def play(everybody: Everybody, *, at: dt.datetime) -> Competition:
    """Let two tables begin half an hour ago, and record their deals."""
    began, by = at - 30 * _MINUTE, everybody.by
    evening = competitions.create(
        club=everybody.club,
        name="Sunday with real cards",
        stages=[StageSettings(SEASON, table_size=4, rounds=2)],
        rulebook="classic",
        options={"target_score": _TARGET},
        venue=PHYSICAL,
        confirmation=BY_THE_OTHERS,
        self_report=True,
        by=by,
        at=began - 60 * _MINUTE,
    )
    people = [everybody.ana, everybody.bo, *everybody.members[20:]]
    competitions.enter(evening.pk, players=people, by=by, at=began - 50 * _MINUTE)
    competitions.act(evening.pk, Start(), by=by, at=began)
    competitions.act(evening.pk, StartTimer(3600, int(began.timestamp())), by=by, at=began)
    of_ana = Match.objects.get(competition=evening, placements__entrant__player=everybody.ana)
    for match in evening.matches.all():
        _write_down(match, _REPORTED if match == of_ana else _RUNNING, everybody.scorekeeper, began)
    scoresheet_notices.tell_waiting(at=at)
    return evening


def _write_down(match: Match, deals: _Deals, by: str, at: dt.datetime) -> None:
    assert match.table_id is not None
    for number, (out, left) in enumerate(deals, start=1):
        scoresheets.act(
            match.table_id, RecordDeal(number, out, dict(left)), by=by, at=at + 8 * number * _MINUTE
        )
