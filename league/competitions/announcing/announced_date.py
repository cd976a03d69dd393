"""The announced date of a competition in the calendar, as its pages show it."""

import datetime as dt
from typing import NamedTuple

from django.http import HttpRequest

from games.localization.dates import span
from league.models import Competition, Matchday
from league.permissions.policy import may


class AnnouncedDate(NamedTuple):
    """A date in words, in the time zone of its club. `place` is empty for visitors who may not know it."""

    matchday: Matchday
    when: str
    zone: str
    place: str = ""


def announced_date(
    competition: Competition, at: dt.datetime, *, request: HttpRequest | None = None, is_in: bool = False
) -> AnnouncedDate | None:
    """Return the next date of a competition, the last one after it, None without any. One query.

    Its entrants and the members of its club are told the place, which may be a home. Without a request, as in
    frames of other sites, nobody is.
    """
    dates = list(competition.matchdays.filter(is_cancelled=False).order_by("starts_at"))
    if not dates:
        return None
    matchday = next((date for date in dates if date.ends_at > at), dates[-1])
    zone = competition.club.zone
    is_told = request is not None and (is_in or may(request, "club.see_members", competition.club))
    when = span(matchday.starts_at.astimezone(zone), matchday.ends_at.astimezone(zone))
    return AnnouncedDate(matchday, when, str(zone), matchday.place if is_told else "")
