"""Names in a row, numbers and ordinals as the reader's language writes them."""

import decimal
import unicodedata
from collections.abc import Sequence
from typing import Final

from babel import numbers
from babel.lists import format_list

from games.localization.locales import locale_of_reader

_SMALLEST_PARTED: Final = 1000
_WELSH_AND: Final = "a(c)"
"""CLDR leaves the choice to the reader."""
_WELSH_VOWELS: Final = frozenset("aeiouy")
_ORDINALS: Final = {
    "en": {"one": "{}st", "two": "{}nd", "few": "{}rd", "other": "{}th"},
    "vi": {"other": "hạng {}"},
    "fil": {"other": "ika-{}"},
    "cy": {"one": "{}af", "two": "{}il", "few": "{}ydd", "many": "{}ed", "other": "{}fed"},
    "ru": {"other": "{}-е"},
}
"""By Babel's ordinal forms; the endings are not in its data. Russian agrees with «место»."""


def listed(names: Sequence[str]) -> str:
    """Return `Ana, Bo and Cy`."""
    return _fitting(format_list(list(names), "standard", locale_of_reader()), names)


def listed_or(names: Sequence[str]) -> str:
    """Return `Ana, Bo or Cy`."""
    return format_list(list(names), "or", locale_of_reader())


def number(value: float) -> str:
    """Return `1,234.5`."""
    if 0 <= value < _SMALLEST_PARTED and isinstance(value, int):
        return str(value)  # as in every language; long standings have thousands of them
    with decimal.localcontext() as context:
        # A refusal may name a number of any length; Babel adds three decimals before it drops them.
        context.prec = max(context.prec, len(str(value)) + 3)
        return numbers.format_decimal(value, locale=locale_of_reader(), decimal_quantization=False)


def percent(share: float) -> str:
    """Return `50%` for a half."""
    return numbers.format_percent(share, locale=locale_of_reader())


def ordinal(value: int) -> str:
    """Return `2nd`, of a place at a table."""
    locale = locale_of_reader()
    endings = _ORDINALS.get(locale.language, _ORDINALS["en"])
    return endings.get(locale.ordinal_form(value), endings["other"]).format(value)


def _fitting(words: str, names: Sequence[str]) -> str:
    """Return the words with the Welsh “and” that fits the last name: *ac* before a vowel."""
    if len(names) < 2 or locale_of_reader().language != "cy":
        return words
    after = names[-1]
    before, _, _ = words.removesuffix(after).rpartition(_WELSH_AND)
    return f"{before}{'ac' if _begins_with_vowel(after) else 'a'} {after}"


def _begins_with_vowel(name: str) -> bool:
    plain = unicodedata.normalize("NFD", name).casefold()
    if plain[:1] == "y" and plain[1:2] in _WELSH_VOWELS:
        return False  # “Yasmin”: a consonant
    return plain[:1] in _WELSH_VOWELS
