"""Matchdays as a calendar of RFC 5545, for the calendar programs of phones and computers."""

import datetime as dt
import unicodedata
from collections.abc import Sequence
from typing import Final

from django.conf import settings
from icalendar import Calendar, Event, vText

from league.models import Matchday

_MAKER: Final = "-//Wildleague//Calendar//EN"
_AGAIN: Final = dt.timedelta(hours=1)


def calendar(name: str, matchdays: Sequence[Matchday]) -> bytes:
    """Return a calendar. The same matchdays give the same bytes, so that nothing unchanged looks new.

    Times are UTC. An event keeps its UID for ever; SEQUENCE and LAST-MODIFIED say which version is newer.
    """
    made = Calendar()
    made.add("prodid", _MAKER)
    made.add("version", "2.0")
    # Both are text, which the library does not know: it would not escape them.
    made.add("name", vText(_plain(name)))
    made.add("x-wr-calname", vText(_plain(name)))
    made.add("refresh-interval", _AGAIN, parameters={"VALUE": "DURATION"})
    made.add("x-published-ttl", "PT1H")
    for matchday in matchdays:
        made.add_component(_event(matchday))
    body: bytes = made.to_ical()
    return body


def _event(matchday: Matchday) -> Event:
    event = Event()
    link = settings.SITE_URL + matchday.get_absolute_url()
    event.add("uid", f"{matchday.uid}@wildleague")
    event.add("dtstamp", matchday.changed_at.astimezone(dt.UTC).replace(microsecond=0))
    event.add("last-modified", matchday.changed_at.astimezone(dt.UTC).replace(microsecond=0))
    event.add("sequence", matchday.sequence)
    event.add("dtstart", matchday.starts_at.astimezone(dt.UTC))
    event.add("dtend", matchday.ends_at.astimezone(dt.UTC))
    event.add("summary", _plain(f"{matchday.name} – {matchday.club.name}"))
    event.add("status", "CANCELLED" if matchday.is_cancelled else "CONFIRMED")
    event.add("description", _plain(f"{matchday.note}\n\n{link}".strip()))
    event.add("url", link)
    if matchday.place:
        event.add("location", _plain(matchday.place))
    return event


def _plain(text: str) -> str:
    """Return a text with uniform line ends and without characters that RFC 5545 forbids."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    return "".join(
        character for character in lines if character == "\n" or unicodedata.category(character) != "Cc"
    )
