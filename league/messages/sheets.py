"""DOOR from score sheets of real cards to notices: a result waits for a yes, or somebody objects to it.

A sweep looks at the tables that wait. What each is told of is named by the event that began it, so that
looking again tells nobody twice.
"""

import datetime as dt
from typing import Final

from django.db.models import Max
from django.urls import reverse

from games import scores
from games.models import TableEvent
from league.messages import kinds, notices
from league.messages.notices import About
from league.messages.whom import referees_of
from league.models import Match, Notice

REPORTED: Final = "reported"
DISPUTED: Final = "disputed"
_EVENTS: Final = {REPORTED: "table_result_reported", DISPUTED: "table_result_disputed"}


def tell_waiting(*, at: dt.datetime) -> int:
    """Tell those whose word is awaited; return at how many tables. Three queries, and some for each."""
    waiting = Match.objects.filter(table__is_physical=True, table__state_name__in=_EVENTS)
    matches = {one.table_id: one for one in waiting.select_related("table", "competition")}
    if not matches:
        return 0
    began = TableEvent.objects.order_by().filter(stream__in=matches, name__in=_EVENTS.values())
    last = began.values_list("stream").annotate(Max("version"))
    keys = {table: f"sheet:{table}.{version}" for table, version in last}
    known = set(Notice.objects.filter(key__in=keys.values()).values_list("key", flat=True))
    new = [table for table, key in keys.items() if key not in known]
    for table in new:
        _tell(matches[table], keys[table], at)
    return len(new)


def _tell(match: Match, key: str, at: dt.datetime) -> None:
    assert match.table is not None
    sheet, name = scores.look(match.table.pk), match.competition.name
    seated = {seat.index: seat.player_id for seat in sheet.seats if seat.player_id}
    if sheet.phase == REPORTED:
        text = f"{name}: the result of {match.table.name} is in. Is it right? Confirm it, or object."
        about = About(f"Result to confirm: {name}", text, reverse("table", args=[match.table.pk]))
        asked = [seated[seat] for seat in sheet.asked if seat in seated]
        notices.send(kinds.CONFIRM, asked, key, about=about, at=at)
    elif sheet.phase == DISPUTED:
        text = f"{name}: somebody objects to the result of {match.table.name}. The referee decides."
        mine = About(f"Dispute: {name}", text, reverse("table", args=[match.table.pk]))
        notices.send(kinds.DISPUTE, seated.values(), key, about=mine, at=at)
        theirs = mine._replace(link=reverse("dispute", args=[match.table.pk]))
        referees = set(referees_of(match.competition)) - set(seated.values())
        notices.send(kinds.DISPUTE, referees, key, about=theirs, at=at)
