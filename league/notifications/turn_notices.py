"""Notices to players at tables: it is their turn, where turns are long; a seat is kept for them.

E-mails tell of turns only where they last days.

A sweep finds the tables that have waited for a while: two players who are both there need no notices. The key
names the end of the turn, so that looking again notifies nobody twice. The turn of a player on vacation ends
a whole turn after the vacation, so that it is news when the player is back.
"""

import datetime as dt
from collections.abc import Sequence
from functools import partial
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _

from games.localization import dates
from games.models import Seat, Table
from games.tables import deadlines
from games.turns import awaited_seats
from league.models import Notice
from league.notifications import kinds, notices
from league.notifications.notices import About, Letter
from league.notifications.quiet_hours import zone_of
from league.notifications.task_requests import ask

TELL_KEPT_SEATS: Final = "league.tasks.tell_kept_seats"
WAITS: Final = dt.timedelta(minutes=5)
"""How long a turn lasts before its player is notified; of a short one a fifth at most."""


def tell_turns(*, at: dt.datetime) -> int:
    """Notify the players whose turn it is; return of how many. Two queries, and some for each new turn."""
    waiting = awaited_seats().filter(
        table__turn_seconds__gte=deadlines.TOLD_FROM.total_seconds(), table__turn_ends_at__gt=at
    )
    seats = {
        _key(seat.table): seat for seat in waiting.select_related("table") if _has_waited(seat.table, at)
    }
    if not seats:
        return 0
    told = set(Notice.objects.filter(kind=kinds.YOUR_TURN, key__in=seats).values_list("key", flat=True))
    new = {key: seat for key, seat in seats.items() if key not in told}
    for key, seat in new.items():
        assert seat.player_id is not None
        about = partial(_about, seat.table, zone_of(seat.player_id), at)
        by_mail = _lasts_days(seat.table)
        notices.send(kinds.YOUR_TURN, [seat.player_id], key, about=about, by_mail=by_mail, at=at)
    return len(new)


def request_notices(sender: object, *, table_id: int, **_facts: Any) -> None:  # noqa: ARG001 - Django's
    """Ask a worker to notify the players for whom seats of a table are kept."""
    ask(TELL_KEPT_SEATS, table_id)


def tell_kept_seats(table_id: int | None = None, *, at: dt.datetime) -> int:
    """Notify everybody for whom a seat is kept, at one table or at all; return how many.

    Once for each player and table: a host who keeps a seat again and again sends one notice.
    """
    kept = Seat.objects.filter(kept_until__gt=at, kept_for__isnull=False, table__status=Table.Status.OPEN)
    if table_id is not None:
        kept = kept.filter(table=table_id)
    seats = list(kept.select_related("table__rematch_of"))
    if not seats:
        return 0
    before = Notice.objects.filter(kind=kinds.SEAT_KEPT, key__in={_key_of_seat(seat.table) for seat in seats})
    told = set(before.values_list("player", "key"))
    letters = [
        Letter(kinds.SEAT_KEPT, seat.kept_for_id, _key_of_seat(seat.table), partial(_about_seat, seat.table))
        for seat in seats
        if seat.kept_for_id is not None and (seat.kept_for_id, _key_of_seat(seat.table)) not in told
    ]
    notices.send_all(letters, at=at)
    return len(letters)


def who_wants(shown: Sequence[Notice]) -> dict[int, str]:
    """Return by notice, in a sentence, who keeps a seat for its reader, which no notice keeps. One query."""
    kept = {notice.key: notice.pk for notice in shown if notice.kind == kinds.SEAT_KEPT}
    if not kept:
        return {}
    numbers = [number for key in kept if (number := key.partition(":")[2]).isdecimal()]
    tables = Table.objects.filter(pk__in=numbers, host__isnull=False).select_related("host", "rematch_of")
    return {kept[_key_of_seat(table)]: _wants(table) for table in tables}


def drop_played() -> int:
    """Drop e-mails and push notices of turns that were played while they waited; return how many."""
    waiting = Notice.objects.filter(kind=kinds.YOUR_TURN).filter(
        Q(mail=Notice.Mail.WAITING) | Q(push_at__isnull=False)
    )
    keys = dict(waiting.order_by().values_list("pk", "key"))
    if not keys:
        return 0
    seats = awaited_seats().filter(player__notices__in=keys, table__turn_ends_at__isnull=False)
    current = {_key(seat.table) for seat in seats.select_related("table")}
    played = Notice.objects.filter(pk__in=[pk for pk, key in keys.items() if key not in current])
    played.filter(mail=Notice.Mail.WAITING).update(mail=Notice.Mail.NONE, mail_at=None)
    played.update(push_at=None)
    return sum(key not in current for key in keys.values())


def _has_waited(table: Table, at: dt.datetime) -> bool:
    assert table.turn_ends_at is not None
    waits = min(WAITS, dt.timedelta(seconds=table.turn_seconds / 5))
    return table.turn_ends_at - deadlines.time_allowed(table, table.state_name) <= at - waits


def _lasts_days(table: Table) -> bool:
    return table.turn_seconds >= deadlines.DAY.total_seconds()


def _key(table: Table) -> str:
    assert table.turn_ends_at is not None
    return f"turn:{table.pk}.{int(table.turn_ends_at.timestamp())}"


def _about(table: Table, zone: ZoneInfo, at: dt.datetime) -> About:
    """Return the notice of a turn; when the turn ends is said without the date if that is today."""
    assert table.due_at is not None
    subject = _("Your turn: {table}").format(table=table.title)
    ends = table.due_at.astimezone(zone)
    is_today = ends.date() == at.astimezone(zone).date()
    when = dates.clock_with_zone(ends) if is_today else dates.near_moment(ends)
    text = _("You have until {when}. If your time runs out, a bot plays for you.").format(when=when)
    return About(subject, text, reverse("table", args=[table.pk]))


def _key_of_seat(table: Table) -> str:
    return f"seat:{table.pk}"


def _wants(table: Table) -> str:
    assert table.host is not None
    is_rematch = hasattr(table, "rematch_of")
    sentence = _("{name} wants a rematch.") if is_rematch else _("{name} wants to play with you.")
    return sentence.format(name=table.host.name)


def _about_seat(table: Table) -> About:
    subject = _("Rematch: {table}") if hasattr(table, "rematch_of") else _("A seat for you: {table}")
    text = _("Your seat is kept for you for a while.")
    return About(subject.format(table=table.title), text, reverse("table", args=[table.pk]))
