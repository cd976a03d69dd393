"""What is read out at the end of a competition: each award a small object, found in results and logs."""

from collections.abc import Mapping
from typing import Final

from league.rules.awards.award import Award, Holder, Prize, prize
from league.rules.awards.counts import CATCHES, CHALLENGES_WON, JUMP_INS, POKER_FACE
from league.rules.awards.deals import BEST_DEAL, FASTEST_OUT, LONGEST_CHAIN
from league.rules.awards.matches import CLEAREST_WIN, COMEBACK, STREAK
from league.rules.awards.season import Season
from league.rules.awards.whole import DEALS_WON, IRON_SEAT, LIGHTEST_HAND

__all__ = ["AWARDS", "Award", "Holder", "Prize", "prizes"]

AWARDS: Final[Mapping[str, Award]] = {
    one.code: one
    for one in (
        BEST_DEAL, FASTEST_OUT, CHALLENGES_WON, CATCHES, POKER_FACE, LONGEST_CHAIN, JUMP_INS, STREAK,
        COMEBACK, CLEAREST_WIN, DEALS_WON, LIGHTEST_HAND, IRON_SEAT,
    )
}  # fmt: skip
"""All awards by code, in the order in which they are read out. The codes are stored and never change."""


def prizes(season: Season, same: Mapping[int, int] | None = None) -> list[Prize]:
    """Return the awards that somebody has earned, in order; `same` names who a merged player is now."""
    found = (prize(one, season, same or {}) for one in AWARDS.values())
    return [one for one in found if one is not None]
