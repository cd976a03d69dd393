"""Sentences in the language of whoever reads them: English, until somebody says how to translate."""

from collections.abc import Callable

Translate = Callable[[str], str]
TranslateNumber = Callable[[str, str, int], str]


def _(sentence: str) -> str:
    """Return the sentence as it is read; what stands in {braces} is filled in afterwards."""
    return _translate(sentence)


def ngettext(one: str, many: str, number: int) -> str:
    """Return the sentence that fits the number as it is read."""
    return _translate_number(one, many, number)


def gettext_noop(sentence: str) -> str:
    """Return the sentence itself: it is kept in English and goes through `_` when it is shown."""
    return sentence


def announce(translate: Translate, translate_number: TranslateNumber) -> None:
    """Let sentences be translated from now on: the rules themselves know no languages."""
    global _translate, _translate_number
    _translate, _translate_number = translate, translate_number


def _english(sentence: str) -> str:
    return sentence


def _english_number(one: str, many: str, number: int) -> str:
    return one if number == 1 else many


_translate: Translate = _english
_translate_number: TranslateNumber = _english_number
