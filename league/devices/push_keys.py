"""The key with which this site proves to push services that it sends (VAPID, RFC 8292)."""

import datetime as dt
import re
from base64 import urlsafe_b64encode
from binascii import Error
from functools import lru_cache
from typing import Final
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from py_vapid import Vapid02

_VALID_FOR: Final = dt.timedelta(hours=12)
_CONTACT: Final = re.compile(r"mailto:[^@\s]+@[^@\s]+|https://[^\s/]+")


def new_private_key() -> str:
    """Return a new private key as text for the settings."""
    vapid = Vapid02()
    vapid.generate_keys()
    return _text(vapid.private_key.private_numbers().private_value.to_bytes(32))


def is_configured() -> bool:
    """Whether this site sends push notices."""
    return bool(settings.PUSH_PRIVATE_KEY)


def public_key() -> str:
    """Return the public key as browsers want it; empty where no push notices are sent."""
    if not is_configured():
        return ""
    point = _vapid(settings.PUSH_PRIVATE_KEY).public_key.public_bytes(
        Encoding.X962, PublicFormat.UncompressedPoint
    )
    return _text(point)


def authorization(endpoint: str, *, at: dt.datetime) -> str:
    """Return the header with which a push service accepts a message for an endpoint."""
    parts = urlsplit(endpoint)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int((at + _VALID_FOR).timestamp()),
        "sub": settings.PUSH_CONTACT,
    }
    return str(_vapid(settings.PUSH_PRIVATE_KEY).sign(claims)["Authorization"])


def require_readable() -> None:
    """Raise ImproperlyConfigured when the settings of push notices cannot be used."""
    if not is_configured():
        return
    try:
        public_key()
    except (ValueError, Error):
        raise ImproperlyConfigured("PUSH_PRIVATE_KEY must be a key made by `manage.py push_key`") from None
    if not _CONTACT.fullmatch(settings.PUSH_CONTACT):
        raise ImproperlyConfigured("PUSH_CONTACT must be mailto:… or https://…, where you can be reached")


@lru_cache(maxsize=4)
def _vapid(private_key: str) -> Vapid02:
    vapid = Vapid02.from_string(private_key)
    assert isinstance(vapid, Vapid02)
    return vapid


def _text(key: bytes) -> str:
    return urlsafe_b64encode(key).rstrip(b"=").decode()
