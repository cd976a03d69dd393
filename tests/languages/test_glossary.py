"""Each language says an idea with one term: `glossary.toml` beside its catalog names them."""

import re
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import pytest
from babel.messages.catalog import Message

from tests.languages.catalogs import LANGUAGES, path_of, read
from tests.languages.gathering import DOMAINS

pytestmark = pytest.mark.one_database

each_catalog = pytest.mark.parametrize("language", LANGUAGES)

_NO_WORDS: Final = re.compile(
    r"<code.*?</code>|\(\w+ = \w+\)|/[\w…]+(?=/)|\{[^{}]*\}|%\(\w+\)[sd]|<[^<>]*>|`[^`]*`|&\w+;", re.DOTALL
)
"""What is filled in, marked up or code is said in no language."""

_ORIGINAL: Final = "a card in the original rules"
"""The context of names that are given beside our own."""


@dataclass(frozen=True)
class Term:
    """An idea: how English says it, and how this language does."""

    english: re.Pattern[str]
    use: re.Pattern[str]
    exempt: frozenset[str]


@cache
def _glossary(language: str) -> dict[str, Any]:
    folder = path_of(language, "django", "po").parent.parent
    return tomllib.loads((folder / "glossary.toml").read_text())


@cache
def _terms(language: str) -> tuple[Term, ...]:
    return tuple(_term(term) for term in _glossary(language)["terms"])


def _term(term: dict[str, Any]) -> Term:
    case = re.NOFLAG if term["english"][0][0].isupper() else re.IGNORECASE
    english = re.compile(rf"(?<![\w-])(?:{'|'.join(term['english'])})(?![\w-])", case)
    use = re.compile("|".join(term["use"]), re.IGNORECASE)
    exempt = (sentence for exception in term.get("except", ()) for sentence in exception["sentences"])
    return Term(english, use, frozenset(exempt))


@cache
def _messages(language: str) -> tuple[Message, ...]:
    return tuple(message for domain in DOMAINS for message in read(language, domain) if message.id)


def _words(sentence: str) -> str:
    return _NO_WORDS.sub(" ", sentence)


def _english(message: Message) -> tuple[str, ...]:
    return tuple(message.id) if isinstance(message.id, tuple) else (message.id,)


def _translation(message: Message) -> tuple[str, ...]:
    return tuple(message.string) if isinstance(message.id, tuple) else (str(message.string),)


def faults(message: Message, language: str) -> Iterator[str]:
    """Yield where a translation leaves the glossary, or the numbers of its language."""
    if message.context == _ORIGINAL:
        return
    english, translated = _english(message), tuple(map(_words, _translation(message)))
    source = " / ".join(map(_words, english))
    for term in _terms(language):
        if term.english.search(source) and english[0] not in term.exempt:
            yield from (
                f"{term.use.pattern}: {answer}" for answer in translated if not term.use.search(answer)
            )
    for never in _glossary(language)["never"]:
        if re.search(never["form"], "\n".join(translated), re.MULTILINE):
            yield f"never {never['form']}, but {never['say']}: {translated[-1]}"
    if isinstance(message.id, tuple):
        yield from _COUNTING.get(language, lambda *_texts: iter(()))(*_translation(message))


def _without_linker(after_five: str, after_four: str) -> Iterator[str]:
    """Yield a plural that joins number and noun after 4, 6 and 9 as after other numbers: "4 na baraha"."""
    nouns = {match[1] for match in _COUNTED.finditer(after_five)} - _NO_NOUNS["fil"]
    if nouns and after_five == after_four:
        yield f"after 4, 6 and 9 a number is joined by “na”: {after_four}"


def _without_mutation(_none: str, _one: str, _two: str, three: str, six: str, other: str) -> Iterator[str]:
    """Yield a plural whose noun is not mutated after 3 or 6: "3 cherdyn"."""
    for noun in {match[1] for match in _COUNTED.finditer(other)} - _NO_NOUNS["cy"]:
        mutated = re.sub(r"^([cpt])(?!h)", r"\1h", noun)
        after_three = noun if noun in _FEMININE else mutated
        yield from (
            f"{forms}: {other_forms}"
            for forms, other_forms in ((after_three, three), (mutated, six))
            if forms not in other_forms
        )


