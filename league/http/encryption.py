"""Secrets that the site has to read again: a stolen backup opens nothing without `SECRET_KEY`."""

import base64
import hashlib

from cryptography.fernet import Fernet, InvalidToken
from django.conf import settings


class SealError(Exception):
    """The secret cannot be read any more: the key of the site has changed."""


def seal(text: str, what_for: str) -> str:
    """Return a secret as the database keeps it."""
    return _fernet(what_for).encrypt(text.encode()).decode()


def opened(sealed: str, what_for: str) -> str:
    """Return a kept secret; SealError when `SECRET_KEY` has changed since."""
    try:
        return _fernet(what_for).decrypt(sealed.encode()).decode()
    except InvalidToken:
        raise SealError from None


def _fernet(what_for: str) -> Fernet:
    key = hashlib.sha256(f"{what_for}:{settings.SECRET_KEY}".encode()).digest()
    return Fernet(base64.urlsafe_b64encode(key))
