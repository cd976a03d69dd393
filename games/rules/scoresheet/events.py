"""The events of a table with real cards besides those of a round (rules.md 3.19).

WARNING: these names and fields are a storage format, as in `games.rules.match.events`. Every deal that is
recorded also has the events in which a round is scored online: round_started, round_ended and so on.
"""

from abc import abstractmethod
from typing import Final

import msgspec

from games.rules.base.event_types import event_type
from games.rules.base.language import _, gettext_noop
from games.rules.match.seat_names import Names
from games.rules.match.sentence_patterns import always, of_deal, of_seat
from games.rules.match.state import NOBODY, State
from games.rules.scoresheet.state import DISPUTED, FINAL, REPORTED, CountedHands, Sheet

UNASKED: Final = "unasked"
"""The reason of a result that is final at once: nobody was asked to confirm it."""


class SheetEvent(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The base class of all events of a score sheet that no online match has."""

    @abstractmethod
    def change(self, sheet: Sheet, /) -> None:
        """Change the sheet."""

    @abstractmethod
    def sentence(self, names: Names, /) -> str | None:
        """Return the event in words, None if no one needs to read it; `names` are those of the seats."""


def changes_nothing(_event: SheetEvent, _sheet: Sheet) -> None:
    """Tell people what happened; other events carry the change."""


@event_type("hands_counted")
class HandsCounted(CountedHands, SheetEvent, frozen=True):
    """The hands at the end of a deal are counted; the fields are those of `CountedHands`."""

    def change(self, sheet: Sheet) -> None:
        sheet.counted.append(self)
        self.count(sheet.top)

    def count(self, state: State) -> None:
        """Set the hands at the end of a round in the state of the rules."""
        state.left = self.left[:]
        state.hands = [hand[:] for hand in self.hands]
        state.emptied = self.emptied[:] or [0] * state.seats

    def sentence(self, names: Names) -> str | None:
        held = [
            f"{names[seat]} {left}"
            for seat, left in enumerate(self.left)
            if left >= 0 and (left or self.hands[seat])
        ]
        return _("Left in hand: {list}").format(list=", ".join(held)) if held else None


@event_type("deal_undone")
class DealUndone(SheetEvent, frozen=True):
    """The last deal is undone."""

    deal: int

    def change(self, sheet: Sheet) -> None:
        sheet.states.pop()
        sheet.started.pop()
        sheet.counted.pop()
        sheet.reopen()

    sentence = of_deal(gettext_noop("Deal {deal} was undone"))


@event_type("deal_corrected")
class DealCorrected(SheetEvent, frozen=True):
    """A deal is corrected: it and all later deals are undone and recorded in the same step."""

    deal: int

    change = changes_nothing

    sentence = of_deal(gettext_noop("Deal {deal} was corrected"))


@event_type("seat_retired")
class SeatRetired(SheetEvent, frozen=True):
    """A seat is out of the match from this deal on. `reason` is left or disqualified."""

    seat: int
    deal: int
    reason: str

    def change(self, sheet: Sheet) -> None:
        sheet.retired[self.seat] = self.deal

    def sentence(self, names: Names) -> str:
        return (_("{name} left the match") if self.reason == "left" else _("{name} was disqualified")).format(
            name=names[self.seat]
        )


@event_type("seat_rejoined")
class SeatRejoined(SheetEvent, frozen=True):
    """The retirement of a seat is undone."""

    seat: int

    def change(self, sheet: Sheet) -> None:
        del sheet.retired[self.seat]

    sentence = of_seat(gettext_noop("{name} is in the match again"))


@event_type("penalty_taken_back")
class PenaltyTakenBack(SheetEvent, frozen=True):
    """The last penalty of a seat is taken back."""

    seat: int

    def change(self, sheet: Sheet) -> None:
        last = max(place for place, (_deal, seat) in enumerate(sheet.penalties) if seat == self.seat)
        del sheet.penalties[last]

    sentence = of_seat(gettext_noop("The penalty of {name} was taken back"))


@event_type("table_result_reported", upcasts=[dict])
class ResultReported(SheetEvent, frozen=True):
    """The match has ended by the score sheet; `seat` is that of a scorekeeper who plays.

    The seats in `unasked` have no account with which they could confirm the result.
    """

    seat: int = NOBODY
    unasked: list[int] = []

    def change(self, sheet: Sheet) -> None:
        sheet.phase = REPORTED
        sheet.unasked = set(self.unasked)
        sheet.reporter = self.seat

    sentence = always(gettext_noop("The result was reported"))


@event_type("table_result_confirmed")
class ResultConfirmed(SheetEvent, frozen=True):
    """A player agrees with the reported result."""

    seat: int

    def change(self, sheet: Sheet) -> None:
        sheet.confirmed.add(self.seat)

    sentence = of_seat(gettext_noop("{name} confirmed the result"))


@event_type("table_result_disputed")
class ResultDisputed(SheetEvent, frozen=True):
    """A player does not agree; the reason is not in the log."""

    seat: int

    def change(self, sheet: Sheet) -> None:
        sheet.phase = DISPUTED
        sheet.objectors.add(self.seat)

    sentence = of_seat(gettext_noop("{name} objected to the result"))


@event_type("dispute_settled", upcasts=[dict])
class DisputeSettled(SheetEvent, frozen=True):
    """The referee has decided: the result stands, or the sheet is open again to be corrected."""

    stands: bool
    reason: str = ""

    def change(self, sheet: Sheet) -> None:
        if not self.stands:
            sheet.reopen()

    def sentence(self, names: Names) -> str:
        words = (
            _("The referee lets the result stand")
            if self.stands
            else _("The referee reopened the score sheet")
        )
        return f"{words}: {self.reason}" if self.reason else words


@event_type("table_result_final")
class ResultFinal(SheetEvent, frozen=True):
    """The result is final. `reason` is unasked, confirmed, silence or referee."""

    reason: str

    def change(self, sheet: Sheet) -> None:
        sheet.phase = FINAL
        sheet.is_unasked = self.reason == UNASKED

    def sentence(self, names: Names) -> str:
        return _(_WHY_FINAL[self.reason])


@event_type("table_result_reopened")
class ResultReopened(SheetEvent, frozen=True):
    """A result that was final at once is taken back, because a deal was entered wrongly."""

    reason: str

    def change(self, sheet: Sheet) -> None:
        sheet.reopen()

    def sentence(self, names: Names) -> str:
        return _("The final result was taken back: {reason}").format(reason=self.reason)


_WHY_FINAL: Final = {
    UNASKED: gettext_noop("The result is final"),
    "confirmed": gettext_noop("Everyone has confirmed: the result is final"),
    "silence": gettext_noop("No one objected: the result is final"),
    "referee": gettext_noop("The referee has decided: the result is final"),
}
