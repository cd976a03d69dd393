"""The commands of a table with real cards (rules.md 3.19). Seats and cards as in `match.commands`."""

from games.rules.cards.cards import Card
from games.rules.match.commands import Command


class RecordDeal(Command, frozen=True):
    """Record a deal by its number from 1 on; a deal is recorded once.

    `out` is the seat that went out first, None if nobody could play on. `left` holds for every other seat of
    the deal its points or its cards. Under `win_loss` only hands that may have lost need be counted. `then`
    are the seats that went out afterwards, in this order, in a round to the last; `is_blocked` says that the
    round was not finished. `emptied` is how often each hand became empty, where that counts.
    """

    deal: int
    out: int | None
    left: dict[int, int | list[Card]]
    then: list[int] = []
    is_blocked: bool = False
    emptied: dict[int, int] = {}


class UndoDeal(Command, frozen=True):
    """Undo the last deal that stands, named by its number.

    With a reason also where the result was final at once, because nobody was asked to confirm it.
    """

    deal: int
    reason: str = ""


class CorrectDeal(Command, frozen=True):
    """Correct a deal that stands; later deals stay as they were recorded. `reason` as in `UndoDeal`."""

    deal: RecordDeal
    reason: str = ""


class Penalise(Command, frozen=True):
    """A referee gives a seat penalty cards. `kind` is one of `penalties.kinds`, which says how many.

    Only for the kind `penalty` the referee names the number, and says in `words` what it is for.
    """

    seat: int
    kind: str = "penalty"
    cards: int | None = None
    words: str = ""


class TakeBackPenalty(Command, frozen=True):
    """Take back the last penalty of a seat."""

    seat: int


class NoteChallenge(Command, frozen=True):
    """Note that a seat challenged the Wild Draw Four of another, and whether it was right."""

    seat: int
    target: int
    was_right: bool


class NameDealer(Command, frozen=True):
    """Name the first dealer, before the first deal is recorded."""

    seat: int


class RetireSeat(Command, frozen=True):
    """A player leaves the match or is disqualified: no more cards, last place. `reason` as in the event."""

    seat: int
    reason: str = "left"


class RejoinSeat(Command, frozen=True):
    """Undo the retirement of a seat, as long as no deal was recorded without it."""

    seat: int


class EndMatch(Command, frozen=True):
    """End the match after the deals that stand, as the organizer or because the time is up."""


class ConfirmResult(Command, frozen=True):
    """A player agrees with the reported result."""

    seat: int


class ObjectToResult(Command, frozen=True):
    """A player does not agree with the reported result. The reason is for the referee and not in the log."""

    seat: int
    reason: str = ""


class FallSilent(Command, frozen=True):
    """The clock makes the reported result final because nobody has objected in time."""


class SettleDispute(Command, frozen=True):
    """The referee lets the reported result stand, or opens the sheet again and undoes `undo` deals.

    The reason is for everybody, and in the log.
    """

    stands: bool
    undo: int = 0
    reason: str = ""


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
