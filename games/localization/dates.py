"""Dates and times as the reader's language writes them.

Moments are written in the time zone that they carry: whoever calls has chosen it.
"""

import datetime as dt
from functools import cache

from babel import Locale, dates

from games.localization.locales import locale_of_reader

_WITH_WEEKDAY_AND_YEAR = {"en": "EEEE d MMMM y"}
"""Without the comma that CLDR has in this form only, not in the one without a year."""


def day(when: dt.date) -> str:
    """Return `23 November 2026`."""
    return dates.format_date(when, "long", locale=locale_of_reader())


def month(when: dt.date) -> str:
    """Return `November 2026`, as a heading: with a capital."""
    words = dates.format_skeleton("yMMMM", when, locale=locale_of_reader())
    return words[:1].upper() + words[1:]


def weekday(when: dt.date) -> str:
    """Return `Monday 23 November`."""
    return _written(_widened(locale_of_reader(), "MMMEd"), when)


def weekday_of_year(when: dt.date) -> str:
    """Return `Monday 23 November 2026`."""
    locale = locale_of_reader()
    return _written(_WITH_WEEKDAY_AND_YEAR.get(locale.language, locale.date_formats["full"].pattern), when)


def clock(when: dt.time | dt.datetime) -> str:
    """Return `19:05`, or `7:05 PM` where people count to twelve."""
    return dates.format_time(_plain(when), "short", locale=locale_of_reader())


def clock_with_seconds(when: dt.time | dt.datetime) -> str:
    """Return `19:05:07`."""
    return dates.format_time(_plain(when), "medium", locale=locale_of_reader())


def moment(when: dt.datetime) -> str:
    """Return `23 November 2026, 19:05`."""
    return _joined(day(when), clock(when))


def moment_with_seconds(when: dt.datetime) -> str:
    """Return `23 November 2026, 19:05:07`."""
    return _joined(day(when), clock_with_seconds(when))


def moment_with_zone(when: dt.datetime) -> str:
    """Return `23 November 2026, 19:05 UTC`."""
    return _joined(day(when), clock_with_zone(when))


def near_moment(when: dt.datetime) -> str:
    """Return `Mon 23 Nov, 19:05 UTC`: for a moment not far away, where its time zone matters."""
    short = dates.format_skeleton("MMMEd", when, locale=locale_of_reader())
    return _joined(short, clock_with_zone(when))


def clock_with_zone(when: dt.datetime) -> str:
    """Return `19:05 UTC`."""
    return f"{clock(when)} {when:%Z}"


def span(begins: dt.datetime, ends: dt.datetime) -> str:
    """Return `Monday 23 November 2026, 19:00–22:30`; the second day is named if it is another."""
    locale = locale_of_reader()
    first = weekday_of_year(begins)
    if begins.date() == ends.date():
        skeleton = "hm" if "h" in locale.time_formats["short"].pattern else "Hm"
        hours = dates.format_interval(_plain(begins), _plain(ends), skeleton, locale=locale)
        return _joined(first, hours)
    last = _joined(weekday(ends), clock(ends))
    between: str = locale.interval_formats[None]
    return between.format(_joined(first, clock(begins)), last)


def _plain(when: dt.time | dt.datetime) -> dt.time | dt.datetime:
    """Return the same hour without a time zone: Babel would turn it into UTC."""
    return when.replace(tzinfo=None)


def _joined(date: str, time: str) -> str:
    pattern = str(locale_of_reader().datetime_formats["long"])
    return pattern.replace("{0}", time).replace("{1}", date)


def _written(pattern: str, when: dt.date) -> str:
    return dates.parse_pattern(pattern).apply(when, locale_of_reader())


@cache
def _widened(locale: Locale, skeleton: str) -> str:
    """Return a short pattern with whole words, as CLDR derives the patterns that it does not list."""
    pattern = str(locale.datetime_skeletons[skeleton].pattern)
    for letter, short in (("M", "MMM"), ("E", "E"), ("c", "ccc")):
        pattern = pattern.replace(short, letter * 4)
    return pattern
