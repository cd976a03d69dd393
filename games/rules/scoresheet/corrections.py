"""Correct an earlier deal: its effects on later deals are computed again (rules.md 3.19)."""

from games.rules.base.language import _
from games.rules.base.refusal import IllegalCommand
from games.rules.match.events import Event, MatchEnded
from games.rules.play.scoring import has_ended
from games.rules.scoresheet import results
from games.rules.scoresheet.commands import CorrectDeal, RecordDeal
from games.rules.scoresheet.deals import is_same, recorded, stands
from games.rules.scoresheet.events import DealCorrected, DealUndone, SheetEvent
from games.rules.scoresheet.evolve import evolve
from games.rules.scoresheet.state import FINAL, REPORTED, Sheet

Events = list[Event | SheetEvent]


def correct(sheet: Sheet, command: CorrectDeal, reporter: int) -> Events:
    """Return the events that undo the deal and all later ones, and record the corrected and the later deals.

    Refusals: `result_final`, `disputed`, `no_such_deal`, those of impossible deals, and `later_deals` if a
    later deal could then not have been played. There are no events if the deal has this content already.
    """
    deal = command.deal
    opened = results.reopened(sheet, command.reason)
    results.require_not_disputed(sheet)
    if not 1 <= deal.deal <= sheet.deals:
        raise IllegalCommand("no_such_deal", _("This deal has not been recorded."))
    if is_same(sheet, deal):
        return []
    twin = sheet.copy()
    events: Events = [*opened, DealCorrected(deal.deal)]
    events += [DealUndone(number) for number in range(sheet.deals, deal.deal - 1, -1)]
    for event in events:
        evolve(twin, event)
    recorded_events = _record(twin, deal)
    for number in range(deal.deal + 1, sheet.deals + 1):
        recorded_events += _record_again(twin, stands(sheet, number), deal.deal)
    return [*events, *recorded_events, *_end(sheet, twin, recorded_events, reporter)]


def _record(twin: Sheet, deal: RecordDeal) -> Events:
    recorded_events = recorded(twin, deal)
    for event in recorded_events:
        evolve(twin, event)
    return recorded_events


def _record_again(twin: Sheet, deal: RecordDeal, corrected: int) -> Events:
    try:
        return _record(twin, deal)
    except IllegalCommand as refusal:
        reason = refusal.sentence
        if refusal.code == "match_over":
            reason = _("The match would have been over before it.")
        sentence = _("If deal {corrected} is changed like this, deal {deal} cannot be right. {reason}")
        message = sentence.format(corrected=corrected, deal=deal.deal, reason=reason)
        raise IllegalCommand("later_deals", message) from refusal


def _end(sheet: Sheet, twin: Sheet, recorded_events: Events, reporter: int) -> Events:
    """Return the report of a match that is over by its points, or had been ended by the referee."""
    if any(isinstance(event, MatchEnded) for event in recorded_events):
        return results.report_if_over(twin, recorded_events, reporter)
    was_ended = sheet.phase in (REPORTED, FINAL) and not has_ended(sheet.standing())
    return results.report(twin, reporter) if was_ended or has_ended(twin.standing()) else []
