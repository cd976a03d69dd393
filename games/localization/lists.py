"""Names in a row as the reader's language writes them."""

import unicodedata
from collections.abc import Sequence
from typing import Final

from babel.lists import format_list

from games.localization.locales import locale_of_reader

_WELSH_AND: Final = "a(c)"
"""CLDR leaves the choice to the reader."""
_WELSH_VOWELS: Final = frozenset("aeiouy")


def listed(names: Sequence[str]) -> str:
    """Return `Ana, Bo and Cy`."""
    return _fitting(format_list(list(names), "standard", locale_of_reader()), names)


def listed_or(names: Sequence[str]) -> str:
    """Return `Ana, Bo or Cy`."""
    return format_list(list(names), "or", locale_of_reader())


def sentences(lines: Sequence[str]) -> str:
    """Return lines as text: a single line as it is, several as sentences with their full stops."""
    return f"{'. '.join(lines)}." if len(lines) > 1 else "".join(lines)


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
