"""Send deliveries: what is due goes out, what is not taken is tried again, later and later.

Whoever sends takes the rows first by moving on when they are due: a worker that is killed costs a minute, and
perhaps sends something twice, under the same id. One worker sends at a time, so that slow receivers never
hold up those who make the moves of bots.
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
    dt.timedelta(seconds=one)
    for one in (10, 60, 300, 1800, 2 * 3600, 5 * 3600, 10 * 3600, 14 * 3600, 20 * 3600, 24 * 3600)
)
"""How long after each attempt the next one comes; after the last one a delivery is given up."""
_TAKEN: Final = dt.timedelta(minutes=1)
_LEFT_ALONE: Final = dt.timedelta(seconds=30)
"""So long nothing else is sent to an address that does not answer at all."""
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
    """Send what is due, for some seconds; return how many attempts were made. One sender at a time."""
    if not cache.add(_SENDING, 1, timeout=_LONGEST_TURN + 4 * settings.WEBHOOK_SECONDS):
        return 0
    until, made = time.monotonic() + _LONGEST_TURN, 0
    try:
        while time.monotonic() < until and (taken := _taken(now())):
            tried = asyncio.run(_sent(taken, now()))
            for one in tried:
                _note(one, now())
            _release(taken, tried, now())
            made += len(tried)
    finally:
        cache.delete(_SENDING)
    return made


def _taken(at: dt.datetime) -> list[WebhookDelivery]:
    """Take what is due, the oldest of each webhook, and return it."""
    due = WebhookDelivery.objects.filter(status=WebhookDelivery.Status.WAITING, due_at__lte=at, hook__off="")
    in_order = Window(RowNumber(), partition_by="hook", order_by="pk")
    wanted = due.annotate(number=in_order).filter(number__lte=_OF_EACH).order_by("number", "pk")[:_AT_ONCE]
    rows = WebhookDelivery.objects.select_related("hook__club", "hook__competition")
    found = rows.filter(pk__in=[one.pk for one in wanted]).order_by("pk")
    mine = WebhookDelivery.objects.filter(status=WebhookDelivery.Status.WAITING)
    return [one for one in found if mine.filter(pk=one.pk, due_at=one.due_at).update(due_at=at + _TAKEN)]


async def _sent(taken: Sequence[WebhookDelivery], at: dt.datetime) -> list[_Try]:
    """Send to all webhooks at once, to each of them one after the other."""
    by_hook: dict[int, list[WebhookDelivery]] = defaultdict(list)
    for one in taken:
        by_hook[one.hook_id].append(one)
    found = await asyncio.gather(*(_sent_to(several, at) for several in by_hook.values()))
    return [one for several in found for one in several]


async def _sent_to(several: Iterable[WebhookDelivery], at: dt.datetime) -> list[_Try]:
    until, tried = time.monotonic() + settings.WEBHOOK_SECONDS, []
    for one in several:
        began = time.monotonic()
        answer = await _post(one, at)
        tried.append(_Try(one, answer, round((time.monotonic() - began) * 1000)))
        if not answer.status or time.monotonic() > until:
            break  # whoever is slow, or not there, is not asked for more
    return tried


async def _post(one: WebhookDelivery, at: dt.datetime) -> Answer:
    keys = hooks.keys(one.hook, at)
    if not keys:
        return Answer(0, "no_secret")
    headers = signing.headers(one.event, one.body, at, keys)
    return await transport.post(one.hook.url, one.body.encode(), headers)


@transaction.atomic
def _note(tried: _Try, at: dt.datetime) -> None:
    """Note what came of an attempt, and when the next one is due."""
    one, answer = tried.delivery, tried.answer
    hook = Webhook.objects.select_for_update().filter(pk=one.hook_id).first()
    if hook is None:
        return  # it was deleted meanwhile, and its deliveries with it
    one.attempts += 1
    line = {
        "at": at.astimezone(dt.UTC).isoformat().replace("+00:00", "Z"),
        "status": answer.status,
        "answer": answer.text,
        "ms": tried.milliseconds,
    }
    one.tries = [*one.tries, line][-_KEPT_TRIES:]
    if answer.is_good:
        one.status, one.due_at = WebhookDelivery.Status.DELIVERED, None
    elif one.attempts > len(AGAIN) or not hook.is_on:
        one.status, one.due_at = WebhookDelivery.Status.FAILED, None
    else:
        one.due_at = at + AGAIN[one.attempts - 1]
    one.save(update_fields=["attempts", "tries", "status", "due_at"])
    _judge(hook, answer, at)


def _judge(hook: Webhook, answer: Answer, at: dt.datetime) -> None:
    """Note that a webhook works, or since when it does not; switch it off where that is long."""
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
        text = _("{name}: {address} is told nothing any more. {why}.")
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
    """Let what was taken and not sent be due again, and leave alone who did not answer at all."""
    silent = {one.delivery.hook_id for one in tried if not one.answer.status}
    asked = {one.delivery.pk for one in tried}
    waiting = WebhookDelivery.objects.filter(status=WebhookDelivery.Status.WAITING).exclude(pk__in=asked)
    waiting.filter(pk__in=[one.pk for one in taken]).update(due_at=at)
    waiting.filter(hook__in=silent, due_at__lt=at + _LEFT_ALONE).update(due_at=at + _LEFT_ALONE)
