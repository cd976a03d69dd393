"""What comes of those in the divisions of a season, in words: up, down, a play-off and how it ended."""

from collections.abc import Sequence

from league.rules.divisions import (
    LOST_PLAY_OFF,
    NO_WINNER,
    PROMOTED,
    RELEGATED,
    WON_PLAY_OFF,
    Border,
)
from league.rules.promotion import PLAYS_OFF, fates_of
from league.rules.stage import Stage
from league.rules.stages import StageSettings
from league.rules.state import State

_WORDS = {
    PROMOTED: "goes up",
    RELEGATED: "goes down",
    PLAYS_OFF: "plays off for division {}",
    WON_PLAY_OFF: "won the play-off for division {}",
    LOST_PLAY_OFF: "lost the play-off for division {}",
    NO_WINNER: "nobody won the play-off for division {}",
}


def of(state: State, stage: Stage) -> dict[int, list[str]]:
    """Return by entrant what the final tables say, and the play-offs; nothing of those who just stay."""
    return {
        entrant: [_WORDS[fate.reason].format(fate.division)]
        for entrant, fate in fates_of(state, stage).items()
    }


def at_borders(settings: StageSettings) -> list[str]:
    """Return what happens between the divisions, in sentences."""
    borders = settings.borders
    if len(set(borders)) < 2:
        return [f"Between two divisions {_said(one)}." for one in borders[:1]]
    found = []
    for number, border in enumerate(borders, start=1):
        further = " and further down" if number == len(borders) else ""
        found.append(f"Between divisions {number} and {number + 1}{further}: {_said(border)}.")
    return found


def in_short(borders: Sequence[Border]) -> str:
    """Return what happens between the divisions in a few words; empty where it differs or is not settled."""
    if len(set(borders)) != 1:
        return ""
    moved = f"{borders[0].movers or 'nobody'} up and down"
    return f"{moved}, {_held(borders[0])}" if borders[0].play_offs else moved


def _said(border: Border) -> str:
    verb = "go" if border.movers > 1 else "goes"
    moved = f"{border.movers} {verb} up and {border.movers} down"
    if not border.movers:
        moved = "nobody moves by the table"
    if not border.play_offs:
        return moved
    return f"{moved}, and there {'are' if border.play_offs > 1 else 'is'} {_held(border)}"


def _held(border: Border) -> str:
    return f"{border.play_offs} play-off{'s' if border.play_offs > 1 else ''}"
