"""Notices to players for whom a seat is kept. A worker sends them at once, and a sweep what was missed."""

import datetime as dt
from functools import partial
from typing import Any, Final

from django.urls import reverse
from django.utils.translation import gettext as _

from games.models import Seat, Table
from league.models import Notice
from league.notifications import kinds, notices
from league.notifications.notices import About, Letter
from league.notifications.task_requests import ask

TASK: Final = "league.tasks.tell_kept_seats"


def request_notices(sender: object, *, table_id: int, **_facts: Any) -> None:  # noqa: ARG001 - Django's
    """Ask a worker to notify those for whom seats of a table are kept."""
    ask(TASK, table_id)


def tell_kept_seats(table_id: int | None = None, *, at: dt.datetime) -> int:
    """Notify everybody for whom a seat is kept, at one table or at all; return how many.

    Once for each player and table: a host who keeps a seat again and again sends one notice.
    """
    kept = Seat.objects.filter(kept_until__gt=at, kept_for__isnull=False, table__status=Table.Status.OPEN)
    if table_id is not None:
        kept = kept.filter(table=table_id)
    seats = list(kept.select_related("table"))
    if not seats:
        return 0
    before = Notice.objects.filter(kind=kinds.SEAT_KEPT, key__in={_key(seat.table) for seat in seats})
    told = set(before.values_list("player", "key"))
    letters = [
        Letter(kinds.SEAT_KEPT, seat.kept_for_id, _key(seat.table), partial(_about, seat.table))
        for seat in seats
        if seat.kept_for_id is not None and (seat.kept_for_id, _key(seat.table)) not in told
    ]
    notices.send_all(letters, at=at)
    return len(letters)


def _key(table: Table) -> str:
    return f"seat:{table.pk}"


def _about(table: Table) -> About:
    subject = _("A seat for you: {table}").format(table=table.title)
    text = _("Someone wants to play with you and keeps a seat for you for a while.")
    return About(subject, text, reverse("table", args=[table.pk]))
