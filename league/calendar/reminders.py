"""Send the reminders of matchdays, each once, however often the sweep comes."""

import datetime as dt
from typing import Final

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext_lazy as _

from league.calendar import telling
from league.http.choices import not_a_choice
from league.models import Club, ClubCalendar, Matchday
from league.models.calendar import REMIND_HOURS

LONGEST_HOURS: Final = 30 * 24
HOURS: Final = [
    *(("2", _("2 hours")), ("12", _("12 hours")), ("24", _("A day")), ("48", _("Two days"))),
    *(("72", _("Three days")), ("168", _("A week")), ("0", _("Not at all"))),
]
"""How long before a matchday its people can be reminded."""


def usual_hours(club: Club) -> int:
    """Return how long before a matchday of a club its people are reminded, 0 for not at all. One query."""
    row = ClubCalendar.objects.filter(club=club).first()
    return row.remind_hours if row else REMIND_HOURS


def check_hours(hours: int) -> int:
    """Return how long before a matchday people are reminded; ValidationError for what cannot be chosen."""
    if str(hours) not in dict(HOURS):
        raise not_a_choice(hours)
    return hours


def keep_usual_hours(club: Club, hours: int) -> None:
    """Remind people so long before every matchday of a club that says nothing else."""
    ClubCalendar.objects.update_or_create(club=club, defaults={"remind_hours": hours})


def due(at: dt.datetime) -> list[int]:
    """Return the matchdays of which people have to be reminded now. One query."""
    ahead = Matchday.objects.filter(
        is_cancelled=False, starts_at__gt=at, starts_at__lte=at + dt.timedelta(hours=LONGEST_HOURS)
    ).exclude(reminded_for=F("starts_at"))
    rows = ahead.values_list("pk", "starts_at", "remind_hours", "club__calendar__remind_hours")
    return [pk for pk, starts, own, usual in rows if _is_due(starts, own, usual, at)]


@transaction.atomic
def remind(matchday_id: int, *, at: dt.datetime) -> bool:
    """Remind the people of a matchday, unless that was done for this beginning; return whether it was now.

    The row is locked and marked in the transaction of the notices. Matchday.DoesNotExist.
    """
    matchday = Matchday.objects.select_for_update(of=("self",)).select_related("club").get(pk=matchday_id)
    if matchday.is_cancelled or matchday.starts_at <= at or matchday.reminded_for == matchday.starts_at:
        return False
    telling.of_reminder(matchday, at=at)
    matchday.reminded_for = matchday.starts_at
    matchday.save(update_fields=["reminded_for"])
    return True


def _is_due(starts: dt.datetime, own: int | None, usual: int | None, at: dt.datetime) -> bool:
    hours = next(one for one in (own, usual, REMIND_HOURS) if one is not None)
    return hours > 0 and starts <= at + dt.timedelta(hours=hours)
