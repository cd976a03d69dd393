"""Decide a command of a score sheet: return its events, or refuse it (rules.md 3.19).

Points, eliminations, the next dealer, the end and the places come from the rules of online matches.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeGuard

from msgspec.structs import replace

from games.rules.base.language import _
from games.rules.base.refusal import IllegalCommand
from games.rules.match.commands import Command
from games.rules.match.events import (
    NOBODY,
    ChallengeFailed,
    ChallengeMade,
    ChallengeUpheld,
    DealerChosen,
    Event,
    RefereePenalty,
)
from games.rules.play.scoring import has_ended
from games.rules.scoresheet import results
from games.rules.scoresheet.commands import (
    ConfirmResult,
    CorrectDeal,
    EndMatch,
    FallSilent,
    NameDealer,
    NoteChallenge,
    ObjectToResult,
    Penalise,
    RecordDeal,
    RejoinSeat,
    RetireSeat,
    SettleDispute,
    SheetCommand,
    TakeBackPenalty,
    UndoDeal,
)
from games.rules.scoresheet.corrections import correct
from games.rules.scoresheet.deals import (
    DealRecorded,
    recorded,
    require_running,
    require_seat,
)
from games.rules.scoresheet.events import (
    UNASKED,
    DealUndone,
    PenaltyTakenBack,
    ResultFinal,
    ResultReported,
    SeatRejoined,
    SeatRetired,
    SheetEvent,
)
from games.rules.scoresheet.evolve import evolve
from games.rules.scoresheet.penalties import ANY_NUMBER, cost
from games.rules.scoresheet.state import REPORTED, Sheet

__all__ = [
    "ConfirmResult",
    "CorrectDeal",
    "DealRecorded",
    "EndMatch",
    "FallSilent",
    "NameDealer",
    "NoteChallenge",
    "ObjectToResult",
    "Penalise",
    "RecordDeal",
    "RejoinSeat",
    "RetireSeat",
    "SettleDispute",
    "Sheet",
    "SheetCommand",
    "TakeBackPenalty",
    "UndoDeal",
    "asking_only",
    "decide",
]

Events = list[Event | SheetEvent]


def decide(sheet: Sheet, command: SheetCommand, *, reporter: int = NOBODY) -> Events:
    """Return the events of a command and leave the sheet as it is; IllegalCommand if it is refused.

    No events mean that it was carried out before. `reporter` is the seat of the sender, -1 for a scorekeeper
    who does not play.
    """
    return _RULES[type(command)](sheet, command, reporter)


def asking_only(sheet: Sheet, events: Events, *, unasked: Sequence[int]) -> Events:
    """Return the events of a report that asks no player without an account: these cannot answer.

    Where nobody is left to be asked the result is final.
    """
    told = [replace(event, unasked=list(unasked)) if _is_report(event) else event for event in events]
    twin = sheet.copy()
    for event in told:
        evolve(twin, event)
    return told if twin.phase != REPORTED or twin.asked() else [*told, ResultFinal(UNASKED)]


def _is_report(event: Event | SheetEvent) -> TypeGuard[ResultReported]:
    return isinstance(event, ResultReported)


def _record(sheet: Sheet, command: RecordDeal, reporter: int) -> Events:
    events = recorded(sheet, command)
    return events + results.report_if_over(sheet, events, reporter)


def _undo(sheet: Sheet, command: UndoDeal, _reporter: int) -> Events:
    opened = results.reopened(sheet, command.reason)
    results.require_not_disputed(sheet)
    if not sheet.deals:
        raise IllegalCommand("nothing_recorded", _("No deal has been recorded yet."))
    if command.deal != sheet.deals:
        raise IllegalCommand(
            "not_the_last",
            _("Only the last deal can be undone: that is deal {deal}.").format(deal=sheet.deals),
        )
    return [*opened, DealUndone(command.deal)]


def _penalise(sheet: Sheet, command: Penalise, _reporter: int) -> Events:
    require_running(sheet)
    require_seat(sheet, command.seat)
    words = command.words if command.kind == ANY_NUMBER else ""
    return [RefereePenalty(command.seat, cost(command, sheet.options), command.kind, words)]


def _take_back_penalty(sheet: Sheet, command: TakeBackPenalty, _reporter: int) -> Events:
    require_running(sheet)
    if all(seat != command.seat for _deal, seat in sheet.penalties):
        raise IllegalCommand("no_penalty", _("This player has no penalty that could be taken back."))
    return [PenaltyTakenBack(command.seat)]


def _note_challenge(sheet: Sheet, command: NoteChallenge, _reporter: int) -> Events:
    require_running(sheet)
    require_seat(sheet, command.seat)
    require_seat(sheet, command.target)
    if command.seat == command.target:
        raise IllegalCommand("no_such_seat", _("You cannot challenge your own card."))
    if sheet.options.draw_four_challenge == "off":
        raise IllegalCommand("rule_off", _("Under these rules no one can challenge."))
    outcome = ChallengeUpheld if command.was_right else ChallengeFailed
    return [ChallengeMade(command.seat, command.target, []), outcome(command.seat, command.target)]


def _name_dealer(sheet: Sheet, command: NameDealer, _reporter: int) -> Events:
    require_running(sheet)
    if sheet.deals:
        raise IllegalCommand("dealer_known", _("The first dealer can be changed only before the first deal."))
    require_seat(sheet, command.seat)
    return [] if sheet.top.dealer == command.seat else [DealerChosen(command.seat)]


def _retire(sheet: Sheet, command: RetireSeat, reporter: int) -> Events:
    require_running(sheet)
    require_seat(sheet, command.seat)
    if command.reason not in ("left", "disqualified"):
        raise IllegalCommand("bad_value", _("A player has left or was disqualified."))
    seats = [command.seat]
    if sheet.options.teams == "partners":
        seats.append((command.seat + 2) % 4)  # partners leave together
    events: Events = [SeatRetired(seat, sheet.deals + 1, command.reason) for seat in seats]
    twin = sheet.copy()
    for event in events:
        evolve(twin, event)
    return events + (results.report(twin, reporter) if has_ended(twin.standing()) else [])


def _rejoin(sheet: Sheet, command: RejoinSeat, _reporter: int) -> Events:
    require_running(sheet)
    if sheet.retired.get(command.seat) != sheet.deals + 1:
        raise IllegalCommand("not_retired", _("This player has not left, or a deal was recorded since."))
    seats = [command.seat]
    if sheet.options.teams == "partners":
        seats.append((command.seat + 2) % 4)
    return [SeatRejoined(seat) for seat in seats]


def _end_match(sheet: Sheet, _command: EndMatch, reporter: int) -> Events:
    require_running(sheet)
    if not sheet.deals:
        raise IllegalCommand("nothing_recorded", _("No deal has been recorded yet."))
    return results.report(sheet, reporter)


_RULES: Final[dict[type[Command], Callable[[Sheet, Any, int], Events]]] = {
    RecordDeal: _record,
    UndoDeal: _undo,
    CorrectDeal: correct,
    Penalise: _penalise,
    TakeBackPenalty: _take_back_penalty,
    NoteChallenge: _note_challenge,
    NameDealer: _name_dealer,
    RetireSeat: _retire,
    RejoinSeat: _rejoin,
    EndMatch: _end_match,
    ConfirmResult: results.confirm,
    ObjectToResult: results.object_to,
    FallSilent: results.fall_silent,
    SettleDispute: results.settle,
}
