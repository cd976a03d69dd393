"""The sending of push notices: to every device of the player, once each, at once for all that are due.

A sender takes rows by postponing them: a worker that is killed costs a minute, and may send a notice again,
which replaces itself on the device. What a push service certainly does not know any more is deleted.
"""

import asyncio
import base64
import datetime as dt
import hashlib
import logging
from collections.abc import Callable, Sequence
from http import HTTPStatus
from typing import Final, NamedTuple

from django.db import transaction
from django.db.models import F

from league.devices import push_content, push_keys
from league.devices.subscriptions import LONGEST
from league.models import Notice, PushMessage, PushSubscription
from league.notifications import kinds, turn_notices
from league.webhooks import transport
from league.webhooks.transport import Answer

logger = logging.getLogger(__name__)

Clock = Callable[[], dt.datetime]

AGAIN: Final = tuple(dt.timedelta(minutes=minutes) for minutes in (1, 5, 20, 60, 180, 360))
"""The delay after each failed attempt; after the last the notice is given up."""
_TAKEN: Final = dt.timedelta(minutes=1)
_AT_ONCE: Final = 100
_GONE: Final = (HTTPStatus.NOT_FOUND, HTTPStatus.GONE)
_URGENT: Final = {kinds.YOUR_TURN, kinds.TABLE_READY, kinds.NEXT_UP, kinds.REFEREE_CALL}
_TOPIC: Final = 24  # bytes, which are the 32 characters that push services allow


class _Request(NamedTuple):
    message: PushMessage
    body: bytes
    headers: dict[str, str]


def send_due(*, now: Clock) -> int:
    """Send the push notices that are due; return how many a push service accepted. A hundred at most.

    Where the site has no key, what waits is dropped.
    """
    at = now()
    if not push_keys.is_configured():
        Notice.objects.exclude(push_at=None).update(push_at=None)
        return 0
    turn_notices.drop_played()
    _address(at)
    taken = _taken(at)
    if not taken:
        return 0
    requests = [_request(message, at) for message in taken]
    answers = asyncio.run(_sent(requests))
    for request, answer in zip(requests, answers, strict=True):
        _note(request.message, answer, now())
    return sum(answer.is_good for answer in answers)


@transaction.atomic
def _address(at: dt.datetime) -> None:
    """Write a message for each device of the player of each notice that is due; drop what is of no use."""
    Notice.objects.filter(kinds.useless(at)).exclude(push_at=None).update(push_at=None)
    PushMessage.objects.filter(notice__in=Notice.objects.filter(kinds.useless(at))).delete()
    PushSubscription.objects.exclude(server_key=push_keys.public_key()).delete()
    due = Notice.objects.filter(push_at__lte=at).order_by("push_at", "pk")[:_AT_ONCE]
    unread = {notice.pk: notice.player_id for notice in due if notice.read_at is None}
    players = set(unread.values())
    subscriptions = list(PushSubscription.objects.filter(player__in=players)) if players else []
    PushMessage.objects.bulk_create(
        [
            PushMessage(notice_id=notice, subscription=subscription, due_at=at)
            for notice, player in unread.items()
            for subscription in subscriptions
            if subscription.player_id == player
        ],
        ignore_conflicts=True,
    )
    Notice.objects.filter(pk__in=[notice.pk for notice in due]).update(push_at=None)


def _taken(at: dt.datetime) -> list[PushMessage]:
    """Take the messages that are due, the oldest first."""
    rows = PushMessage.objects.select_related("notice__player__user", "subscription")
    return [
        row
        for row in rows.filter(due_at__lte=at).order_by("due_at", "pk")[:_AT_ONCE]
        if PushMessage.objects.filter(pk=row.pk, due_at=row.due_at).update(due_at=at + _TAKEN)
    ]


def _request(message: PushMessage, at: dt.datetime) -> _Request:
    notice, subscription = message.notice, message.subscription
    body = push_content.encrypted(push_content.content(notice), subscription)
    useful_for = notice.at + kinds.KINDS[notice.kind].use - at
    topic = hashlib.sha256(f"{notice.kind}:{notice.key}".encode()).digest()[:_TOPIC]
    headers = {
        "Authorization": push_keys.authorization(subscription.endpoint, at=at),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(max(0, round(useful_for.total_seconds()))),
        "Topic": base64.urlsafe_b64encode(topic).decode(),
        "Urgency": "high" if notice.kind in _URGENT else "normal",
        "User-Agent": "Wildleague/1",
    }
    return _Request(message, body, headers)


async def _sent(requests: Sequence[_Request]) -> list[Answer]:
    posts = [
        transport.post(request.message.subscription.endpoint, request.body, request.headers, longest=LONGEST)
        for request in requests
    ]
    return list(await asyncio.gather(*posts))


def _note(message: PushMessage, answer: Answer, at: dt.datetime) -> None:
    """Record what a push service answered: a delivery, a device that is gone, or when to try again."""
    row = PushMessage.objects.filter(pk=message.pk)
    if answer.is_good:
        row.delete()
        PushSubscription.objects.filter(pk=message.subscription_id).update(delivered_at=at)
    elif answer.status in _GONE:
        PushSubscription.objects.filter(pk=message.subscription_id).delete()
    elif message.attempts >= len(AGAIN) or answer.status == HTTPStatus.REQUEST_ENTITY_TOO_LARGE:
        row.delete()
    else:
        # The endpoint is an address that only this site may know: it stands in no log.
        reason = answer.status or answer.text
        logger.warning("A push service did not accept notice %s: %s", message.notice_id, reason)
        row.update(attempts=F("attempts") + 1, due_at=at + AGAIN[message.attempts])
