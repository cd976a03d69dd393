"""The parts of a draw: rounds of matches, and who sits in them now or once earlier matches are over."""

import msgspec

PLAYED, RESET = "", "losers_side_won"
"""When a match is needed: always, or only if the losers' side won the match before it."""

TO_THE_FINAL, CONSOLATION = "R", "C"
"""The letters of the rounds that lead to the final, and of the rounds of a consolation bracket."""

BETWEEN_DIVISIONS = -1
"""The group of the play-offs of a season, which are between divisions."""


class Slot(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A seat of a match: an entrant, a place of an earlier match, or nobody (a bye).

    `entrant` is an entry number from 1. With `of`, the id of an earlier match, `place` counts from 1: the
    winner, the second … (the loser of two is place 2). With a `division` of a season, from 1, it is a place
    of its final table. A slot without any of these is a bye.
    """

    entrant: int = 0
    of: str = ""
    place: int = 0
    division: int = 0

    @property
    def is_bye(self) -> bool:
        """Whether nobody will ever sit here."""
        return not self.entrant and not self.of and not self.division


class PlannedMatch(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A match by its id within the stage (`W2.1`: match 1 of round W2); slots in seat order.

    Where a meeting is the best of several matches, `best_of` is their number: `W2.1.3` is match 3 of the
    meeting `W2.1`. The places of its last match are those of the meeting, even if that match is not needed.
    """

    id: str
    slots: list[Slot]
    name: str = ""
    needed: str = PLAYED
    best_of: int = 1

    @property
    def meeting(self) -> str:
        """The id of its meeting: its own id where the meeting is a single match."""
        return self.id.rpartition(".")[0] if self.best_of > 1 else self.id

    @property
    def game(self) -> int:
        """The number of the match in its meeting, from 1."""
        return int(self.id.rpartition(".")[2]) if self.best_of > 1 else 1

    @property
    def last(self) -> str:
        """The id of the last match of its meeting, whose places are those of the meeting."""
        return f"{self.meeting}.{self.best_of}" if self.best_of > 1 else self.id


class PlannedRound(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Matches drawn together. `advance` of each match advance (0: nobody goes out); `byes` have no match.

    A bye names an entrant, or the place of an earlier match, like a seat. Ids: R1, R2 … (single elimination,
    elimination to 500, round robin, Swiss, season), W…, L…, GF (double elimination), P3 (third place) and
    further placement rounds, C… (consolation), P (play-offs of a season). `is_final` finds the champion;
    `group` is the index of its group.
    """

    id: str
    name: str
    matches: list[PlannedMatch]
    byes: list[Slot] = []
    advance: int = 0
    is_final: bool = False
    group: int = 0

    @property
    def letter(self) -> str:
        """The first letter of its id, after the prefix of its group."""
        return self.id.rsplit(".", 1)[-1][0]

    @property
    def is_consolation(self) -> bool:
        """Whether it belongs to the consolation, for entrants who lost their first match of a knock-out."""
        return self.letter == CONSOLATION

    @property
    def is_play_off(self) -> bool:
        """Whether these are the matches between the divisions of a season, which count in no standings."""
        return self.group == BETWEEN_DIVISIONS


def bye_id(planned: PlannedRound, index: int) -> str:
    """Return the id of a bye of a round; `index` from 0."""
    return f"{planned.id}.bye{index + 1}"
