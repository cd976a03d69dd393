"""Create and change webhooks, rotate their secrets, switch them on and off, send deliveries again.

The secret is returned when it is made and stored encrypted; nobody can read it again.
"""

import datetime as dt
import secrets
from collections.abc import Collection
from typing import Any, Final

from django.db import transaction
from django.utils.translation import gettext as _

from games import quotas
from games.rules.base.refusal import Refusal, quoted
from league.http import daily_counts
from league.http.encryption import SealError, opened, seal
from league.models import Club, Competition, Webhook, WebhookDelivery
from league.notifications.task_requests import ask_after_commit
from league.webhooks import address_guard, competition_deliveries, signing
from league.webhooks.kinds import CHOOSABLE, PING

MOST: Final = 20
"""The most webhooks of a club as a whole, and of each competition."""
OLD_SECRET: Final = dt.timedelta(hours=24)
"""How long the previous secret is used beside the new one."""
_SEALED: Final = "webhooks"


@transaction.atomic
def make(
    club: Club,
    competition: Competition | None,
    *,
    url: str,
    note: str = "",
    kinds: Collection[str] = (),
    by: Any,
    at: dt.datetime,
) -> tuple[Webhook, str]:
    """Create a webhook and return it with its secret.

    Refusals: `too_many_webhooks`, `unknown_event`, `sign_up_first`, `quota_used_up`, and those of
    `targets.read`.
    """
    if by is not None:
        quotas.lock(by)
        quotas.require("webhooks", by, Webhook.objects.filter(made_by=by.pk).count())
        daily_counts.count_for_network("network_webhooks", by, at=at)
    address_guard.read(url)
    if Webhook.objects.filter(club=club, competition=competition).count() >= MOST:
        raise Refusal(
            "too_many_webhooks",
            _("There are {most} webhooks here already. Remove a webhook first.").format(most=MOST),
        )
    secret = signing.new_secret()
    made = Webhook.objects.create(
        club=club,
        competition=competition,
        url=url,
        note=note,
        kinds=_known(kinds),
        secret=seal(secret, _SEALED),
        made_at=at,
        made_by=by,
    )
    return made, secret


@transaction.atomic
def change(hook: Webhook, *, url: str, note: str, kinds: Collection[str]) -> None:
    """Change the address, the note or the events. Refusals: `unknown_event`, and those of `targets.read`."""
    address_guard.read(url)
    hook.url, hook.note, hook.kinds = url, note, _known(kinds)
    hook.save(update_fields=["url", "note", "kinds"])


@transaction.atomic
def switch(hook: Webhook, *, on: bool) -> None:
    """Switch a webhook on or off; waiting deliveries are given up when it is switched off."""
    hook.off = "" if on else Webhook.Off.BY_HAND
    hook.failing_since = None
    hook.save(update_fields=["off", "failing_since"])
    if not on:
        give_up(hook)


def give_up(hook: Webhook) -> None:
    """Give up the waiting deliveries of a webhook that is off."""
    waiting = hook.deliveries.filter(status=WebhookDelivery.Status.WAITING)
    waiting.update(status=WebhookDelivery.Status.FAILED, due_at=None)


@transaction.atomic
def rotate(hook: Webhook, *, at: dt.datetime) -> str:
    """Replace the secret and return the new one; for a day everything is signed with both."""
    secret = signing.new_secret()
    hook.old_secret, hook.old_until = hook.secret, at + OLD_SECRET
    hook.secret = seal(secret, _SEALED)
    hook.save(update_fields=["secret", "old_secret", "old_until"])
    return secret


def keys(hook: Webhook, at: dt.datetime) -> list[str]:
    """Return the current secrets for signing, the newest first; none when they cannot be decrypted."""
    sealed = [hook.secret]
    if hook.old_secret and hook.old_until is not None and at < hook.old_until:
        sealed.append(hook.old_secret)
    try:
        return [opened(sealed_secret, _SEALED) for sealed_secret in sealed]
    except SealError:
        return []


@transaction.atomic
def test(hook: Webhook, *, at: dt.datetime) -> WebhookDelivery:
    """Send a test delivery, also where nothing else is sent. Refusal `webhook_off`."""
    _require_on(hook.pk)
    about = {
        "at": competition_deliveries.moment(at),
        "club": competition_deliveries.about_club(hook.club),
        "competition": competition_deliveries.about_competition(hook.competition, hook.competition.version)
        if hook.competition
        else None,
    }
    event = f"ping-{secrets.token_hex(8)}"
    (made,) = competition_deliveries.deliveries([hook], event, (PING, {"said": "Hello"}), about, at)
    made.save()
    ask_after_commit(competition_deliveries.SEND)
    return made


@transaction.atomic
def replay(delivery: WebhookDelivery, *, at: dt.datetime) -> None:
    """Send a delivery again, under the same id, with as many attempts as a new one. Refusal `webhook_off`."""
    _require_on(delivery.hook_id)
    WebhookDelivery.objects.filter(pk=delivery.pk).update(
        status=WebhookDelivery.Status.WAITING, due_at=at, attempts=0
    )
    ask_after_commit(competition_deliveries.SEND)


def require_first(fingerprint: str, secret: str) -> None:
    """Refuse (`made_before`) a secret made by a repeated request: that was rolled back."""
    if fingerprint != signing.fingerprint(secret):
        raise Refusal("made_before", _("This was done already, and the secret was shown once."))


def forget(before: dt.datetime) -> int:
    """Delete deliveries made before a moment that are not waiting; return how many."""
    old = WebhookDelivery.objects.filter(made_at__lt=before)
    return old.exclude(status=WebhookDelivery.Status.WAITING).delete()[0]


def _known(kinds: Collection[str]) -> list[str]:
    for kind in kinds:
        if kind not in CHOOSABLE:
            raise Refusal("unknown_event", _("There is no event {kind}.").format(kind=quoted(kind)))
    return [kind for kind in CHOOSABLE if kind in kinds]


def _require_on(pk: int) -> None:
    if not Webhook.objects.filter(pk=pk, off="").exists():
        raise Refusal("webhook_off", _("This webhook is switched off. Switch it on first."))
