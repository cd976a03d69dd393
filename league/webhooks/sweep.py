"""Deliveries of what no log of a competition says: results that wait, dates of clubs.

A sweep looks. What it finds is named by the event or the change that began it, so that looking again writes
nothing twice.
"""

import datetime as dt
from collections.abc import Iterator
from typing import Any, Final

from django.conf import settings
from django.db.models import Exists, OuterRef, Q
from django.urls import reverse

from games.models import Seat, TableEvent
from games.naming.player_names import read_by
from league.competitions.stream import state_of
from league.models import Match, Matchday, Webhook, WebhookDelivery
from league.webhooks.event_data import CompetitionData
from league.webhooks.following import about_club, about_competition, deliveries, moment, write

_REPORTS: Final = {
    "table_result_reported": ("reported", "result.reported"),
    "table_result_disputed": ("disputed", "result.disputed"),
}
"""By the event of the table: the state that it begins, and the kind of event that webhooks are told of."""
_NEWS: Final = dt.timedelta(days=1)


def notice(*, at: dt.datetime) -> int:
    """Write deliveries for what is new; return how many were written. Two queries where there is nothing."""
    with read_by(None):
        found = [*_sheets(at), *_matchdays(at)]
    known = set(
        WebhookDelivery.objects.filter(event__in={one.event for one in found}).values_list("hook", "event")
    )
    return write([one for one in found if (one.hook_id, one.event) not in known])


def _sheets(at: dt.datetime) -> Iterator[WebhookDelivery]:
    listening = Webhook.objects.filter(
        Q(competition=OuterRef("competition")) | Q(competition=None, club=OuterRef("competition__club")),
        off="",
    )
    waiting = Match.objects.filter(
        Exists(listening), table__is_physical=True, table__state_name__in=[it for it, _ in _REPORTS.values()]
    )
    for match in waiting.select_related("table", "competition__club"):
        last = (
            TableEvent.objects.filter(stream=match.table_id, name__in=_REPORTS).order_by("-version").first()
        )
        if last is not None and last.at > at - _NEWS:
            yield from _of_sheet(match, last)


def _of_sheet(match: Match, last: TableEvent) -> Iterator[WebhookDelivery]:
    competition = match.competition
    hooks = Webhook.objects.filter(
        Q(competition=competition) | Q(competition=None, club=competition.club), off="", made_at__lte=last.at
    )
    kind = _REPORTS[last.name][1]
    wanting = [hook for hook in hooks if hook.wants(kind)]
    if not wanting:
        return
    about = {
        "at": moment(last.at),
        "club": about_club(competition.club),
        "competition": about_competition(competition, competition.version),
    }
    event = f"table-{match.table_id}-{last.version}"
    yield from deliveries(wanting, event, (kind, _told_of(match)), about, last.at)


def _told_of(match: Match) -> dict[str, Any]:
    competition_data = CompetitionData(match.competition, state_of(match.competition_id))
    found = competition_data.state.match(match.stage, match.key)
    assert found is not None  # a row of a match follows from it
    seats = Seat.objects.filter(table=match.table_id).select_related("player").order_by("index")
    return {
        "match": competition_data.match(match.stage, match.key, found.entrants),
        "totals": [{"player": seat.player_id, "name": seat.name, "total": seat.total} for seat in seats],
    }


def _matchdays(at: dt.datetime) -> Iterator[WebhookDelivery]:
    listening = Webhook.objects.filter(
        Q(competition=OuterRef("competition")) | Q(competition=None, club=OuterRef("club")), off=""
    )
    new = Matchday.objects.filter(Exists(listening), changed_at__gt=at - _NEWS)
    for one in new.select_related("club", "competition"):
        hooks = Webhook.objects.filter(
            Q(competition__isnull=False, competition=one.competition) | Q(competition=None, club=one.club),
            off="",
            made_at__lte=one.changed_at,
        )
        kind = _kind_of(one)
        wanting = [hook for hook in hooks if hook.wants(kind)]
        yield from deliveries(
            wanting, f"matchday-{one.pk}-{one.sequence}", (kind, _day(one)), _about(one), one.changed_at
        )


def _kind_of(one: Matchday) -> str:
    if one.is_cancelled:
        return "matchday.called_off"
    return "matchday.changed" if one.sequence else "matchday.announced"


def _about(one: Matchday) -> dict[str, Any]:
    found = one.competition
    return {
        "at": moment(one.changed_at),
        "club": about_club(one.club),
        "competition": about_competition(found, found.version) if found else None,
    }


def _day(one: Matchday) -> dict[str, Any]:
    return {
        "matchday": one.pk,
        "name": one.name,
        "starts_at": moment(one.starts_at),
        "ends_at": moment(one.ends_at),
        "place": one.place,
        "is_called_off": one.is_cancelled,
        "url": settings.SITE_URL + reverse("matchday", args=[one.pk]),
    }
