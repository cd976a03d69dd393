"""Browsers that show push notices to a player: add them, list them, remove them."""

import datetime as dt
from typing import Final, NamedTuple

from allauth.usersessions.models import UserSession
from cryptography.hazmat.primitives.asymmetric import ec
from django.db import transaction
from django.utils.translation import gettext as _

from games.models import Player
from games.rules.base.refusal import Refusal
from league.accounts import sessions
from league.devices import push_content, push_keys
from league.models import PushSubscription
from league.webhooks import address_guard

MOST: Final = 10
"""The most devices of a player; a further one takes the place of the oldest."""
LONGEST: Final = 1000
"""Characters of the address of a push service."""


class Device(NamedTuple):
    """A browser that shows push notices."""

    pk: int
    name: str
    made_at: dt.datetime
    delivered_at: dt.datetime | None
    is_this: bool


@transaction.atomic
def add(
    player: Player,
    session: UserSession,
    *,
    endpoint: str,
    p256dh: str,
    auth: str,
    at: dt.datetime,
    replaces: str = "",
) -> PushSubscription:
    """Let a browser show the notices of a player from now on; again for the same browser renews it.

    `replaces` is the address of its subscription before, of the same player.
    Refusals: `no_push` where the site sends none, `bad_value`, and those of `address_guard.read`.
    """
    if not push_keys.is_configured():
        raise Refusal("no_push", _("This site does not send notices to devices."))
    address_guard.read(endpoint, longest=LONGEST)
    _require_keys(p256dh, auth)
    # Whoever logs in at a shared browser takes it over.
    made, _is_new = PushSubscription.objects.update_or_create(
        endpoint=endpoint,
        defaults={
            "player": player,
            "session": session,
            "p256dh": p256dh,
            "auth": auth,
            "server_key": push_keys.public_key(),
            "made_at": at,
            "delivered_at": None,
        },
    )
    if replaces.isprintable():
        PushSubscription.objects.filter(player=player, endpoint=replaces).exclude(pk=made.pk).delete()
    older = PushSubscription.objects.filter(player=player).order_by("-made_at", "-pk")[MOST:]
    PushSubscription.objects.filter(pk__in=[row.pk for row in older]).delete()
    return made


def remove(player: Player, pk: int) -> bool:
    """Remove a device of a player; return whether it was there."""
    deleted, _models = PushSubscription.objects.filter(player=player, pk=pk).delete()
    return bool(deleted)


def devices(player: Player, *, this: str | None) -> list[Device]:
    """Return the devices of a player, the newest first; `this` is the key of the current session."""
    rows = PushSubscription.objects.filter(player=player).select_related("session").order_by("-made_at")
    return [
        Device(
            row.pk,
            sessions.device(row.session.user_agent),
            row.made_at,
            row.delivered_at,
            row.session.session_key == this,
        )
        for row in rows
    ]


def _require_keys(p256dh: str, auth: str) -> None:
    """Refuse (`bad_value`) keys that no message can be encrypted with."""
    try:
        point, secret = push_content.decoded(p256dh), push_content.decoded(auth)
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except ValueError:
        point = secret = b""
    if (len(point), len(secret)) != (push_content.POINT, push_content.SECRET):
        raise Refusal("bad_value", _("Your browser sent no valid keys. Reload the page and try again."))
