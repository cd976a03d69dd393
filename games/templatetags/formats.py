"""Dates, times, lists and numbers in templates, as the reader's language writes them."""

import datetime as dt
import re
from collections.abc import Iterable

from django import template
from django.template.defaultfilters import floatformat

from games.localization import dates, lists, numbers

register = template.Library()


@register.filter(expects_localtime=True)
def day(when: dt.date | None) -> str:
    """Return `23 November 2026`; nothing for a moment that has not come."""
    return dates.day(when) if when else ""


@register.filter(expects_localtime=True)
def moment(when: dt.datetime | None) -> str:
    """Return `23 November 2026, 19:05`."""
    return dates.moment(when) if when else ""


@register.filter(expects_localtime=True)
def moment_with_seconds(when: dt.datetime | None) -> str:
    """Return `23 November 2026, 19:05:07`."""
    return dates.moment_with_seconds(when) if when else ""


@register.filter(expects_localtime=True)
def moment_with_zone(when: dt.datetime | None) -> str:
    """Return `23 November 2026, 19:05 UTC`."""
    return dates.moment_with_zone(when) if when else ""


@register.filter(expects_localtime=True)
def clock(when: dt.time | dt.datetime | None) -> str:
    """Return `19:05`."""
    return dates.clock(when) if when else ""


@register.filter(expects_localtime=True)
def clock_with_seconds(when: dt.time | dt.datetime | None) -> str:
    """Return `19:05:07`."""
    return dates.clock_with_seconds(when) if when else ""


@register.filter
def listed(names: Iterable[object]) -> str:
    """Return `Ana, Bo and Cy`."""
    return lists.listed([str(name) for name in names])


@register.filter(is_safe=True)
def unbroken(words: str) -> str:
    """Return words in which no line ends between two times: `19:00–22:30`."""
    return re.sub(r"(?<=[0-9])–(?=[0-9])", "–\N{WORD JOINER}", words)


@register.filter
def sentences(lines: Iterable[str]) -> str:
    """Return `Ana played red 5. The colour is now red.`; a single line stays without a full stop."""
    return lists.sentences(list(lines))


@register.filter
def one_decimal(value: float | None) -> str:
    """Return `−0.9`, with a minus sign."""
    return str(floatformat(value, 1)).replace("-", "−")


@register.filter
def number(value: float | None) -> str:
    """Return `1,234`."""
    return "" if value is None else numbers.number(value)


@register.filter
def byte_size(count: int) -> str:
    """Return `1.4 GB`."""
    return numbers.byte_size(count)


@register.simple_tag
def percent(share: float) -> str:
    """Return `100%` for the whole."""
    return numbers.percent(share)
