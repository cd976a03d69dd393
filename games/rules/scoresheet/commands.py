"""What is asked at a table with real cards (rules.md 3.19). Seats and cards as in `commands`."""

from games.rules.cards.cards import Card
from games.rules.match.commands import Command


class RecordDeal(Command, frozen=True):
    """Record a deal by its number, from 1 on, which is also the guard: a deal is recorded once.

    `out` is who went out first, None where nobody could play on. `left` says for every other seat in the
    deal what it still held: points, or the cards. Under `win_loss` only suspicious hands need be counted.
    `then` are those who went out afterwards, in this order, in a round to the last; `is_blocked` says that it
    was not played to its end. `emptied` is how often each hand became empty, where that is what counts.
    """

    deal: int
    out: int | None
    left: dict[int, int | list[Card]]
    then: list[int] = []
    is_blocked: bool = False
    emptied: dict[int, int] = {}


class UndoDeal(Command, frozen=True):
    """Take the last deal back that stands; its number is the guard."""

    deal: int


class CorrectDeal(Command, frozen=True):
    """Write a deal that stands anew in its place; those after it stay as they were recorded."""

    deal: RecordDeal


class Penalise(Command, frozen=True):
    """A referee gives a seat penalty cards. `kind` is one of `physical_penalties.kinds`, which know how many.

    Only for the kind `penalty` the referee says how many.
    """

    seat: int
    kind: str = "penalty"
    cards: int | None = None


class TakeBackPenalty(Command, frozen=True):
    """Take back the last penalty of a seat."""

    seat: int


class NoteChallenge(Command, frozen=True):
    """Note that a seat challenged the Wild Draw Four of another, and who was right."""

    seat: int
    target: int
    was_right: bool


class NameDealer(Command, frozen=True):
    """Say who deals first, before the first deal is recorded."""

    seat: int


class RetireSeat(Command, frozen=True):
    """A player leaves the match or is disqualified: no more cards, last place. `reason` as in the event."""

    seat: int
    reason: str = "left"


class RejoinSeat(Command, frozen=True):
    """Take back that a seat has retired, as long as no deal was recorded without it."""

    seat: int


class EndMatch(Command, frozen=True):
    """End the match after the deals that stand: by the organiser, or because the time is up."""


class ConfirmResult(Command, frozen=True):
    """A player agrees with the reported result."""

    seat: int


class ObjectToResult(Command, frozen=True):
    """A player does not agree with the reported result. The reason is for the referee, and in no log."""

    seat: int
    reason: str = ""


class FallSilent(Command, frozen=True):
    """The clock: nobody has objected for so long that the reported result counts."""


class SettleDispute(Command, frozen=True):
    """The referee lets the reported result stand, or opens the sheet again with `undo` deals taken back."""

    stands: bool
    undo: int = 0


SheetCommand = (
    RecordDeal
    | UndoDeal
    | CorrectDeal
    | Penalise
    | TakeBackPenalty
    | NoteChallenge
    | NameDealer
    | RetireSeat
    | RejoinSeat
    | EndMatch
    | ConfirmResult
    | ObjectToResult
    | FallSilent
    | SettleDispute
)
