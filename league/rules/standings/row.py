"""A row of the standings, with the arithmetic behind it and what separates it from the row above."""

from typing import Final

import msgspec

from games.rules.base.language import gettext_noop
from league.rules.standings.season_table import MINIMUM, AdjustmentLine, DayScore
from league.rules.tiebreaks.tiebreak import Worth

STAGE_ROUND, PLACE = "stage_round", "place"

DECIDERS: Final = {
    STAGE_ROUND: gettext_noop("round reached"),
    PLACE: gettext_noop("place at the table"),
    MINIMUM: gettext_noop("minimum played"),
}
"""The names of the codes of `StandingsRow.decided_by` that are not tie-breaks; to be translated on pages."""


class StandingsRow(msgspec.Struct, frozen=True):
    """A row of the standings, ranked 1, 2, 2, 4.

    `decided_by` is what separates it from the row above, None if nothing. `worths` holds the tie-breaks of
    the chain by code, `days` the matchdays and `lines` the bonuses and penalties of a stage with points.
    `best` and `worst` are the places still possible, 0 where they are not computed. `chance` is `through` for
    an entrant who is sure to advance to the next stage, `out` for an entrant who no longer can. `is_consoled`
    marks the winner of the consolation of a knock-out. `knows_deals` says that every result says who won the
    deals; it is for knock-outs only. `played` counts the matches at which the entrant was present, `absences`
    the others: an average counts both, so that to stay away never raises it.
    """

    rank: int
    entrant: int
    decided_by: str | None
    points: int
    played: int
    wins: int
    deal_wins: int
    total: int
    is_out: bool = False
    worths: dict[str, Worth] = {}
    days: list[DayScore] = []
    lines: list[AdjustmentLine] = []
    best: int = 0
    worst: int = 0
    chance: str = ""
    is_consoled: bool = False
    knows_deals: bool = True
    absences: int = 0
