"""The outcome of a season for each entrant: promotion, relegation, or a play-off and its result."""

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
from league.rules.stages.next_draw import is_ranked

PLAYS_OFF: Final = "plays_off"


class Fate(msgspec.Struct, frozen=True):
    """The reason why an entrant moves or stays: one of `divisions`, or PLAYS_OFF; and the division meant.

    For a play-off that is the division it is played for, and `match` is its id; otherwise it is the entrant's
    next division.
    """

    reason: str
    division: int
    match: str = ""


def fates_of(state: State, stage: Stage) -> dict[int, Fate]:
    """Return the fate by entrant; entrants who simply stay, or wait for a lot, are left out.

    Empty before the last matchday is over, and where no rules for the borders are set.
    """
    fates: dict[int, Fate] = {}
    if not is_ranked(state, stage):
        return fates
    own_fates = play_offs.fates_of_places(stage)
    for division, order in enumerate(play_offs.final_tables(state, stage), start=1):
        for entrant, fate in zip(order, own_fates[division - 1], strict=True):
            if entrant and fate != STAYED:
                fates[entrant] = _fate(stage, entrant, division, fate)
    return fates


def winners(stage: Stage) -> dict[str, int | None]:
    """Return the winner of each play-off that is over, by its id; None where there was no winner."""
    drawn = (
        [stage.matches[planned_match.id] for planned_match in stage.play_offs.matches]
        if stage.play_offs
        else []
    )
    return {match.id: next(iter(match.order), None) for match in drawn if not match.is_open}


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
