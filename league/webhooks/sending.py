"""The sending of deliveries: due deliveries are sent, failed ones are tried again at growing intervals.

A sender takes the rows first by postponing them: a worker that is killed costs a minute, and perhaps sends
something twice, under the same id. A single worker sends at a time, so that slow receivers never hold up the
workers that make the moves of bots.
"""

import asyncio
import datetime as dt
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from django.conf import settings
from django.core.cache import cache
from django.db import transaction
from django.db.models import Window
from django.db.models.functions import RowNumber
from django.urls import reverse
from django.utils.translation import gettext as _

from league.models import Webhook, WebhookDelivery
from league.notifications import kinds, notices
from league.notifications.notices import About
from league.notifications.recipients import organizers_of
from league.webhooks import hooks, signing, transport
from league.webhooks.transport import Answer

Clock = Callable[[], dt.datetime]

AGAIN: Final = tuple(
    dt.timedelta(seconds=seconds)
    for seconds in (10, 60, 300, 1800, 2 * 3600, 5 * 3600, 10 * 3600, 14 * 3600, 20 * 3600, 24 * 3600)
)
"""The delay after each failed attempt; after the last a delivery is given up."""
_TAKEN: Final = dt.timedelta(minutes=1)
_LEFT_ALONE: Final = dt.timedelta(seconds=30)
"""How long nothing else is sent to an address that does not answer at all."""
_OF_EACH: Final = 5
_AT_ONCE: Final = 100
_SENDING: Final = "webhooks-sending"
_LONGEST_TURN: Final = 20.0
_KEPT_TRIES: Final = 25


class _Try(NamedTuple):
    delivery: WebhookDelivery
    answer: Answer
    milliseconds: int


def send_due(*, now: Clock) -> int:
    """Send due deliveries for some seconds; return how many attempts were made. One sender at a time."""
    if not cache.add(_SENDING, 1, timeout=_LONGEST_TURN + 4 * settings.WEBHOOK_SECONDS):
        return 0
    until, made = time.monotonic() + _LONGEST_TURN, 0
    try:
        while time.monotonic() < until and (taken := _taken(now())):
            tried = asyncio.run(_sent(taken, now()))
            for attempt in tried:
                _note(attempt, now())
            _release(taken, tried, now())
            made += len(tried)
    finally:
        cache.delete(_SENDING)
    return made


def _taken(at: dt.datetime) -> list[WebhookDelivery]:
    """Take due deliveries, the oldest of each webhook, and return them."""
    due = WebhookDelivery.objects.filter(status=WebhookDelivery.Status.WAITING, due_at__lte=at, hook__off="")
    in_order = Window(RowNumber(), partition_by="hook", order_by="pk")
    wanted = due.annotate(number=in_order).filter(number__lte=_OF_EACH).order_by("number", "pk")[:_AT_ONCE]
    rows = WebhookDelivery.objects.select_related("hook__club", "hook__competition")
    due_rows = rows.filter(pk__in=[row.pk for row in wanted]).order_by("pk")
    still_waiting = WebhookDelivery.objects.filter(status=WebhookDelivery.Status.WAITING)
    return [
        row
        for row in due_rows
        if still_waiting.filter(pk=row.pk, due_at=row.due_at).update(due_at=at + _TAKEN)
    ]


async def _sent(taken: Sequence[WebhookDelivery], at: dt.datetime) -> list[_Try]:
    """Send to all webhooks at once, to each of them one after the other."""
    by_hook: dict[int, list[WebhookDelivery]] = defaultdict(list)
    for delivery in taken:
        by_hook[delivery.hook_id].append(delivery)
    attempts = await asyncio.gather(*(_sent_to(several, at) for several in by_hook.values()))
    return [attempt for several in attempts for attempt in several]


async def _sent_to(several: Iterable[WebhookDelivery], at: dt.datetime) -> list[_Try]:
    until, tried = time.monotonic() + settings.WEBHOOK_SECONDS, []
    for delivery in several:
        began = time.monotonic()
        answer = await _post(delivery, at)
        tried.append(_Try(delivery, answer, round((time.monotonic() - began) * 1000)))
        if not answer.status or time.monotonic() > until:
            break  # a slow or absent receiver gets no more for now
    return tried


