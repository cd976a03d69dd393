"""Browsers with push notices, as a push service and a browser see them: without our own sending code."""

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass, field
from typing import Any

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02
from py_vapid.jwt import decode

from games.models import Player
from league.devices import push_keys, subscriptions
from league.models import PushSubscription
from tests.games.playing import START
from tests.league.webhooks.receiver import Got, Receiver

KEY = "2DE_uam8YOGH5wqw4YtVPNRi9hoIUf6ZzT6OXesfBQ8"
OTHER_KEY = push_keys.new_private_key()
CONTACT = "mailto:operator@example.org"


def sends_pushes(settings: Any, key: str = KEY) -> None:
    """A site that sends push notices, also to push services on this machine."""
    settings.PUSH_PRIVATE_KEY, settings.PUSH_CONTACT = key, CONTACT
    settings.WEBHOOK_LOCAL_HOSTS = ["127.0.0.1"]


@dataclass
class PushBrowser:
    """A browser with keys of its own, which reads what a push service has taken for it."""

    secret: bytes = bytes(range(16))
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))

    @property
    def p256dh(self) -> str:
        return text(self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))

    @property
    def auth(self) -> str:
        return text(self.secret)

    def fields(self, endpoint: str) -> dict[str, str]:
        return {"endpoint": endpoint, "p256dh": self.p256dh, "auth": self.auth}

    def read(self, got: Got) -> dict[str, str]:
        """Decrypt what was sent for this browser."""
        body = http_ece.decrypt(got.body, private_key=self.key, auth_secret=self.secret, version="aes128gcm")
        return json.loads(body)


def subscribe(player: Player, receiver: Receiver, path: str = "one") -> PushBrowser:
    """A browser of a player that is logged in, with its subscription at a local push service."""
    from allauth.usersessions.models import UserSession

    session, _is_new = UserSession.objects.get_or_create(
        user=player.user,
        session_key=f"{path}-{player.pk}",
        defaults={"ip": "192.0.2.0", "user_agent": "Mozilla/5.0 (X11; Linux) Firefox/140.0"},
    )
    browser = PushBrowser()
    endpoint = f"http://127.0.0.1:{receiver.port}/{path}"
    subscriptions.add(player, session, **browser.fields(endpoint), at=START)
    return browser


def claims_of(got: Got) -> dict[str, Any]:
    """Verify who has sent a request, by its header alone, and return what the sender says of itself."""
    scheme, _space, parts = got.headers["authorization"].partition(" ")
    assert scheme == "vapid"
    facts = dict(part.split("=", 1) for part in parts.split(","))
    return decode(facts["t"], facts["k"])


def public_key_of(private_key: str) -> str:
    point = Vapid02.from_string(private_key).public_key.public_bytes(
        Encoding.X962, PublicFormat.UncompressedPoint
    )
    return text(point)


def devices_of(player: Player) -> int:
    return PushSubscription.objects.filter(player=player).count()


def text(key: bytes) -> str:
    return urlsafe_b64encode(key).rstrip(b"=").decode()


def raw(key: str) -> bytes:
    return urlsafe_b64decode(key + "=" * (-len(key) % 4))
