"""Quotation marks, apostrophes and dashes are those of each language, in every sentence."""

import re
from collections.abc import Iterator
from typing import Final

import pytest
from babel.messages.catalog import Message

from tests.languages.catalogs import LANGUAGES, read
from tests.languages.gathering import DOMAINS, gather

pytestmark = pytest.mark.one_database

_MARKED: Final = re.compile(
    r"<(code|kbd|samp)\b.*?</\1>|`[^`]*`|<[^<>]*>|\{[^{}]*\}|%\(\w+\)[sd]|(?<!\S)--[a-z]", re.DOTALL
)
"""Code, markup, what is filled in and the options of commands have the signs of programs."""
_QUOTES: Final = {"en": "“”", "vi": "“”", "fil": "“”", "cy": "“”", "ru": "«»"}
"""As CLDR has them for each language; the languages with an apostrophe write ’."""
_ANY_QUOTE: Final = re.compile("[“”„‟«»‘‚‛]")
_NEVER: Final = {
    "a straight quotation mark or apostrophe": re.compile("['\"]"),
    "a hyphen for a dash": re.compile(r"(?<!\S)-(?!\S)|\S--|--(?!\S)"),
    "dots for an ellipsis": re.compile(r"\.\.\."),
    "two blanks": re.compile("  "),
    "a blank before a sign": re.compile(r" [,;!?](?!\S)| :(?=$)"),
}
_DASHES: Final = {"ru": re.compile("(?<!\\S)–(?!\\S)")}
_EM_DASH: Final = re.compile("—")
"""Only Russian has it; the others set an en dash between blanks."""


def faults(sentence: str, language: str) -> Iterator[str]:
    """Yield each sign that the language does not write so."""
    text = _MARKED.sub("\0", sentence)
    yield from (fault for fault, sign in _NEVER.items() if sign.search(text))
    quotes = _ANY_QUOTE.findall(text)
    opening, closing = _QUOTES[language]
    if quotes != [opening, closing] * (len(quotes) // 2):
        yield f"quotation marks that are not {opening} and {closing} in pairs"
    if _DASHES.get(language, _EM_DASH).search(text):
        yield "the dash of another language"


def _messages(language: str) -> Iterator[tuple[Message, object]]:
    for domain in DOMAINS:
        messages = gather(domain) if language == "en" else read(language, domain)
        yield from ((message, message.id if language == "en" else message.string) for message in messages)


@pytest.mark.parametrize("language", ["en", *LANGUAGES])
def test_every_sentence_has_the_signs_of_its_language(language: str) -> None:
    sentences = [
        sentence
        for message, forms in _messages(language)
        if message.id
        for sentence in (forms if isinstance(forms, tuple) else (str(forms),))
    ]
    assert len(sentences) > 4000
    assert [(text, wrong) for text in sentences if (wrong := [*faults(text, language)])] == []


@pytest.mark.parametrize(
    ("language", "sentence", "count"),
    [
        ("en", 'Don\'t say "no".', 1),
        ("en", 'Don’t say “no” – write `\'`, --format or <a href="/">this</a>…', 0),
        ("en", "Wait - it is long... ", 2),
        ("en", "A dash — so.", 1),
        ("cy", "Mae'n wir", 1),
        ("ru", "Нажмите “Готово”", 1),
        ("ru", "«Готово» – кнопка", 1),
        ("ru", "«Готово» — кнопка, 2–4 игрока", 0),
        ("vi", "Nhấn “Xong", 1),
        ("fil", "Sino ?", 1),
    ],
)
def test_a_wrong_sign_is_found(language: str, sentence: str, count: int) -> None:
    assert len([*faults(sentence, language)]) == count