async def _post(delivery: WebhookDelivery, at: dt.datetime) -> Answer:
    keys = hooks.keys(delivery.hook, at)
    if not keys:
        return Answer(0, "no_secret")
    headers = signing.headers(delivery.event, delivery.body, at, keys)
    return await transport.post(delivery.hook.url, delivery.body.encode(), headers)


@transaction.atomic
def _note(tried: _Try, at: dt.datetime) -> None:
    """Record the outcome of an attempt, and when the next is due."""
    delivery, answer = tried.delivery, tried.answer
    hook = Webhook.objects.select_for_update().filter(pk=delivery.hook_id).first()
    if hook is None:
        return  # it was deleted in the meantime, with its deliveries
    delivery.attempts += 1
    line = {
        "at": at.astimezone(dt.UTC).isoformat().replace("+00:00", "Z"),
        "status": answer.status,
        "answer": answer.text,
        "ms": tried.milliseconds,
    }
    delivery.tries = [*delivery.tries, line][-_KEPT_TRIES:]
    if answer.is_good:
        delivery.status, delivery.due_at = WebhookDelivery.Status.DELIVERED, None
    elif delivery.attempts > len(AGAIN) or not hook.is_on:
        delivery.status, delivery.due_at = WebhookDelivery.Status.FAILED, None
    else:
        delivery.due_at = at + AGAIN[delivery.attempts - 1]
    delivery.save(update_fields=["attempts", "tries", "status", "due_at"])
    _judge(hook, answer, at)


def _judge(hook: Webhook, answer: Answer, at: dt.datetime) -> None:
    """Record that a webhook works, or since when it fails; switch it off after a long failure."""
    if answer.is_good:
        Webhook.objects.filter(pk=hook.pk).update(failing_since=None, answered_at=at)
        return
    if hook.failing_since is None:
        Webhook.objects.filter(pk=hook.pk).update(failing_since=at)
    patience = dt.timedelta(days=settings.WEBHOOK_PATIENCE_DAYS)
    is_hopeless = hook.failing_since is not None and at - hook.failing_since >= patience
    if hook.is_on and (answer.status == 410 or is_hopeless):
        _switch_off(hook, Webhook.Off.GONE if answer.status == 410 else Webhook.Off.FAILING, at)


def _switch_off(hook: Webhook, why: Webhook.Off, at: dt.datetime) -> None:
    hook.off = why
    hook.save(update_fields=["off"])
    hooks.give_up(hook)
    name = hook.competition.name if hook.competition else hook.club.name

    def write() -> About:
        subject = _("Webhook switched off: {name}").format(name=name)
        text = _("{name}: nothing is sent to {address} any more. Reason: {why}")
        address = urlsplit(hook.url).hostname
        return About(subject, text.format(name=name, address=address, why=why.label), page_of(hook))

    key = f"webhook:{hook.pk}.{at:%Y%m%d%H%M%S}"
    notices.send(kinds.WEBHOOK, organizers_of(hook.club_id), key, about=write, at=at)


def page_of(hook: Webhook) -> str:
    """Return the address of the page of a webhook."""
    if hook.competition_id:
        return reverse("competition_webhook", args=[hook.competition_id, hook.pk])
    return reverse("club_webhook", args=[hook.club.slug, hook.pk])


def _release(taken: Sequence[WebhookDelivery], tried: Sequence[_Try], at: dt.datetime) -> None:
    """Make deliveries that were taken but not sent due again, later for receivers that did not answer."""
    silent = {attempt.delivery.hook_id for attempt in tried if not attempt.answer.status}
    sent = {attempt.delivery.pk for attempt in tried}
    waiting = WebhookDelivery.objects.filter(status=WebhookDelivery.Status.WAITING).exclude(pk__in=sent)
    waiting.filter(pk__in=[delivery.pk for delivery in taken]).update(due_at=at)
    waiting.filter(hook__in=silent, due_at__lt=at + _LEFT_ALONE).update(due_at=at + _LEFT_ALONE)
