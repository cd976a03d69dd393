"""The catalogs say what the sources say, whole, in every language, and are compiled."""

import re
from gettext import GNUTranslations
from pathlib import Path
from threading import Thread

import allauth
import django
import pytest
from babel.messages.catalog import Catalog

from tests.languages import __main__ as command
from tests.languages import catalogs
from tests.languages.catalogs import LANGUAGES, alone, compiled, faults, read
from tests.languages.gathering import DOMAINS, gather

pytestmark = pytest.mark.one_database

each_catalog = pytest.mark.parametrize("language", LANGUAGES)
each_domain = pytest.mark.parametrize("domain", DOMAINS)


@pytest.fixture(scope="module")
def gathered() -> dict[str, Catalog]:
    return {domain: gather(domain) for domain in DOMAINS}


@each_catalog
@each_domain
def test_every_sentence_of_the_sources_is_in_the_catalog_and_no_other(
    language: str, domain: str, gathered: dict[str, Catalog]
) -> None:
    translated, asked = (
        {(message.id, message.context) for message in its}
        for its in (read(language, domain), gathered[domain])
    )
    assert translated == asked, "run `make messages`"


@each_catalog
@each_domain
def test_every_sentence_is_translated_and_fills_in_the_same(language: str, domain: str) -> None:
    wrong = [
        (message.id, fault) for message in read(language, domain) if message.id for fault in faults(message)
    ]
    assert not wrong, wrong[:20]


@each_catalog
@each_domain
def test_the_compiled_file_says_what_the_readable_one_says(language: str, domain: str) -> None:
    expected: dict[object, str] = {}
    for message in read(language, domain):
        context = f"{message.context}\x04" if message.context else ""
        if isinstance(message.id, tuple):
            expected |= {
                (context + message.id[0], number): form for number, form in enumerate(message.string)
            }
        elif message.id:
            expected[context + message.id] = message.string
    assert compiled(language, domain) == {key: text for key, text in expected.items() if text}, (
        "run `make messages`"
    )


@pytest.mark.parametrize(("language", "numbers"), [("vi", 1), ("fil", 2), ("cy", 6), ("ru", 3)])
def test_every_language_has_its_own_forms_of_numbers(language: str, numbers: int) -> None:
    assert read(language, "django").num_plurals == numbers


def test_borrowed_sentences_are_still_those_of_the_libraries(gathered: dict[str, Catalog]) -> None:
    theirs: set[object] = set()
    for library in (django, allauth):
        for path in Path(library.__file__).parent.rglob("locale/ru/LC_MESSAGES/django.mo"):
            with path.open("rb") as file:
                theirs |= set(GNUTranslations(file)._catalog)
    for message in gathered["django"]:
        if any(path == "league/http/framework_messages.py" for path, _line in message.locations):
            context = f"{message.context}\x04" if message.context else ""
            key = (context + message.id[0], 0) if isinstance(message.id, tuple) else context + message.id
            assert key in theirs, message.id


@each_catalog
def test_the_languages_have_letters_of_their_own(language: str) -> None:
    """So that no catalog was filled with another one, or with English."""
    text = " ".join(str(message.string) for message in read(language, "django") if message.id)
    own = {"vi": "[ạảẩậếềểộợữị]", "fil": r"\bmga\b", "cy": r"\by[nr]\b", "ru": "[а-я]"}
    assert len(re.findall(own[language], text)) > 500


def test_a_second_run_waits_until_the_first_has_ended(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(catalogs, "ROOT", tmp_path)
    asked: list[str] = []
    monkeypatch.setattr(command, "gather", asked.append)
    monkeypatch.setattr(command, "update", lambda *_facts: [])
    second = Thread(target=command.main)
    with alone():
        second.start()
        second.join(0.2)
        assert asked == []
    second.join(20)
    assert asked == list(DOMAINS)
