"""Sentences in the language of the reader: English until translators are set."""

from collections.abc import Callable

Translate = Callable[[str], str]
TranslateNumber = Callable[[str, str, int], str]


def _(sentence: str) -> str:
    """Return the translated sentence; the caller fills in the {braces} afterwards."""
    return _translate(sentence)


def ngettext(singular: str, plural: str, number: int) -> str:
    """Return the translated sentence that fits the number."""
    return _translate_number(singular, plural, number)


def gettext_noop(sentence: str) -> str:
    """Return the sentence unchanged: it stays English and is translated by `_` when it is shown."""
    return sentence


def set_translators(translate: Translate, translate_number: TranslateNumber) -> None:
    """Set the functions that translate sentences: the rules themselves know no languages."""
    global _translate, _translate_number
    _translate, _translate_number = translate, translate_number


def _english(sentence: str) -> str:
    return sentence


def _english_number(singular: str, plural: str, number: int) -> str:
    return singular if number == 1 else plural


_translate: Translate = _english
_translate_number: TranslateNumber = _english_number
