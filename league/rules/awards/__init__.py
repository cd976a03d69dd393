"""The awards at the end of a competition: each award is a small object, found in results and logs.

For other packages: `award`, `feats`, `numbers`, `season`, `table_log`.
"""

from collections.abc import Mapping
from typing import Final

from league.rules.awards.award import Award, Holder, Prize, prize
from league.rules.awards.counts import CATCHES, CHALLENGES_WON, JUMP_INS, POKER_FACE
from league.rules.awards.deals import BEST_DEAL, FASTEST_OUT, LONGEST_CHAIN
from league.rules.awards.matches import CLEAREST_WIN, COMEBACK, STREAK
from league.rules.awards.season import Season
from league.rules.awards.whole_competition import DEALS_WON, IRON_SEAT, LIGHTEST_HAND

__all__ = ["AWARDS", "Award", "Holder", "Prize", "prizes"]

AWARDS: Final[Mapping[str, Award]] = {
    award.code: award
    for award in (
        BEST_DEAL, FASTEST_OUT, CHALLENGES_WON, CATCHES, POKER_FACE, LONGEST_CHAIN, JUMP_INS, STREAK,
        COMEBACK, CLEAREST_WIN, DEALS_WON, LIGHTEST_HAND, IRON_SEAT,
    )
}  # fmt: skip
"""All awards by code, in the order in which they are announced. The codes are stored and never change."""


def prizes(season: Season, same: Mapping[int, int] | None = None) -> list[Prize]:
    """Return the awards that were earned, in order; `same` maps a merged player to the current player."""
    earned = (prize(award, season, same or {}) for award in AWARDS.values())
    return [earned_prize for earned_prize in earned if earned_prize is not None]
