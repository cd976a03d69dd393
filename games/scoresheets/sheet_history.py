"""The history of a score sheet: every entry in words, also the undone ones."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.scoresheets import deal_text, result_text
from games.scoresheets.queries import Deal, ScoreSheet, SheetMark
from games.wording import actors


@dataclass(frozen=True)
class Entry:
    """An entry: the number of its deal (else 0), its words, who wrote it and when."""

    deal: int
    words: str
    who: str
    at: dt.datetime
    is_undone: bool = False


OFFENCES: Final = {"penalty": "", **result_text.OFFENCES}
_MARK_TEXTS: Final = {
    "left": _("{} left the match"),
    "disqualified": _("{} was disqualified"),
    "confirmed": _("{} confirmed the result"),
    "disputed": _("{} objected to the result"),
    "reported": _("The result was reported"),
    "stands": _("The referee upheld the result"),
    "reopened": _("The referee reopened the score sheet"),
    "taken_back": _("The final result was taken back"),
    "final": _("The result is final"),
}


def entries(sheet: ScoreSheet, names: Sequence[str]) -> list[Entry]:
    """Return all entries, the oldest first; `names` are those of the seats. Two queries."""
    authors = actors.names(
        [
            *(deal.by for deal in sheet.deals),
            *(deal.undone_by for deal in sheet.deals if deal.undone_by),
            *(mark.by for mark in sheet.marks),
        ]
    )
    written = []
    for deal in sheet.deals:
        text, is_undone = deal_text.describe(deal, names), bool(deal.undone_at)
        written.append(Entry(deal.number, text, authors[deal.by], deal.at, is_undone=is_undone))
        if deal.undone_at:
            written.append(Entry(0, _changed(deal), authors[deal.undone_by], deal.undone_at))
    for mark in sheet.marks:
        text = describe(mark, names)
        written.append(Entry(0, text, authors[mark.by], mark.at, is_undone=mark.is_void))
    return sorted(written, key=lambda entry: entry.at)


def recorded(sheet: ScoreSheet, number: int, names: Sequence[str]) -> Entry | None:
    """Return the entry of a deal that stands, None if there is none. Two queries."""
    deal = sheet.deal(number)
    if deal is None:
        return None
    return Entry(number, deal_text.describe(deal, names), actors.names([deal.by])[deal.by], deal.at)


def describe(mark: SheetMark, names: Sequence[str]) -> str:
    """Return a mark in words."""
    name = names[mark.seat] if mark.seat >= 0 else ""
    if mark.kind == "challenge":
        challenge = (
            gettext("{name}’s challenge of {other} succeeded")
            if mark.was_right
            else gettext("{name}’s challenge of {other} failed")
        )
        return challenge.format(name=name, other=names[mark.target])
    if mark.kind in OFFENCES:
        reason = OFFENCES[mark.kind] or mark.words
        return _penalty(mark.cards, has_reason=bool(reason)).format(
            name=name, count=mark.cards, reason=reason
        )
    text = str(_MARK_TEXTS[mark.kind]).format(name)
    return f"{text}: {mark.words}" if mark.words else text


def _penalty(cards: int, *, has_reason: bool) -> str:
    if has_reason:
        return ngettext(
            "{name} drew {count} card (referee’s ruling: {reason})",
            "{name} drew {count} cards (referee’s ruling: {reason})",
            cards,
        )
    return ngettext(
        "{name} drew {count} card (referee’s ruling)", "{name} drew {count} cards (referee’s ruling)", cards
    )


def _changed(deal: Deal) -> str:
    sentence = (
        gettext("Deal {deal} was corrected") if deal.is_corrected else gettext("Deal {deal} was undone")
    )
    return sentence.format(deal=deal.number)
