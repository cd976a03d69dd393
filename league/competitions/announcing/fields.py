"""The fields of an announcement: bounds of numbers, choices, and what an empty field means."""

from typing import Final, NamedTuple

from games.bots.strengths import CLUB, STRENGTHS
from league.rules.brackets.series import FROM_FINAL, FROM_SEMI_FINALS, LENGTHS
from league.rules.decisions.announcement import (
    EVENING,
    LONGEST_ROUND,
    LONGEST_SILENCE,
    MOST_AT_A_BORDER,
    MOST_ENTRANTS,
    MOST_GROUPS,
    MOST_MINUTES,
    MOST_ROUNDS,
    MOST_STREAK,
)
from league.rules.settings.entry import ENTRIES, EVERYONE
from league.rules.settings.stages import BY_SEED, BY_TOTAL, MOST_BYES
from league.rules.settings.venues import AT_ONCE, BY_SILENCE, BY_THE_OTHERS, ELSEWHERE, ONLINE, PHYSICAL
from league.rules.swiss.usual_opponents import BOTTOM, MIDDLE, TOP

LONGEST_NAME: Final = 80
YES: Final = "1"
"""The value of a choice between an empty text, as usual, and the other way."""


class Number(NamedTuple):
    """The bounds of a whole number, and what is usual; None where that follows from other facts."""

    least: int
    most: int
    usual: int | None


class Choice(NamedTuple):
    """The values that can be chosen beside an empty one, and what is usual."""

    values: tuple[int, ...] | tuple[str, ...]
    usual: int | str | None


NUMBERS: Final = {
    "minutes": Number(0, MOST_MINUTES, 0),
    "silence_minutes": Number(1, LONGEST_SILENCE, 10),
    "round_minutes": Number(0, LONGEST_ROUND, 0),
    "table_size": Number(2, 10, 4),
    "rounds": Number(1, MOST_ROUNDS, 3),
    "divisions": Number(1, MOST_GROUPS, 1),
    "movers": Number(0, MOST_AT_A_BORDER, 1),
    "play_offs": Number(0, MOST_AT_A_BORDER, 0),
    "groups": Number(1, MOST_GROUPS, 4),
    "qualify": Number(1, 64, 2),
    "best_of_rest": Number(0, 64, 0),
    "cut": Number(2, 256, 8),
    "advance": Number(1, 9, 2),
    "byes": Number(0, MOST_BYES, 0),
    "separate_clubs": Number(0, MOST_ROUNDS, 0),
    "best_of": Number(0, MOST_ROUNDS, 0),
    "minimum": Number(0, MOST_ROUNDS, 0),
    "evening_minutes": Number(EVENING[0], EVENING[-1], 120),
    "streak": Number(0, MOST_STREAK, 2),
    "bye_points": Number(0, 1000, None),
    "target": Number(50, 2000, None),
    "limit": Number(0, MOST_ENTRANTS, 0),
}
CHOICES: Final = {
    "turn_seconds": Choice((20, 30, 60, 180, 600, 3_600, 86_400, 259_200, 604_800), 60),
    "bank_seconds": Choice((0, 60, 180, 600, 3_600, 86_400, 259_200), None),
    "away_after": Choice((1, 2, 3, 5, 10), None),
    "at_end": Choice((YES,), ""),
    "leavers": Choice((YES,), ""),
    "counts_for": Choice((YES,), ""),
    "entry": Choice(ENTRIES, EVERYONE),
    "venue": Choice((ONLINE, PHYSICAL, ELSEWHERE), ONLINE),
    "confirmation": Choice((AT_ONCE, BY_THE_OTHERS, BY_SILENCE), BY_SILENCE),
    "legs": Choice((1, 2), 1),
    "reseed": Choice((BY_SEED, BY_TOTAL), ""),
    "best_of_matches": Choice(tuple(LENGTHS), 1),
    "best_of_from": Choice((FROM_SEMI_FINALS, FROM_FINAL), ""),
    "meetings_first": Choice(("meetings", "points"), "meetings"),
    "fold": Choice((0, 1), 0),
    "pull_up": Choice((TOP, MIDDLE, BOTTOM), ""),
    "bot_pause_ms": Choice((1200, 350, 0), 1200),
    "bot_strength": Choice(STRENGTHS, CLUB),
}
USUAL: Final[dict[str, object]] = {
    **{name: number.usual for name, number in NUMBERS.items()},
    **{name: choice.usual for name, choice in CHOICES.items()},
    "bots": False,
    "third_place": False,
    "placement": False,
    "consolation": False,
    "points": {},
}
"""The default of a field that is left empty, or that the kind of the competition does not ask for."""
