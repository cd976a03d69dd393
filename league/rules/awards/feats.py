"""The records of a player: what the awards for deals and matches look for, in the log of one table."""

from collections.abc import Mapping
from typing import Final

from league.rules.awards.award import Award, Feat
from league.rules.awards.deals import BEST_DEAL, FASTEST_OUT, LONGEST_CHAIN
from league.rules.awards.matches import COMEBACK, STREAK
from league.rules.awards.season import Meeting, Season
from league.rules.awards.table_log import TableLog

RECORDS: Final[Mapping[str, Award]] = {
    one.code: one for one in (BEST_DEAL, FASTEST_OUT, STREAK, COMEBACK, LONGEST_CHAIN)
}
"""What a record is kept of, by code, in the order in which pages show it. The codes are stored."""


def feats(log: TableLog) -> dict[tuple[str, int], Feat]:
    """Return the best of each kind that everybody did at a table, by code and player.

    Nothing of a table at which at most one person sat: bots are no company.
    """
    if len({who for deal in log.deals for who in deal.sat if who}) < 2:
        return {}
    season = Season([Meeting([], log.deals[-1].options, log)])
    found: dict[tuple[str, int], Feat] = {}
    for code, award in RECORDS.items():
        for one in award.find(season):
            known = found.get((code, one.who))
            if one.moment and (known is None or award.key(one.figure) < award.key(known.figure)):
                found[code, one.who] = one
    return found
