"""What happened at a table with real cards beside the events of a round (rules.md 3.19).

WARNING: these names and fields are a storage format, as in `events`. Every deal that is recorded also has
the events in which a round is scored online: round_started, round_ended, points_scored and so on.
"""

import msgspec

from games.rules.cards.cards import Card
from games.rules.match.events import NOBODY


class SheetEvent(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The root of all events of a score sheet that no online match has."""


class HandsCounted(SheetEvent, frozen=True):
    """What everybody held when the deal was over: points by seat, -1 for a hand that nobody counted.

    `out` are the seats that went out, in this order; `is_blocked` says that not all did who had to.
    `hands` are the cards where they were named, else empty; `emptied` is how often each hand became empty,
    where that is what counts.
    """

    left: list[int]
    hands: list[list[Card]]
    out: list[int]
    is_blocked: bool = False
    emptied: list[int] = []


class DealUndone(SheetEvent, frozen=True):
    """The last deal that stood stands no more."""

    deal: int


class DealCorrected(SheetEvent, frozen=True):
    """A deal is written anew: it and those after it are undone and recorded in the same step."""

    deal: int


class SeatRetired(SheetEvent, frozen=True):
    """A seat is out of the match from this deal on. `reason` is left or disqualified."""

    seat: int
    deal: int
    reason: str


class SeatRejoined(SheetEvent, frozen=True):
    """A seat that had retired is in the match as if it had never been out."""

    seat: int


class PenaltyTakenBack(SheetEvent, frozen=True):
    """The last penalty of a seat that stood stands no more."""

    seat: int


class ResultReported(SheetEvent, frozen=True):
    """The match has ended by the score sheet; `seat` is who kept it, if that is one of the players."""

    seat: int = NOBODY


class ResultConfirmed(SheetEvent, frozen=True):
    """A player agrees with the reported result."""

    seat: int


class ResultDisputed(SheetEvent, frozen=True):
    """A player does not agree; what they say about it stands apart from the log."""

    seat: int


class DisputeSettled(SheetEvent, frozen=True):
    """The referee has decided: the result stands, or the sheet is open again to be corrected."""

    stands: bool


class ResultFinal(SheetEvent, frozen=True):
    """The result counts. `reason` is unasked, confirmed, silence or referee."""

    reason: str
