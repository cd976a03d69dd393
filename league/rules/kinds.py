"""The kinds of results that a match can have."""

from typing import Final

PLAYED: Final = "played"
WALKOVER: Final = "walkover"
FORFEIT: Final = "forfeit"
DOUBLE_FORFEIT: Final = "double_forfeit"
VOID: Final = "void"
ADJUDICATED: Final = "adjudicated"
OPEN: Final = "open"

SAID: Final = {
    PLAYED: "played",
    WALKOVER: "walkover: the others did not come",
    FORFEIT: "forfeit: somebody gave up or broke the rules",
    DOUBLE_FORFEIT: "double forfeit: nobody takes a place",
    VOID: "void: does not count",
    ADJUDICATED: "adjudicated by the organizer",
}
"""What organizers choose from."""

WITHOUT_PLACES: Final = (DOUBLE_FORFEIT, VOID)
