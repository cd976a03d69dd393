"""Quiet hours: no e-mail of a notice and no push notice reaches a player in these hours of the day.

Their time zone is also that in which their player reads times.
"""

import datetime as dt
from collections.abc import Collection
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils.translation import gettext as _

from games.models import Player
from games.rules.base.refusal import Refusal
from league.models import Club, QuietHours


def quiet_until(players: Collection[int], *, at: dt.datetime) -> dict[int, dt.datetime]:
    """Return when the quiet hours of players end, for those whose hours are quiet now. One query."""
    rows = QuietHours.objects.filter(player__in=players)
    ends = {row.player_id: end_of(row, at) for row in rows}
    return {player: end for player, end in ends.items() if end is not None}


def end_of(hours: QuietHours, at: dt.datetime) -> dt.datetime | None:
    """Return when quiet hours end; None when a time is not within them. They may go past midnight."""
    zone = ZoneInfo(hours.time_zone)
    now = at.astimezone(zone)
    is_over_midnight = hours.starts >= hours.ends
    clock = now.time().replace(tzinfo=None)
    is_evening = clock >= hours.starts
    is_morning = clock < hours.ends
    is_quiet = (is_evening or is_morning) if is_over_midnight else (is_evening and is_morning)
    if not is_quiet:
        return None
    day = now.date() + dt.timedelta(days=1) if is_over_midnight and is_evening else now.date()
    return dt.datetime.combine(day, hours.ends, tzinfo=zone).astimezone(dt.UTC)


def zone_of(player: int) -> ZoneInfo:
    """Return the time zone in which a player reads times: of their quiet hours, else of their first club.

    Without either it is that of the site. Two queries at most.
    """
    hours = QuietHours.objects.filter(player=player).first()
    if hours is not None:
        return ZoneInfo(hours.time_zone)
    club = Club.objects.filter(membership__player=player).order_by("membership").first()
    return (club or Club()).zone


@transaction.atomic
def set_hours(player: Player, *, starts: dt.time, ends: dt.time, time_zone: str) -> None:
    """Set the quiet hours of a player. Refusal: `bad_value` for hours that begin and end at the same time."""
    if starts == ends:
        raise Refusal("bad_value", _("Quiet hours begin and end at different times."))
    facts = {"starts": starts, "ends": ends, "time_zone": time_zone}
    QuietHours.objects.update_or_create(player=player, defaults=facts)


def remove(player: Player) -> None:
    """Remove the quiet hours of a player. Twice changes nothing."""
    QuietHours.objects.filter(player=player).delete()
