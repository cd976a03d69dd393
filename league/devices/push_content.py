"""The content of a push notice: what the notice says on pages, encrypted for one browser (RFC 8291).

A notice names clubs, competitions, tables and times: no person, no card and no hand.
"""

import json
import secrets
from base64 import urlsafe_b64decode
from typing import Final

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from django.utils.translation import get_language

from games.naming.player_names import read_by
from games.wording.languages import in_language
from league.models import Notice, PushSubscription
from league.permissions.name_visibility import Account

POINT: Final = 65
"""The bytes of the public key of a browser."""
SECRET: Final = 16
"""The bytes of the secret of a browser."""


def content(notice: Notice) -> bytes:
    """Return what a browser shows of a notice, as JSON in the language of the player."""
    with read_by(Account(lambda: notice.player.user)), in_language(notice.player.language):
        shown = {
            "title": notice.translated_subject,
            "body": notice.translated_text,
            "link": notice.link,
            "tag": notice.key,
            "lang": get_language(),
        }
    return json.dumps(shown, ensure_ascii=False).encode()


def encrypted(text: bytes, subscription: PushSubscription) -> bytes:
    """Return a text that only the browser of a subscription can read."""
    key = ec.generate_private_key(ec.SECP256R1())
    body: bytes = http_ece.encrypt(
        text,
        salt=secrets.token_bytes(SECRET),
        private_key=key,
        dh=decoded(subscription.p256dh),
        auth_secret=decoded(subscription.auth),
        version="aes128gcm",
    )
    return body


def decoded(text: str) -> bytes:
    """Return the bytes of a key as browsers write it. ValueError for anything else."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
