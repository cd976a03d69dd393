"""What comes of everybody in the divisions of a season: by the final tables, and then by the play-offs."""

from typing import Final

import msgspec

from league.rules.competition.stage import Match, Stage
from league.rules.competition.state import State
from league.rules.settings.divisions import (
    LOST_PLAY_OFF,
    NO_WINNER,
    PROMOTED,
    RELEGATED,
    STAYED,
    WON_PLAY_OFF,
)
from league.rules.stages import play_offs
from league.rules.stages.drawing import is_ranked

PLAYS_OFF: Final = "plays_off"


class Fate(msgspec.Struct, frozen=True):
    """Why somebody moves or stays: a reason of `divisions`, or PLAYS_OFF; and the division it is about.

    With a play-off that is the division it is played for, `match` its id; else the one to play in next.
    """

    reason: str
    division: int
    match: str = ""


def fates_of(state: State, stage: Stage) -> dict[int, Fate]:
    """Return by entrant what comes of them; those who just stay, or wait for a lot, are left out.

    Empty before the last matchday is over, and where nothing was settled about the borders.
    """
    found: dict[int, Fate] = {}
    if not is_ranked(state, stage):
        return found
    own_fates = play_offs.fates_of_places(stage)
    for division, order in enumerate(play_offs.final_tables(state, stage), start=1):
        for entrant, fate in zip(order, own_fates[division - 1], strict=True):
            if entrant and fate != STAYED:
                found[entrant] = _fate(stage, entrant, division, fate)
    return found


def winners(stage: Stage) -> dict[str, int | None]:
    """Return who won each play-off that is over, by its id; None where nobody did."""
    drawn = [stage.matches[one.id] for one in stage.play_offs.matches] if stage.play_offs else []
    return {one.id: next(iter(one.order), None) for one in drawn if not one.is_open}


def _fate(stage: Stage, entrant: int, division: int, fate: str) -> Fate:
    if fate in (PROMOTED, RELEGATED):
        return Fate(fate, division - 1 if fate == PROMOTED else division + 1)
    match: Match | None = stage.matches.get(fate)
    upper = int(fate[1:].split(".", maxsplit=1)[0])
    return Fate(PLAYS_OFF if match is None or match.is_open else _outcome(match, entrant), upper, fate)


def _outcome(match: Match, entrant: int) -> str:
    if not match.order:
        return NO_WINNER
    return WON_PLAY_OFF if match.order[0] == entrant else LOST_PLAY_OFF
