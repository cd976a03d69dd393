"""Lengths of time in words of the reader's language."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext


def duration(seconds: int) -> str:
    """Return a length of time in its largest one or two units: `3 days 4 h`, `5 min`, `42 s`."""
    if seconds < 120:
        return _("{seconds} s").format(seconds=seconds)
    if seconds < 3600:
        return _("{minutes} min").format(minutes=seconds // 60)
    hours, minutes = divmod(seconds // 60, 60)
    if hours < 24:
        text = _("{hours} h {minutes} min") if minutes else _("{hours} h")
        return text.format(hours=hours, minutes=minutes)
    days, hours = divmod(hours, 24)
    if hours:
        return ngettext("{days} day {hours} h", "{days} days {hours} h", days).format(days=days, hours=hours)
    return ngettext("{days} day", "{days} days", days).format(days=days)
