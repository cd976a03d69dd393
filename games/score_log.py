"""What was written on a score sheet and when: every entry in words, also those that were undone."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from games import deal_words, senders
from games.score_sheets import Mark, ScoreSheet
from games.words import count


@dataclass(frozen=True)
class Entry:
    """One thing that was written: of a deal its number (else 0), words, who wrote it and when."""

    deal: int
    words: str
    who: str
    at: dt.datetime
    is_undone: bool = False


OFFENCES: Final = {
    "penalty": "",
    "uno": " for the forgotten UNO",
    "illegal": " for a card that does not fit",
    "false_call": " for a false call",
    "advice": " for giving advice",
    "silence": " for breaking the silence",
    "centre": " for being last at the centre",
}
_SAID: Final = {
    "left": "{} left the match",
    "disqualified": "{} was disqualified",
    "confirmed": "{} confirmed the result",
    "disputed": "{} objected to the result",
    "reported": "The result was reported",
    "stands": "The referee let the result stand",
    "reopened": "The referee opened the sheet again",
    "final": "The result is final",
}


def entries(sheet: ScoreSheet, names: Sequence[str]) -> list[Entry]:
    """Return all that was written, the first one first; `names` are those of the seats. Two queries."""
    who = senders.names(
        [
            *(deal.by for deal in sheet.deals),
            *(deal.undone_by for deal in sheet.deals if deal.undone_by),
            *(mark.by for mark in sheet.marks),
        ]
    )
    found = [
        Entry(
            deal.number, deal_words.told(deal, names), who[deal.by], deal.at, is_undone=bool(deal.undone_at)
        )
        for deal in sheet.deals
    ]
    found += [
        Entry(
            0,
            f"Deal {deal.number} was {'corrected' if deal.is_corrected else 'undone'}",
            who[deal.undone_by],
            deal.undone_at,
        )
        for deal in sheet.deals
        if deal.undone_at
    ]
    found += [
        Entry(0, said(mark, names), who[mark.by], mark.at, is_undone=mark.is_void) for mark in sheet.marks
    ]
    return sorted(found, key=lambda entry: entry.at)


def recorded(sheet: ScoreSheet, number: int, names: Sequence[str]) -> Entry | None:
    """Return the entry of a deal that stands, None if none of this number does. Two queries."""
    deal = sheet.deal(number)
    if deal is None:
        return None
    return Entry(number, deal_words.told(deal, names), senders.names([deal.by])[deal.by], deal.at)


def said(mark: Mark, names: Sequence[str]) -> str:
    """Return a mark in words."""
    name = names[mark.seat] if mark.seat >= 0 else ""
    if mark.kind == "challenge":
        outcome = "was right about" if mark.was_right else "was wrong about"
        return f"{name} challenged and {outcome} {names[mark.target]}"
    if mark.kind in OFFENCES:
        return f"{name} drew {count(mark.cards)}{OFFENCES[mark.kind]}, by the referee"
    return _SAID[mark.kind].format(name)
