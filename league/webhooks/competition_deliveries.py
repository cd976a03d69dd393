"""From events to deliveries: written after the commit by a worker, and by a sweep what was missed.

No command waits for it and none fails with it. A bookmark holds the version of a competition up to which
there are deliveries; it advances in their transaction, and each of them is unique by webhook and event.
"""

import datetime as dt
import json
import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q, QuerySet

from games.eventstore import Stored, read
from league.competitions.stream import state_at
from league.models import Club, Competition, CompetitionEvent, Webhook, WebhookBookmark, WebhookDelivery
from league.notifications.task_requests import ask, ask_after_commit
from league.rules.competition.events import Event, WebhookEvent
from league.webhooks.event_data import CompetitionData

logger = logging.getLogger(__name__)

FOLLOW: Final = "league.tasks.follow_for_webhooks"
SEND: Final = "league.tasks.send_webhooks"


def request_deliveries(versions: Mapping[tuple[str, int], int]) -> None:
    """Ask a worker to write the deliveries of competitions that have just changed; tables are ignored."""
    for kind, pk in versions:
        if kind == "competition":
            ask(FOLLOW, pk)


def write_new(competition_id: int) -> int:
    """Write the deliveries for new events of a competition; return how many.

    One query where there are no webhooks; otherwise a constant number.
    """
    hooks = list(_listening().filter(_of(competition_id)))
    return _written(competition_id, hooks) if hooks else 0


def pending() -> list[int]:
    """Return the competitions with webhooks whose deliveries are not all written yet. One query."""
    late = Q(webhook_bookmark=None) | Q(webhook_bookmark__version__lt=F("version"))
    heard_of = Q(club__webhooks__off="", club__webhooks__competition=None) | Q(webhooks__off="")
    competitions = Competition.objects.order_by("pk").filter(late, heard_of, version__gt=0)
    return list(competitions.values_list("pk", flat=True).distinct())


def write(deliveries: Sequence[WebhookDelivery]) -> int:
    """Write deliveries, each once, to be sent after the commit; return how many there were."""
    if deliveries:
        WebhookDelivery.objects.bulk_create(deliveries, ignore_conflicts=True)
        ask_after_commit(SEND)
    return len(deliveries)


def deliveries(
    hooks: Iterable[Webhook],
    event: str,
    webhook_event: WebhookEvent,
    about: Mapping[str, Any],
    at: dt.datetime,
) -> Iterator[WebhookDelivery]:
    """Yield a delivery of an event for each webhook that wants it; `about` names club and competition."""
    kind, data = webhook_event
    body = json.dumps({"id": event, "type": kind, **about, "data": data}, ensure_ascii=False)
    for hook in hooks:
        yield WebhookDelivery(hook=hook, event=event, kind=kind, body=body, made_at=at, due_at=at)


def about_club(club: Club) -> dict[str, Any]:
    """Return a club as in every body."""
    return {"id": club.pk, "slug": club.slug, "name": club.name}


def about_competition(competition: Competition, version: int) -> dict[str, Any]:
    """Return a competition as in every body, with its version at that time."""
    return {
        "id": competition.pk,
        "name": competition.name,
        "version": version,
        "url": settings.SITE_URL + competition.get_absolute_url(),
    }


def moment(at: dt.datetime) -> str:
    """Return a moment as in every body."""
    return at.astimezone(dt.UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _listening() -> QuerySet[Webhook]:
    return Webhook.objects.filter(off="").order_by("pk")


def _of(competition_id: int) -> Q:
    # A join would return a webhook of a competition once for each competition of the club.
    club = Competition.objects.filter(pk=competition_id).values("club")
    return Q(competition=competition_id) | Q(competition=None, club__in=club)


@transaction.atomic
def _written(competition_id: int, hooks: Sequence[Webhook]) -> int:
    rows = read(CompetitionEvent, competition_id)
    mark, _is_new = WebhookBookmark.objects.select_for_update().get_or_create(competition_id=competition_id)
    new = [row for row in rows if row.version > mark.version]
    if not new:
        return 0
    competition = Competition.objects.select_related("club").get(pk=competition_id)
    new_deliveries = list(_deliveries(competition, hooks, rows, new))
    mark.version = new[-1].version
    mark.save(update_fields=["version"])
    return write(new_deliveries)


def _deliveries(
    competition: Competition, hooks: Sequence[Webhook], rows: Sequence[Stored], new: Sequence[Stored]
) -> Iterator[WebhookDelivery]:
    data = CompetitionData(competition, state_at(rows))
    for row in new:
        wanting = [hook for hook in hooks if hook.made_at <= row.at]
        webhook_event = _webhook_event(data, row, competition) if wanting else None
        if webhook_event is None:
            continue
        wanting = [hook for hook in wanting if hook.wants(webhook_event[0])]
        about = {
            "at": moment(row.at),
            "club": about_club(competition.club),
            "competition": about_competition(competition, row.version),
        }
        yield from deliveries(
            wanting, f"competition-{competition.pk}-{row.version}", webhook_event, about, row.at
        )


def _webhook_event(data: CompetitionData, row: Stored, competition: Competition) -> WebhookEvent | None:
    event: Event = row.event
    try:
        return event.webhook(data)
    except Exception:
        # A failing event must not hold back those after it.
        logger.exception("Webhooks are not told of event %s of competition %s", row.version, competition.pk)
        return None
