"""Competitions: create, act; bracket and standings for pages.

`by` is `organizer:<user id>` (see `permissions.require`) or `player:<id>`; `at` is the time, read
at the edge. What is impossible is a Refusal with code and sentence, and nothing has changed then.

For other packages: `background_draws`, `bracket`, `cached_standings`, `live_totals`, `next_season`,
`opening`, `page_request`, `projection`, `rating_updates`, `results`, `signals`, `stream`.
"""

from games.eventstore import ConflictError
from games.rules.base.refusal import IllegalCommand, Refusal
from league.competitions.bracket import Bracket, bracket
from league.competitions.stream import Moment, history_of, state_at
from league.competitions.write_side import act, act_all, create, enter, go_on, left_behind, look, standings
from league.rules.competition import commands
from league.rules.settings.stages import StageSettings
from league.rules.standings.row import StandingsRow

__all__ = [
    "Bracket",
    "ConflictError",
    "IllegalCommand",
    "Moment",
    "Refusal",
    "StageSettings",
    "StandingsRow",
    "act",
    "act_all",
    "bracket",
    "commands",
    "create",
    "enter",
    "go_on",
    "history_of",
    "left_behind",
    "look",
    "standings",
    "state_at",
]
