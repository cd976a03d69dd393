"""The result of a match with real cards: it is reported, then confirmed or disputed, and at last final."""

from games.rules.base.language import _, ngettext
from games.rules.base.refusal import IllegalCommand
from games.rules.base.spelling import legible
from games.rules.match.events import Event, MatchEnded
from games.rules.play.scoring import match_winners, placements
from games.rules.scoresheet.commands import ConfirmResult, FallSilent, ObjectToResult, SettleDispute
from games.rules.scoresheet.events import (
    UNASKED,
    DealUndone,
    DisputeSettled,
    ResultConfirmed,
    ResultDisputed,
    ResultFinal,
    ResultReopened,
    ResultReported,
    SheetEvent,
)
from games.rules.scoresheet.state import DISPUTED, FINAL, REPORTED, RUNNING, Sheet

Events = list[Event | SheetEvent]


def report(sheet: Sheet, reporter: int) -> Events:
    """Return the end of the match with the places after the last deal; `reporter` is a seat or -1."""
    state = sheet.standing()
    return [MatchEnded(match_winners(state), placements(state)), *_reported(sheet, reporter)]


def report_if_over(sheet: Sheet, events: Events, reporter: int) -> Events:
    """Return the report of the result if the events of a recorded deal end the match."""
    return _reported(sheet, reporter) if _ends(events) else []


def confirm(sheet: Sheet, command: ConfirmResult, _reporter: int) -> Events:
    """Let a player confirm; the last player who is asked makes the result final.

    Refusals: `not_reported`, `disputed`, `not_asked`. Confirming twice, or a final result, changes nothing.
    """
    if command.seat in sheet.confirmed and sheet.phase in (REPORTED, FINAL):
        return []
    require_not_disputed(sheet)
    _require_reported(sheet)
    asked = sheet.asked()
    if command.seat not in asked:
        raise IllegalCommand("not_asked", _("This player is not asked to confirm the result."))
    confirmed: Events = [ResultConfirmed(command.seat)]
    return [*confirmed, ResultFinal("confirmed")] if asked == {command.seat} else confirmed


def object_to(sheet: Sheet, command: ObjectToResult, _reporter: int) -> Events:
    """Open a dispute, or join it. Refusals: `not_reported`, `result_final`, `no_such_seat`."""
    if command.seat in sheet.objectors:
        return []
    if sheet.phase != DISPUTED:
        _require_reported(sheet)
    if not 0 <= command.seat < sheet.top.seats:
        raise IllegalCommand("no_such_seat", _("There is no such seat at this table."))
    return [ResultDisputed(command.seat)]


def fall_silent(sheet: Sheet, _command: FallSilent, _reporter: int) -> Events:
    """Make a reported result final because nobody has objected. Refusals: as of `confirm`."""
    require_not_disputed(sheet)
    _require_reported(sheet)
    return [ResultFinal("silence")]


def settle(sheet: Sheet, command: SettleDispute, _reporter: int) -> Events:
    """Let the referee decide, with or without a dispute. Refusals: as of `confirm`, and `bad_value`."""
    if sheet.phase != DISPUTED:
        _require_reported(sheet)
    reason = legible(" ".join(command.reason.split()))
    if command.stands:
        if command.undo:
            raise IllegalCommand("bad_value", _("A result that stands has no deals to undo."))
        return [DisputeSettled(stands=True, reason=reason), ResultFinal("referee")]
    if not 0 <= command.undo <= sheet.deals:
        sentence = ngettext(
            "There is only {number} deal to undo.", "There are only {number} deals to undo.", sheet.deals
        )
        raise IllegalCommand("bad_value", sentence.format(number=sheet.deals))
    undone = [DealUndone(sheet.deals - number) for number in range(command.undo)]
    return [DisputeSettled(stands=False, reason=reason), *undone]


def require_not_final(sheet: Sheet) -> None:
    """Refuse (`result_final`) to change a final result."""
    if sheet.phase == FINAL:
        raise IllegalCommand("result_final", _("The result is final: only a correction can change it now."))


def reopened(sheet: Sheet, reason: str) -> Events:
    """Return the events that open a result that was final at once; none before the result is final.

    Refusal `result_final` without a reason, and where somebody confirmed or decided.
    """
    if sheet.phase != FINAL:
        return []
    words = legible(" ".join(reason.split()))
    if not (sheet.is_unasked and words):
        require_not_final(sheet)
    return [ResultReopened(words)]


def require_not_disputed(sheet: Sheet) -> None:
    """Refuse (`disputed`) to change a disputed result."""
    if sheet.phase == DISPUTED:
        raise IllegalCommand("disputed", _("Someone objected: the referee must decide first."))


def _require_reported(sheet: Sheet) -> None:
    require_not_final(sheet)
    if sheet.phase == RUNNING:
        raise IllegalCommand("not_reported", _("The match is not over yet."))


def _ends(events: Events) -> bool:
    return any(isinstance(event, MatchEnded) for event in events)


def _reported(sheet: Sheet, reporter: int) -> Events:
    events: Events = [ResultReported(reporter)]
    others = set(range(sheet.top.seats)) - {reporter} - set(sheet.retired)
    if not sheet.asks:
        events.append(ResultFinal(UNASKED))
    elif not others:
        events.append(ResultFinal("confirmed"))
    return events
