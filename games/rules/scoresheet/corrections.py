"""An earlier deal written anew in its place: whatever follows from it is worked out again (rules.md 3.19)."""

from games.rules.base.language import _
from games.rules.base.refusal import IllegalCommand
from games.rules.match.events import Event, MatchEnded
from games.rules.play.scoring import has_ended
from games.rules.scoresheet import results
from games.rules.scoresheet.commands import CorrectDeal, RecordDeal
from games.rules.scoresheet.deals import is_same, recorded, stands
from games.rules.scoresheet.events import DealCorrected, DealUndone, SheetEvent
from games.rules.scoresheet.state import REPORTED, Sheet

Happened = list[Event | SheetEvent]


def correct(sheet: Sheet, command: CorrectDeal, reporter: int) -> Happened:
    """Return the deal taken back with all after it, written anew, and these as they were recorded.

    Refusals: `result_final`, `disputed`, `no_such_deal`, those of what cannot be true, and `later_deals` if a
    deal after it could not have been played then. Nothing happens where the deal says this already.
    """
    deal = command.deal
    results.require_not_final(sheet)
    results.require_not_disputed(sheet)
    if not 1 <= deal.deal <= sheet.deals:
        raise IllegalCommand("no_such_deal", _("This deal has not been recorded."))
    if is_same(sheet, deal):
        return []
    twin = sheet.copy()
    events: Happened = [DealCorrected(deal.deal)]
    events += [DealUndone(number) for number in range(sheet.deals, deal.deal - 1, -1)]
    for event in events:
        twin.follow(event)
    written = _write(twin, deal)
    for number in range(deal.deal + 1, sheet.deals + 1):
        written += _write_again(twin, stands(sheet, number), deal.deal)
    return [*events, *written, *_end(sheet, twin, written, reporter)]


def _write(twin: Sheet, deal: RecordDeal) -> Happened:
    written = recorded(twin, deal)
    for event in written:
        twin.follow(event)
    return written


def _write_again(twin: Sheet, deal: RecordDeal, corrected: int) -> Happened:
    try:
        return _write(twin, deal)
    except IllegalCommand as refused:
        reason = refused.sentence
        if refused.code == "match_over":
            reason = _("The match would have been over before it.")
        sentence = _("With deal {corrected} like this, deal {deal} cannot be true. {reason}")
        told = sentence.format(corrected=corrected, deal=deal.deal, reason=reason)
        raise IllegalCommand("later_deals", told) from refused


def _end(sheet: Sheet, twin: Sheet, written: Happened, reporter: int) -> Happened:
    """Return the report of a match that is over by its points, or was ended by somebody before."""
    if any(isinstance(event, MatchEnded) for event in written):
        return results.report_if_over(twin, written, reporter)
    was_ended = sheet.phase == REPORTED and not has_ended(sheet.standing())
    return results.report(twin, reporter) if was_ended or has_ended(twin.standing()) else []
