"""Names stand in the order of the alphabet that their reader knows."""

import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from games.localization.collation import by_name, key
from tests.languages.catalogs import LANGUAGES

pytestmark = pytest.mark.one_database

READERS = ("en", *LANGUAGES)
names = st.text("aăâáàảãạbcdđeêéghilnñoôơrtưyŷ еёжийя ChDdFfNgLlPpRrThАЕЁЖ'-19", max_size=8)


@pytest.mark.parametrize(
    ("language", "ordered"),
    [
        ("en", ["ana", "Ána", "Anna", "Đặng", "Emil", "Łukasz", "Ñora", "Zeny", "Ёлкин"]),
        ("en", ["Ben", "ben 2", "Béns", "Bo"]),
        ("vi", ["An", "Ánh", "Ăn", "Ân", "Dũng", "Đặng", "Em", "Ên", "On", "Ôn", "Ơn", "Un", "Ưng", "Vu"]),
        ("vi", ["ma", "mà", "mả", "mã", "má", "mạ"]),
        ("fil", ["Nena", "Nora", "Nuñez", "Nyx", "Ñora", "Ogie", "Zeny"]),
        ("cy", ["Caryl", "Cynan", "Chloe", "Dylan", "Ddafydd", "Enid", "Frank", "Ffion", "Gwen", "Nia"]),
        ("cy", ["Lowri", "Luned", "Llew", "Petra", "Phil", "Rod", "Rhys", "Tŷ", "Thea"]),
        ("ru", ["Ежов", "Елкин", "Ёлкин", "Ерофеев", "Иван", "Йозеф", "Яковлев", "Ana", "Zoe"]),
    ],
)
def test_names_are_ordered_as_the_reader_expects(language: str, ordered: list[str]) -> None:
    with translation.override(language):
        assert by_name(reversed(ordered), name=str) == ordered


def test_rows_of_one_name_stay_as_they_came() -> None:
    rows = [("Ana", 2), ("Ana", 1)]
    assert by_name(rows, name=lambda row: row[0]) == rows


@pytest.mark.parametrize("language", READERS)
@given(first=names, second=names)
def test_capitals_never_decide_between_names_that_differ(language: str, first: str, second: str) -> None:
    if first.casefold() != second.casefold():
        plain = key(first.lower(), language)[:2], key(second.lower(), language)[:2]
        loud = key(first.upper(), language)[:2], key(second.upper(), language)[:2]
        assert (plain[0] < plain[1]) == (loud[0] < loud[1])


@pytest.mark.parametrize("language", READERS)
@given(some=st.lists(names, max_size=6))
def test_the_order_does_not_depend_on_how_names_came(language: str, some: list[str]) -> None:
    there, back = sorted(some, key=lambda name: key(name, language)), some[::-1]
    assert sorted(back, key=lambda name: key(name, language)) == there
