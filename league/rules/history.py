"""What was played so far, as draws, standings and tie-breaks read it: by stage round, in order."""

from typing import Final

import msgspec

Entrant = int | str
"""An entry number, or a name where there is no competition behind it (draw.md)."""

PLAYED: Final = "played"
FORFEIT: Final = "forfeit"
DOUBLE_FORFEIT: Final = "double_forfeit"
PAIRING_BYE: Final = "pairing_bye"
FULL: Final = "full"
HALF: Final = "half"
ZERO: Final = "zero"


class PlayedMatch(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A match of 2 to 10 entrants in seat order, with the competition points each got.

    `kind` is PLAYED, FORFEIT (points as given; `absent` names who did not play) or DOUBLE_FORFEIT. The
    optional lists stand beside `points`: places (1 is best, equal ones shared), deals won, and the points
    conceded by what was left in hand.
    """

    entrants: list[Entrant]
    points: list[float]
    kind: str = PLAYED
    absent: list[Entrant] = []
    places: list[int] = []
    deal_wins: list[int] = []
    points_in_hand: list[int] = []


class Bye(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A stage round without a match: PAIRING_BYE (drawn), FULL, HALF or ZERO (asked for or absent)."""

    entrant: Entrant
    points: float = 0
    kind: str = PAIRING_BYE


class PlayedRound(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A stage round. Who is in no match and has no bye is ZERO.

    For those in `unfinished` it has not come yet, or goes on: nothing of it counts for or against them.
    """

    matches: list[PlayedMatch] = []
    byes: list[Bye] = []
    unfinished: list[Entrant] = []


class History(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """All rounds so far; `entrants` in the order of their seeds; those in `withdrawn` play no more."""

    entrants: list[Entrant]
    rounds: list[PlayedRound] = []
    withdrawn: list[Entrant] = []
