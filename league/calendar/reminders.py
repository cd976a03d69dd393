"""Send the reminders of matchdays, each once, however often the sweep runs."""

import datetime as dt
from typing import Final

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext_lazy as _

from league.calendar import matchday_notices
from league.http.choices import not_a_choice
from league.models import REMIND_HOURS, Club, ClubCalendar, Matchday

LONGEST_HOURS: Final = 30 * 24
HOURS: Final = [
    *(("2", _("2 hours")), ("12", _("12 hours")), ("24", _("One day")), ("48", _("Two days"))),
    *(("72", _("Three days")), ("168", _("A week")), ("0", _("No reminder"))),
]
"""The choices of how long before a matchday its people are reminded."""


def usual_hours(club: Club) -> int:
    """Return how many hours before a matchday of a club its people are reminded, 0 for never. One query."""
    row = ClubCalendar.objects.filter(club=club).first()
    return row.remind_hours if row else REMIND_HOURS


def check_hours(hours: int) -> int:
    """Return the hours if they are a choice; otherwise ValidationError."""
    if str(hours) not in dict(HOURS):
        raise not_a_choice(hours)
    return hours


def set_usual_hours(club: Club, hours: int) -> None:
    """Set the default hours for reminders of a club's matchdays."""
    ClubCalendar.objects.update_or_create(club=club, defaults={"remind_hours": hours})


def due(at: dt.datetime) -> list[int]:
    """Return the matchdays with due reminders. One query."""
    ahead = Matchday.objects.filter(
        is_cancelled=False, starts_at__gt=at, starts_at__lte=at + dt.timedelta(hours=LONGEST_HOURS)
    ).exclude(reminded_for=F("starts_at"))
    rows = ahead.values_list("pk", "starts_at", "remind_hours", "club__calendar__remind_hours")
    return [pk for pk, starts, own, usual in rows if _is_due(starts, own, usual, at)]


@transaction.atomic
def remind(matchday_id: int, *, at: dt.datetime) -> bool:
    """Remind the people of a matchday, once for each start; return whether it did so now.

    The row is locked and marked in the transaction of the notices. Matchday.DoesNotExist.
    """
    matchday = Matchday.objects.select_for_update(of=("self",)).select_related("club").get(pk=matchday_id)
    if matchday.is_cancelled or matchday.starts_at <= at or matchday.reminded_for == matchday.starts_at:
        return False
    matchday_notices.of_reminder(matchday, at=at)
    matchday.reminded_for = matchday.starts_at
    matchday.save(update_fields=["reminded_for"])
    return True


def _is_due(starts: dt.datetime, own: int | None, usual: int | None, at: dt.datetime) -> bool:
    hours = next(choice for choice in (own, usual, REMIND_HOURS) if choice is not None)
    return hours > 0 and starts <= at + dt.timedelta(hours=hours)
