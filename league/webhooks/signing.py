"""How a delivery proves where it comes from: HMAC-SHA256, as “Standard Webhooks” has it.

What is signed is `id.timestamp.body`; the key is what follows `whsec_` in the secret, read as base64. A
signature is written `v1,` and base64; while an old secret is still good there are two, a blank between them.
"""

import base64
import hashlib
import hmac
import secrets
from collections.abc import Iterable
from typing import Final

BEGINS: Final = "whsec_"
ID: Final = "Webhook-Id"
TIMESTAMP: Final = "Webhook-Timestamp"
SIGNATURE: Final = "Webhook-Signature"


def new_secret() -> str:
    """Return a secret of 256 random bits."""
    return BEGINS + base64.b64encode(secrets.token_bytes(32)).decode()


def fingerprint(secret: str) -> str:
    """Return by what a receipt knows a secret again without holding it."""
    return hashlib.sha256(secret.encode()).hexdigest()[:32]


def headers(event: str, body: bytes, moment: int, keys: Iterable[str]) -> dict[str, str]:
    """Return the headers by which a receiver knows a delivery again and verifies it."""
    signed = " ".join(signature(key, event, body, moment) for key in keys)
    return {ID: event, TIMESTAMP: str(moment), SIGNATURE: signed}


def signature(secret: str, event: str, body: bytes, moment: int) -> str:
    """Return what a secret signs a body with at a moment (seconds since 1970)."""
    key = base64.b64decode(secret.removeprefix(BEGINS))
    content = f"{event}.{moment}.".encode() + body
    return "v1," + base64.b64encode(hmac.new(key, content, hashlib.sha256).digest()).decode()
