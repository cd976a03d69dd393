"""The signatures of deliveries: HMAC-SHA256, as defined by “Standard Webhooks”.

The library signs `id.timestamp.body`; the key is what follows `whsec_` in the secret, read as base64. A
signature is written `v1,` and base64. While an old secret is still valid there are two, separated by a blank.
"""

import base64
import datetime as dt
import hashlib
import secrets
from collections.abc import Iterable
from typing import Final

from standardwebhooks import Webhook

BEGINS: Final = "whsec_"
ID: Final = "Webhook-Id"
TIMESTAMP: Final = "Webhook-Timestamp"
SIGNATURE: Final = "Webhook-Signature"


def new_secret() -> str:
    """Return a secret of 256 random bits."""
    return BEGINS + base64.b64encode(secrets.token_bytes(32)).decode()


def fingerprint(secret: str) -> str:
    """Return a fingerprint by which a receipt recognizes a secret without storing it."""
    return hashlib.sha256(secret.encode()).hexdigest()[:32]


def headers(event: str, body: str, at: dt.datetime, keys: Iterable[str]) -> dict[str, str]:
    """Return the headers by which a receiver recognizes a delivery and verifies it."""
    at = at.astimezone(dt.UTC)
    signatures = " ".join(Webhook(key).sign(event, at, body) for key in keys)
    return {ID: event, TIMESTAMP: str(int(at.timestamp())), SIGNATURE: signatures}
