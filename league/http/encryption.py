"""Encryption of secrets that the site has to read again: a stolen backup is useless without `SECRET_KEY`."""

import base64
import hashlib

from cryptography.fernet import Fernet, InvalidToken
from django.conf import settings


class SealError(Exception):
    """The secret can no longer be decrypted: the key of the site has changed."""


def seal(text: str, what_for: str) -> str:
    """Return a secret encrypted for the database."""
    return _fernet(what_for).encrypt(text.encode()).decode()


def opened(sealed: str, what_for: str) -> str:
    """Return a stored secret; SealError when `SECRET_KEY` has changed since."""
    try:
        return _fernet(what_for).decrypt(sealed.encode()).decode()
    except InvalidToken:
        raise SealError from None


def _fernet(what_for: str) -> Fernet:
    key = hashlib.sha256(f"{what_for}:{settings.SECRET_KEY}".encode()).digest()
    return Fernet(base64.urlsafe_b64encode(key))
