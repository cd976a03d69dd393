"""Times of matchdays in the time zone of their club, as people write and read them."""

import datetime as dt

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.localization import dates
from league.models import Matchday


def when(matchday: Matchday) -> str:
    """Return for example “Friday 27 November 2026, 19:00–22:30”, in the time zone of the club.

    It is written as in the reader's language. It reads `matchday.club`.
    """
    zone = matchday.club.zone
    return dates.span(matchday.starts_at.astimezone(zone), matchday.ends_at.astimezone(zone))


def how_soon(matchday: Matchday, at: dt.datetime) -> str:
    """Return “today”, “tomorrow” or “in 3 days”, by the calendar of the club."""
    zone = matchday.club.zone
    days = (matchday.starts_at.astimezone(zone).date() - at.astimezone(zone).date()).days
    if days <= 1:
        return _("today") if days <= 0 else _("tomorrow")
    return ngettext("in {days} day", "in {days} days", days).format(days=days)
