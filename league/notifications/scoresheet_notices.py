"""From score sheets to notices: a result waits for confirmation, or was disputed.

A sweep checks the tables that wait. The key of a notice names the event that began the wait, so that checking
again notifies nobody twice.
"""

import datetime as dt
from functools import partial
from typing import Final

from django.db.models import Max
from django.urls import reverse
from django.utils.translation import gettext as _

from games import scoresheets
from games.models import TableEvent
from league.models import Match, Notice
from league.notifications import kinds, notices
from league.notifications.notices import About
from league.notifications.recipients import referees_of

REPORTED: Final = "reported"
DISPUTED: Final = "disputed"
_EVENTS: Final = {REPORTED: "table_result_reported", DISPUTED: "table_result_disputed"}


def tell_waiting(*, at: dt.datetime) -> int:
    """Notify the players who have to answer; return at how many tables. Three queries, and some for each."""
    waiting = Match.objects.filter(table__is_physical=True, table__state_name__in=_EVENTS)
    matches = {match.table_id: match for match in waiting.select_related("table", "competition")}
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
    sheet, link = scoresheets.look(match.table.pk), reverse("table", args=[match.table.pk])
    seated = {seat.index: seat.player_id for seat in sheet.seats if seat.player_id}
    if sheet.phase == REPORTED:
        asked_players = [seated[seat] for seat in sheet.asked if seat in seated]
        notices.send(kinds.CONFIRM, asked_players, key, about=partial(_to_confirm, match, link), at=at)
    elif sheet.phase == DISPUTED:
        notices.send(kinds.DISPUTE, seated.values(), key, about=partial(_disputed, match, link), at=at)
        to_referees = partial(_disputed, match, reverse("dispute", args=[match.table.pk]))
        referees = set(referees_of(match.competition)) - set(seated.values())
        notices.send(kinds.DISPUTE, referees, key, about=to_referees, at=at)


def _to_confirm(match: Match, link: str) -> About:
    name, table = match.competition.name, _table_of(match)
    text = _("The result of {table} is in. Is it right? Confirm it or object.")
    return About(_("Result to confirm: {name}").format(name=name), text.format(table=table), link)


def _disputed(match: Match, link: str) -> About:
    name, table = match.competition.name, _table_of(match)
    text = _("Someone objects to the result of {table}. The referee decides.")
    return About(_("Dispute: {name}").format(name=name), text.format(table=table), link)


def _table_of(match: Match) -> str:
    """Return the name of the table, without the competition that the subject names."""
    return match.table.title.removeprefix(f"{match.competition.name}: ") if match.table else ""
