"""Sentences in the language of the reader: English until translators are set."""

from collections.abc import Callable, Sequence

Translate = Callable[[str], str]
TranslateNumber = Callable[[str, str, int], str]
ListNames = Callable[[Sequence[str]], str]
WriteNumber = Callable[[float], str]


def _(sentence: str) -> str:
    """Return the translated sentence; the caller fills in the {braces} afterwards."""
    return _translate(sentence)


def ngettext(singular: str, plural: str, number: int) -> str:
    """Return the translated sentence that fits the number."""
    return _translate_number(singular, plural, number)


def listed(names: Sequence[str]) -> str:
    """Return `Ana, Bo and Cy`."""
    return _list_names(names)


def shown_number(value: float) -> str:
    """Return `1,234.5`."""
    return _write_number(value)


def gettext_noop(sentence: str) -> str:
    """Return the sentence unchanged: it stays English and is translated by `_` when it is shown."""
    return sentence


def set_translators(
    translate: Translate, translate_number: TranslateNumber, list_names: ListNames, write_number: WriteNumber
) -> None:
    """Set what translates sentences, lists names and writes numbers: the rules know no languages."""
    global _translate, _translate_number, _list_names, _write_number
    _translate, _translate_number = translate, translate_number
    _list_names, _write_number = list_names, write_number


def _english(sentence: str) -> str:
    return sentence


def _english_number(singular: str, plural: str, number: int) -> str:
    return singular if number == 1 else plural


def _english_list(names: Sequence[str]) -> str:
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


def _english_digits(value: float) -> str:
    return f"{value:,}"


_translate: Translate = _english
_translate_number: TranslateNumber = _english_number
_list_names: ListNames = _english_list
_write_number: WriteNumber = _english_digits
