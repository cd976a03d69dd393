"""The kinds of results that a match can have."""

from typing import Final

from games.rules.base.language import gettext_noop

PLAYED: Final = "played"
WALKOVER: Final = "walkover"
FORFEIT: Final = "forfeit"
DOUBLE_FORFEIT: Final = "double_forfeit"
VOID: Final = "void"
ADJUDICATED: Final = "adjudicated"
OPEN: Final = "open"
NOT_NEEDED: Final = "not_needed"
"""For a match whose meeting was decided without it."""

NOT_PLAYED: Final = (WALKOVER, DOUBLE_FORFEIT, NOT_NEEDED)
"""Results without a deal."""

LABELS: Final = {
    PLAYED: gettext_noop("played"),
    WALKOVER: gettext_noop("walkover: the others did not come"),
    FORFEIT: gettext_noop("forfeit: someone gave up or broke the rules"),
    DOUBLE_FORFEIT: gettext_noop("double forfeit: no one is placed"),
    VOID: gettext_noop("void: does not count"),
    ADJUDICATED: gettext_noop("adjudicated by the organizer"),
}
"""The kinds that organizers choose from; to be translated where they are shown."""

WITHOUT_PLACES: Final = (DOUBLE_FORFEIT, VOID)
