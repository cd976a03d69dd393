"""The order of names in the alphabet of the reader.

Capitals and accents matter only between names that are the same otherwise. The letters that a language counts
as its own come from its tailoring in CLDR: ñ after n in Filipino, ch after c in Welsh.
Cyrillic comes before Latin for those who read Russian. PyICU would do the same, but has no wheels: it needs a
compiler and ICU.
"""

import unicodedata
from collections.abc import Callable, Iterable, Iterator
from functools import cache, lru_cache
from typing import Final, TypeVar

from games.localization.locales import locale_of_reader

Row = TypeVar("Row")
Letter = tuple[int, str, int]
"""Kind of character, the base letter, and the rank after it."""
Key = tuple[tuple[Letter, ...], tuple[str, ...], str]

_EVERYWHERE: Final = {"đ": "d", "ð": "d", "ħ": "h", "ł": "l", "й": "и", "і": "и", "є": "е", "ґ": "г"}
"""Letters of their own in every alphabet, each with the one that it follows."""
_TAILORED: Final[dict[str, dict[str, str]]] = {
    "vi": {"ă": "a", "â": "a", "ê": "e", "ô": "o", "ơ": "o", "ư": "u"},
    "fil": {"ñ": "n"},
    "cy": {"ch": "c", "dd": "d", "ff": "f", "ng": "g", "ll": "l", "ph": "p", "rh": "r", "th": "t"},
}
_SPELLED: Final = str.maketrans({"æ": "ae", "œ": "oe", "ø": "o", "þ": "th", "ı": "i"})
_TONES: Final = {mark: str(rank) for rank, mark in enumerate("\u0300\u0309\u0303\u0301\u0323")}
"""The tones of Vietnamese as its dictionaries order them; all other accents follow."""
_SPACE, _SIGN, _DIGIT, _OWN_SCRIPT, _OTHER_SCRIPT = range(5)


def by_name(rows: Iterable[Row], name: Callable[[Row], str]) -> list[Row]:
    """Return rows by their names, in the reader's alphabet; rows of one name stay as they came."""
    language = locale_of_reader().language
    return sorted(rows, key=lambda row: key(name(row), language))


def key(name: str, language: str) -> Key:
    """Return the sort key of a name in the alphabet of a language."""
    alphabet = _alphabet(language)
    letters: list[Letter] = []
    accents: list[str] = []
    for base, marks in _clusters(name, alphabet):
        letter, accent = _letter(base, marks, language)
        letters.append(letter)
        accents.append(accent)
    return tuple(letters), tuple(accents), name


@lru_cache(maxsize=4096)
def _letter(base: str, marks: str, language: str) -> tuple[Letter, str]:
    """Return what orders a letter, and what orders its accents: thousands of names have a few dozen."""
    alphabet = _alphabet(language)
    own = next((mark for mark in marks if base + mark in alphabet), "")
    first, rank = alphabet.get(base + own, (base, 0))
    accent = "".join(sorted(_TONES.get(mark, mark) for mark in marks if mark != own))
    return (_kind(first, language), first, rank), accent


@cache
def _alphabet(language: str) -> dict[str, tuple[str, int]]:
    """Return by letter (decomposed) the base letter that it follows, and its rank after it."""
    ranks: dict[str, int] = {}
    order: dict[str, tuple[str, int]] = {}
    for letter, base in {**_TAILORED.get(language, {}), **_EVERYWHERE}.items():
        ranks[base] = ranks.get(base, 0) + 1
        order[unicodedata.normalize("NFD", letter)] = (base, ranks[base])
    return order


def _clusters(name: str, alphabet: dict[str, tuple[str, int]]) -> Iterator[tuple[str, str]]:
    """Yield each letter, or two that count as one, with its accents."""
    text = unicodedata.normalize("NFD", unicodedata.normalize("NFD", name).casefold().translate(_SPELLED))
    place = 0
    if text.isascii() and not any(len(letter) > 1 and letter.isascii() for letter in alphabet):
        yield from ((letter, "") for letter in text)
        return
    while place < len(text):
        pair = text[place : place + 2]
        base = pair if pair.isalpha() and pair in alphabet else text[place]
        place += len(base)
        begin = place
        while place < len(text) and unicodedata.combining(text[place]):
            place += 1
        yield base, text[begin:place]


def _kind(character: str, language: str) -> int:
    category = unicodedata.category(character[0])
    if category[0] != "L":
        return {"Z": _SPACE, "N": _DIGIT}.get(category[0], _SIGN)
    is_own = "\u0400" <= character <= "\u052f" if language == "ru" else character < "\u0370"
    return _OWN_SCRIPT if is_own else _OTHER_SCRIPT
