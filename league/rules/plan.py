"""What a draw is made of: rounds of matches, and who sits in them or will once earlier matches are over."""

import msgspec

PLAYED, RESET = "", "losers_side_won"
"""When a match is needed: always, or only if the losers' side won the match before it."""


class Slot(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A seat of a match: an entrant, whoever takes a place of an earlier match, or nobody (a bye).

    `entrant` is an entry number from 1. With `of`, the id of an earlier match, `place` counts from 1: the
    winner, the second … (the loser of two is place 2). A slot that says nothing is a bye.
    """

    entrant: int = 0
    of: str = ""
    place: int = 0

    @property
    def is_bye(self) -> bool:
        """Whether nobody will ever sit here."""
        return not self.entrant and not self.of


class PlannedMatch(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A match by its id within the stage (`W2.1`: match 1 of round W2); slots in seat order."""

    id: str
    slots: list[Slot]
    name: str = ""
    needed: str = PLAYED


class PlannedRound(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Matches drawn together. `advance` of each match go on (0 where nobody goes out); `byes` sit out.

    Ids: R1, R2 … (single elimination, elimination to 500, round robin, Swiss, season), W…, L…, GF (double
    elimination), P3 (third place) and further placement rounds. `is_final` finds the champion; `group` is the
    index of the group that it is drawn for.
    """

    id: str
    name: str
    matches: list[PlannedMatch]
    byes: list[int] = []
    advance: int = 0
    is_final: bool = False
    group: int = 0
