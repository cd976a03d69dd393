"""Names in a row, numbers and places are written as the reader's language writes them."""

import pytest
from django.utils import translation

from games.localization import lists, numbers

pytestmark = pytest.mark.one_database


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "Ana, Bo and Cy"),
        ("vi", "Ana, Bo và Cy"),
        ("fil", "Ana, Bo, at Cy"),
        ("cy", "Ana, Bo, a Cy"),
        ("ru", "Ana, Bo и Cy"),
    ],
)
def test_names_in_a_row(language: str, words: str) -> None:
    with translation.override(language):
        assert lists.listed(["Ana", "Bo", "Cy"]) == words
        assert lists.listed(["Ana"]) == "Ana"
        assert lists.listed([]) == ""


@pytest.mark.parametrize(
    ("last", "joined"),
    [("Ôwen", "ac"), ("Ana", "ac"), ("Ioan", "ac"), ("Wil", "a"), ("Yasmin", "a"), ("a(c) Bo", "ac")],
)
def test_welsh_says_ac_before_a_vowel(last: str, joined: str) -> None:
    with translation.override("cy"):
        assert lists.listed(["Bo", last]) == f"Bo {joined} {last}"


def test_a_name_is_never_changed_by_the_welsh_and() -> None:
    with translation.override("cy"):
        assert lists.listed(["a(c) Bo", "Cy"]) == "a(c) Bo a Cy"


@pytest.mark.parametrize(
    ("language", "number", "share"),
    [
        ("en", "1,234.5", "50%"),
        ("vi", "1.234,5", "50%"),
        ("fil", "1,234.5", "50%"),
        ("cy", "1,234.5", "50%"),
        ("ru", "1 234,5", "50 %"),
    ],
)
def test_numbers_and_shares(language: str, number: str, share: str) -> None:
    with translation.override(language):
        assert numbers.number(999) == "999"
        assert numbers.number(1234.5).replace("\u00a0", " ") == number
        assert numbers.percent(0.5).replace("\u00a0", " ") == share


@pytest.mark.parametrize(
    ("language", "sizes"),
    [
        ("en", ["1.5 kB", "3 MB", "41.3 GB"]),
        ("vi", ["1,5 kB", "3 MB", "41,3 GB"]),
        ("fil", ["1.5 kByte", "3 MByte", "41.3 GByte"]),
        ("cy", ["1.5 kB", "3 MBeit", "41.3 GB"]),
        ("ru", ["1,5 кБ", "3 МБ", "41,3 ГБ"]),
    ],
)
def test_the_size_of_a_file_or_a_disk(language: str, sizes: list[str]) -> None:
    with translation.override(language):
        written = [numbers.byte_size(count) for count in (1536, 3 * 1024**2, 44_345_000_000)]
    assert [size.replace("\u00a0", " ") for size in written] == sizes


def test_a_number_may_have_any_length() -> None:
    assert numbers.number(10**60) == "1" + 20 * ",000"
    assert numbers.number(4.3333) == "4.3333"


@pytest.mark.parametrize(
    ("language", "places"),
    [
        ("en", ["1st", "2nd", "3rd", "4th", "11th", "22nd"]),
        ("vi", ["hạng 1", "hạng 2", "hạng 3", "hạng 4", "hạng 11", "hạng 22"]),
        ("fil", ["ika-1", "ika-2", "ika-3", "ika-4", "ika-11", "ika-22"]),
        ("cy", ["1af", "2il", "3ydd", "4ydd", "11eg", "22ain"]),
        ("ru", ["1-е", "2-е", "3-е", "4-е", "11-е", "22-е"]),
    ],
)
def test_places(language: str, places: list[str]) -> None:
    with translation.override(language):
        assert [numbers.ordinal(rank) for rank in (1, 2, 3, 4, 11, 22)] == places


def test_a_welsh_place_ends_as_its_last_word_does() -> None:
    with translation.override("cy"):
        written = " ".join(map(numbers.ordinal, (5, 7, 10, 12, 15, 16, 18, 19, 20, 21, 40, 100, 113)))
    assert written == "5ed 7fed 10fed 12fed 15fed 16eg 18fed 19eg 20fed 21ain 40fed 100fed 113eg"
