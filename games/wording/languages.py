"""In which language somebody is written to who is not the one who asks."""

from contextlib import AbstractContextManager

from django.conf import settings
from django.utils import translation


def in_language(code: str) -> AbstractContextManager[None]:
    """Let sentences be written for somebody who reads a language; empty is that of the site."""
    return translation.override(code or settings.LANGUAGE_CODE)
