"""The language of texts for readers other than the visitor of a page."""

from contextlib import AbstractContextManager

from django.conf import settings
from django.utils import translation


def in_language(code: str) -> AbstractContextManager[None]:
    """Translate sentences to a language within the block; an empty code is the language of the site."""
    return translation.override(code or settings.LANGUAGE_CODE)
