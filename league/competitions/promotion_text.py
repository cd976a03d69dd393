"""The outcome of a season for its divisions, in words: up, down, a play-off and how it ended."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from league.rules.competition.stage import Stage
from league.rules.competition.state import State
from league.rules.settings.divisions import (
    LOST_PLAY_OFF,
    NO_WINNER,
    PROMOTED,
    RELEGATED,
    WON_PLAY_OFF,
    Border,
)
from league.rules.settings.stages import StageSettings
from league.rules.stages.season_outcomes import PLAYS_OFF, fates_of

_WORDS = {
    PROMOTED: gettext_lazy("moves up"),
    RELEGATED: gettext_lazy("moves down"),
    PLAYS_OFF: gettext_lazy("plays off for division {n}"),
    WON_PLAY_OFF: gettext_lazy("won the play-off for division {n}"),
    LOST_PLAY_OFF: gettext_lazy("lost the play-off for division {n}"),
    NO_WINNER: gettext_lazy("no one won the play-off for division {n}"),
}
_ARROWS = {PROMOTED: "↑ ", RELEGATED: "↓ "}


def of(state: State, stage: Stage) -> dict[int, list[str]]:
    """Return by entrant what the final tables say, and the play-offs; nothing of those who just stay."""
    return {
        entrant: [_ARROWS.get(fate.reason, "") + str(_WORDS[fate.reason]).format(n=fate.division)]
        for entrant, fate in fates_of(state, stage).items()
    }


def at_borders(settings: StageSettings) -> list[str]:
    """Return promotion and relegation between the divisions, in sentences."""
    borders = settings.borders
    if len(set(borders)) < 2:
        return [
            _("Between two divisions: {movement}.").format(movement=_movement(border))
            for border in borders[:1]
        ]
    sentences = []
    for number, border in enumerate(borders, start=1):
        sentence = _("Between divisions {upper} and {lower}: {movement}.")
        if number == len(borders):
            sentence = _("Between divisions {upper} and {lower} and further down: {movement}.")
        sentences.append(sentence.format(upper=number, lower=number + 1, movement=_movement(border)))
    return sentences


def in_short(borders: Sequence[Border]) -> str:
    """Return promotion and relegation in a few words; empty where it differs or is not settled."""
    return _movement(borders[0]) if len(set(borders)) == 1 else ""


def _movement(border: Border) -> str:
    moved = _("no one up or down")
    if border.movers:
        moved = ngettext("{n} up and {n} down", "{n} up and {n} down", border.movers).format(n=border.movers)
    if not border.play_offs:
        return moved
    held = ngettext("{n} play-off", "{n} play-offs", border.play_offs).format(n=border.play_offs)
    return f"{moved}, {held}"
