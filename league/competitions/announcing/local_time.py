"""A moment by the date and hour that people write, in the time zone of their club."""

import datetime as dt
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _

from games.localization import dates
from games.rules.base.refusal import Refusal


def moment(day: dt.date, time: dt.time, zone: ZoneInfo) -> dt.datetime:
    """Return a moment by local time; the first of two when clocks go back.

    Refusal `no_such_time` for an hour that is left out when clocks go forward.
    """
    utc = dt.datetime.combine(day, time, zone).astimezone(dt.UTC)
    if utc.astimezone(zone).replace(tzinfo=None) != dt.datetime.combine(day, time):
        sentence = _("On {named} the clocks go forward: {time} does not exist.")
        raise Refusal("no_such_time", sentence.format(named=dates.weekday(day), time=dates.clock(time)))
    return utc