_COUNTED: Final = re.compile(r"(?:\{\w+\}|%\(\w+\)[sd])(?:</\w+>)? ([a-z]\w+)")
_COUNTING: Final[dict[str, Callable[..., Iterator[str]]]] = {"fil": _without_linker, "cy": _without_mutation}
_FEMININE: Final = frozenset({"colofn", "cystadleuaeth"})
"""Nouns before which three is tair, which mutates nothing."""
_NO_NOUNS: Final = {
    "fil": frozenset(
        ["kung", "pagkatapos", "ang", "ng", "sa", "na", "pa", "at", "ni", "lang", "laban", "ay", "ka"]
    ),
    "cy": frozenset(["cyntaf", "mlynedd"]),
}
"""Words after what is filled in that are no counted nouns."""


@each_catalog
def test_every_translation_speaks_by_the_glossary(language: str) -> None:
    wrong = [
        (_english(message)[0], fault)
        for message in _messages(language)
        for fault in faults(message, language)
    ]
    assert not wrong, "\n".join(f"{sentence!r}: {fault}" for sentence, fault in wrong[:40])


@each_catalog
def test_every_term_is_one_that_the_sources_say(language: str) -> None:
    sources = [" / ".join(map(_words, _english(message))) for message in _messages(language)]
    idle = [term.english.pattern for term in _terms(language) if not any(map(term.english.search, sources))]
    assert not idle


@each_catalog
def test_an_exception_is_a_sentence_that_the_sources_say(language: str) -> None:
    sentences = {_english(message)[0] for message in _messages(language)}
    assert not {sentence for term in _terms(language) for sentence in term.exempt} - sentences


@each_catalog
def test_all_glossaries_name_the_same_terms(language: str) -> None:
    names = [term["english"] for term in _glossary(language)["terms"]]
    assert names == [term["english"] for term in _glossary("vi")["terms"]]
    assert len(names) >= 60


@each_catalog
def test_a_card_is_named_as_in_the_glossary(language: str) -> None:
    names = {
        _english(message)[0]: _translation(message)[0]
        for message in _messages(language)
        if not message.context
    }
    cards = {card["english"]: card["name"] for card in _glossary(language)["cards"]}
    assert {name: names[name] for name in cards} == cards


@each_catalog
def test_a_card_has_the_name_of_the_original_rules_beside_its_own(language: str) -> None:
    names_ = {
        _english(message)[0]: _translation(message)[0]
        for message in _messages(language)
        if message.context == _ORIGINAL
    }
    cards = {card["english"]: card for card in _glossary(language)["cards"]}
    names = {
        _english(message)[0]: _translation(message)[0]
        for message in _messages(language)
        if not message.context
    }
    expected = {name: cards[name]["original"] if name in cards else names[name] for name in names_}
    assert {name: text.casefold() for name, text in names_.items()} == {
        name: text.casefold() for name, text in expected.items()
    }
    assert set(cards) <= set(names_)


def test_english_counts_nouns_in_the_plural() -> None:
    plurals = [_english(message) for message in _messages("vi") if isinstance(message.id, tuple)]
    nouns = {
        (singular, plural) for pair in plurals for singular, plural in zip(*map(_counted, pair), strict=False)
    }
    countable = {singular for singular, plural in nouns if plural != singular}
    assert not [first for first, other in plurals if first == other and countable & set(_counted(first))]


def _counted(sentence: str) -> list[str]:
    return [match[1] for match in _COUNTED.finditer(sentence)]


@pytest.mark.parametrize(
    ("language", "english", "message"),
    [
        ("ru", "Shuffle the hands", "Перемешать руки"),
        ("ru", "Two rounds", "Две раздачи"),
        ("vi", "Russian reset zero", "Nga, lá không quay lại"),
        ("fil", "clockwise", "pakanan"),
        ("fil", ("{n} card", "{n} cards"), ("{n} baraha", "{n} baraha")),
        ("cy", ("{n} deal", "{n} deals"), ("{n} rownd",) * 6),
        ("cy", ("{n} card", "{n} cards"), ("{n} cerdyn", "{n} cerdyn", "{n} gerdyn") + ("{n} cerdyn",) * 3),
        ("cy", "Log in", "I mewn"),
        ("cy", "Draw Two on Draw Two", "Tynnu Dau ar Tynnu Dau"),
    ],
)
def test_a_fault_is_found(language: str, english: Any, message: Any) -> None:
    assert list(faults(Message(english, message), language))
