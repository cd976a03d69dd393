"""The announced date of a competition in the calendar, as its pages show it."""

import datetime as dt
from collections.abc import Callable
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


def nobody() -> bool:
    """Tell the place to nobody, as in frames of other sites."""
    return False


def is_member(request: HttpRequest, competition: Competition) -> bool:
    """Whether a visitor may know what members of the club of a competition know."""
    return may(request, "club.see_members", competition.club)


def announced_date(
    competition: Competition, at: dt.datetime, *, is_told_place: Callable[[], bool] = nobody
) -> AnnouncedDate | None:
    """Return the next date of a competition, the last one after it, None without any. One query.

    `is_told_place` is asked where there is a place, which may be a home: it is for entrants and members.
    """
    dates = list(competition.matchdays.filter(is_cancelled=False).order_by("starts_at"))
    if not dates:
        return None
    matchday = next((date for date in dates if date.ends_at > at), dates[-1])
    zone = competition.club.zone
    place = matchday.place if matchday.place and is_told_place() else ""
    when = span(matchday.starts_at.astimezone(zone), matchday.ends_at.astimezone(zone))
    return AnnouncedDate(matchday, when, str(zone), place)
