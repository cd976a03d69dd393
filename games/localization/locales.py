"""The locale of the reader's language. Babel reads the data of a locale when it is first asked for."""

from functools import cache

from babel import Locale
from django.utils import translation

_BRITISH = "en_GB"


def locale_of_reader() -> Locale:
    """Return the locale of the active language; English is written as in Britain."""
    return _locale(translation.get_language() or "en")


@cache
def _locale(language: str) -> Locale:
    locale = Locale.parse(language.split("-", maxsplit=1)[0])
    return Locale.parse(_BRITISH) if locale.language == "en" else locale
