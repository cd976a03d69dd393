"""The rounds of a stage played so far, in order, as draws, standings and tie-breaks read them."""

from typing import Final

import msgspec

Entrant = int | str
"""An entry number, or a name where there is no competition (draw.md)."""

PLAYED: Final = "played"
FORFEIT: Final = "forfeit"
DOUBLE_FORFEIT: Final = "double_forfeit"
PAIRING_BYE: Final = "pairing_bye"
FULL: Final = "full"
HALF: Final = "half"
ZERO: Final = "zero"


class PlayedMatch(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A match of 2 to 10 entrants in seat order, with the competition points of each.

    `kind` is PLAYED, FORFEIT (`absent` names the entrants who did not play) or DOUBLE_FORFEIT. The optional
    lists are parallel to `points`: places (1 is best, ties share a place), deals won, and the points conceded
    by the cards left in hand. Without the last two these are not known.
    """

    entrants: list[Entrant]
    points: list[float]
    kind: str = PLAYED
    absent: list[Entrant] = []
    places: list[int] = []
    deal_wins: list[int] = []
    points_in_hand: list[int] = []

    @property
    def present(self) -> list[Entrant]:
        """The entrants who met at the table, in seat order; nobody where fewer than two did."""
        if self.kind == DOUBLE_FORFEIT or (self.kind == FORFEIT and len(self.entrants) == 2):
            return []
        there = [entrant for entrant in self.entrants if entrant not in self.absent]
        return there if len(there) > 1 else []


class Bye(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A stage round without a match: PAIRING_BYE (drawn), FULL, HALF or ZERO (asked for or absent)."""

    entrant: Entrant
    points: float = 0
    kind: str = PAIRING_BYE


class PlayedRound(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A stage round. An entrant without a match and without a bye counts as ZERO.

    For the entrants in `unfinished` the round has not started or is not over: it counts neither for nor
    against them.
    """

    matches: list[PlayedMatch] = []
    byes: list[Bye] = []
    unfinished: list[Entrant] = []


class History(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """All rounds so far; `entrants` are in seed order; the entrants in `withdrawn` play no more."""

    entrants: list[Entrant]
    rounds: list[PlayedRound] = []
    withdrawn: list[Entrant] = []
