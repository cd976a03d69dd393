"""Notices to referees: a table calls. A worker sends them at once, and a sweep what was missed."""

import datetime as dt
from collections.abc import Mapping
from functools import partial
from typing import Final

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _

from games.models import Seat
from league.models import Notice, RefereeCall
from league.notifications import kinds, notices
from league.notifications.notices import About
from league.notifications.recipients import referees_of
from league.notifications.task_requests import ask

TASK: Final = "league.tasks.tell_calls"
_CALLED: Final = "?show=called"
"""Shows the tables that call only: the notice of a call leads there as long as the call is open."""


def request_notices(versions: Mapping[tuple[str, int], int]) -> None:
    """Ask a worker to notify referees when the desk of a competition has changed."""
    for kind, pk in versions:
        if kind == "desk":
            ask(TASK, pk)


def tell_calls(competition_id: int | None = None, *, at: dt.datetime) -> int:
    """Notify the referees of every open call, of one competition or of all; return of how many calls.

    Whoever plays at the table decides nothing there and hears nothing, unless nobody else is a referee. A
    caller gets no notice of that call. Notices of calls that have just ended say so.
    """
    since = at - kinds.KINDS[kinds.REFEREE_CALL].use
    calls = RefereeCall.objects.filter(Q(done_at=None, called_at__gt=since) | Q(done_at__gt=since))
    if competition_id is not None:
        calls = calls.filter(competition=competition_id)
    by_key = {_key(call): call for call in calls.select_related("competition", "table")}
    rows = Notice.objects.filter(kind=kinds.REFEREE_CALL, key__in=by_key).values_list("key", "link")
    told = dict(rows.distinct().order_by()) if by_key else {}
    for key, link in told.items():
        call = by_key[key]
        if call.done_at is not None and link.endswith(_CALLED):
            over = partial(_over, call.competition_id, call.table.title)
            notices.replace(kinds.REFEREE_CALL, key, about=over, at=at)
    new = [call for key, call in by_key.items() if key not in told and call.done_at is None]
    for call in new:
        referees = set(referees_of(call.competition))
        seated = set(Seat.objects.filter(table=call.table_id).values_list("player", flat=True))
        about = partial(_called, call.competition_id, call.table.title)
        others = (referees - seated) or (referees - {call.player_id})
        notices.send(kinds.REFEREE_CALL, others, _key(call), about=about, at=at)
    return len(new)


def over_for(user_id: int, *, at: dt.datetime) -> list[int]:
    """Return the notices of calls that a user has no longer to see on an open page. One query."""
    since = at - kinds.KINDS[kinds.REFEREE_CALL].use
    rows = Notice.objects.filter(player__user=user_id, kind=kinds.REFEREE_CALL, read_at__gt=since)
    return list(rows.order_by().values_list("pk", flat=True))


def caller_of(notice: Notice) -> str:
    """Return the name of the player who called, which no notice keeps; empty for other kinds. One query."""
    if notice.kind != kinds.REFEREE_CALL:
        return ""
    number = notice.key.partition(":")[2]
    call = RefereeCall.objects.filter(pk=number).select_related("player").first()
    return call.player.name if call and call.player else ""


def _key(call: RefereeCall) -> str:
    return f"call:{call.pk}"


def _called(competition_id: int, table: str) -> About:
    subject = _("Referee called: {table}").format(table=table)
    link = reverse("tables_overview", args=[competition_id]) + _CALLED
    return About(subject, _("A player needs the referee. Open the tables to say that you are coming."), link)


def _over(competition_id: int, table: str) -> About:
    subject = _("Referee no longer needed: {table}").format(table=table)
    link = reverse("tables_overview", args=[competition_id])
    return About(subject, _("The call was answered or cancelled."), link)
