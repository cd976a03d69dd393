"""Deliveries of events outside the logs of competitions: results that wait, matchdays of clubs.

A sweep looks for them. Their ids name the event or the change that began them, so that looking again writes
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
from league.webhooks.competition_deliveries import about_club, about_competition, deliveries, moment, write
from league.webhooks.event_data import CompetitionData

_REPORTS: Final = {
    "table_result_reported": ("reported", "result.reported"),
    "table_result_disputed": ("disputed", "result.disputed"),
}
"""By the event of the table: the phase it begins, and the kind of event for webhooks."""
_NEWS: Final = dt.timedelta(days=1)


def write_new(*, at: dt.datetime) -> int:
    """Write deliveries for what is new; return how many were written. Two queries where there is nothing."""
    with read_by(None):
        new = [*_sheets(at), *_matchdays(at)]
    known = set(
        WebhookDelivery.objects.filter(event__in={delivery.event for delivery in new}).values_list(
            "hook", "event"
        )
    )
    return write([delivery for delivery in new if (delivery.hook_id, delivery.event) not in known])


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
    yield from deliveries(wanting, event, (kind, _sheet_data(match)), about, last.at)


def _sheet_data(match: Match) -> dict[str, Any]:
    competition_data = CompetitionData(match.competition, state_of(match.competition_id))
    found_match = competition_data.state.match(match.stage, match.key)
    assert found_match is not None  # a row of a match follows from it
    seats = Seat.objects.filter(table=match.table_id).select_related("player").order_by("index")
    return {
        "match": competition_data.match(match.stage, match.key, found_match.entrants),
        "totals": [{"player": seat.player_id, "name": seat.name, "total": seat.total} for seat in seats],
    }


def _matchdays(at: dt.datetime) -> Iterator[WebhookDelivery]:
    listening = Webhook.objects.filter(
        Q(competition=OuterRef("competition")) | Q(competition=None, club=OuterRef("club")), off=""
    )
    new = Matchday.objects.filter(Exists(listening), changed_at__gt=at - _NEWS)
    for matchday in new.select_related("club", "competition"):
        hooks = Webhook.objects.filter(
            Q(competition__isnull=False, competition=matchday.competition)
            | Q(competition=None, club=matchday.club),
            off="",
            made_at__lte=matchday.changed_at,
        )
        kind = _kind_of(matchday)
        wanting = [hook for hook in hooks if hook.wants(kind)]
        yield from deliveries(
            wanting,
            f"matchday-{matchday.pk}-{matchday.sequence}",
            (kind, _day(matchday)),
            _about(matchday),
            matchday.changed_at,
        )


def _kind_of(matchday: Matchday) -> str:
    if matchday.is_cancelled:
        return "matchday.called_off"
    return "matchday.changed" if matchday.sequence else "matchday.announced"


def _about(matchday: Matchday) -> dict[str, Any]:
    competition = matchday.competition
    return {
        "at": moment(matchday.changed_at),
        "club": about_club(matchday.club),
        "competition": about_competition(competition, competition.version) if competition else None,
    }


def _day(matchday: Matchday) -> dict[str, Any]:
    return {
        "matchday": matchday.pk,
        "name": matchday.name,
        "starts_at": moment(matchday.starts_at),
        "ends_at": moment(matchday.ends_at),
        "place": matchday.place,
        "is_called_off": matchday.is_cancelled,
        "url": settings.SITE_URL + reverse("matchday", args=[matchday.pk]),
    }
