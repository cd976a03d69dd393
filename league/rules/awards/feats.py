"""The records of a player: the awards for deals and matches, found in the log of a table."""

from collections.abc import Mapping
from typing import Final

from league.rules.awards.award import Award, Feat
from league.rules.awards.deals import BEST_DEAL, FASTEST_OUT, LONGEST_CHAIN
from league.rules.awards.matches import COMEBACK, STREAK
from league.rules.awards.season import Meeting, Season
from league.rules.awards.table_log import TableLog

RECORDS: Final[Mapping[str, Award]] = {
    award.code: award for award in (BEST_DEAL, FASTEST_OUT, STREAK, COMEBACK, LONGEST_CHAIN)
}
"""The awards that are kept as records, by code, in the order of pages. The codes are stored."""


def feats(log: TableLog) -> dict[tuple[str, int], Feat]:
    """Return the best feat of each kind of every player at a table, by code and player.

    Empty for a table with fewer than two people: bots do not count.
    """
    if len({player for deal in log.deals for player in deal.sat if player}) < 2:
        return {}
    season = Season([Meeting([], log.deals[-1].options, log)])
    best: dict[tuple[str, int], Feat] = {}
    for code, award in RECORDS.items():
        for feat in award.find(season):
            known = best.get((code, feat.who))
            if feat.moment and (known is None or award.key(feat.figure) < award.key(known.figure)):
                best[code, feat.who] = feat
    return best
