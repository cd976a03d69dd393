"""Lists of entrants as CSV or JSON, and what is no such list."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.base.refusal import Refusal
from league.rules.documents.entry_list import LIMIT, Entry, read

THREE = [Entry("Ana", "x", 10), Entry("Bo", "", 30.5), Entry("Cy", "y", None)]


def test_a_list_may_say_who_belongs_together() -> None:
    assert read(b"name,party\nAna,Smith\nBo,\n") == [Entry("Ana", party="Smith"), Entry("Bo")]
    assert read(b'[{"name": "Ana", "party": "Smith"}]') == [Entry("Ana", party="Smith")]
    with pytest.raises(Refusal, match="party"):
        read(b'[{"name": "Ana", "party": 7}]')


def test_a_party_has_the_spelling_of_its_first_entrant() -> None:
    entries = read(b"name,party\nAna,Smith Hall\nBo,smith  hall\nCy,Jones\nDee,SMITH HALL\n")
    assert [entry.party for entry in entries] == ["Smith Hall", "Smith Hall", "Jones", "Smith Hall"]


def test_an_entrant_of_a_list_has_several_parties() -> None:
    assert [entry.party for entry in read(b'name;party\nAna;"Novak;Car 2"\nBo;car 2\n')] == [
        "Novak; Car 2",
        "Car 2",
    ]
    with pytest.raises(Refusal) as refused:
        read(b'[{"name": "Ana", "party": "1;2;3;4;5;6;7;8;9;10;11"}]')
    assert refused.value.code == "bad_value"


BO_AND_CY = '{"name":"Bo","club":null,"rating":30.5},{"name":"Cy","club":"y","rating":null}'


@pytest.mark.parametrize(
    "text",
    [
        "Ana,x,10\nBo,,30.5\nCy,y,\n",
        "name,club,rating\nAna,x,10\nBo,,30.5\nCy,y\n",
        "\ufeffName;Rating;Club\r\nAna;10;x\r\nBo;30.5;\r\n\r\nCy;;y\r\n",
        ' Ana\tx\t10\n"Bo"\t\t30.5\nCy\ty\n',
        '[{"name":"Ana","club":"x","rating":10},{"name":"Bo","rating":30.5},{"name":"Cy","club":"y"}]',
        ' [{"name":"Ana","club":"x","rating":"10"},{"name":"Bo","rating":30.5},{"name":"Cy","club":"y"}]',
        '[{"name":"Ana","club":"x","rating":1e1},' + BO_AND_CY + "]",
    ],
)
def test_lists_are_read_in_their_order(text: str) -> None:
    assert read(text.encode()) == THREE


def test_a_list_of_names_is_enough() -> None:
    assert read(b'["Ana", "Bo"]') == [Entry("Ana"), Entry("Bo")]
    assert read("Ana\nBø\n".encode()) == [Entry("Ana"), Entry("Bø")]
    assert read(b'"Ana, the first",x\n') == [Entry("Ana, the first", "x")]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "nobody"),
        (b"name,club,rating\n", "nobody"),
        (b"[]", "nobody"),
        (b"\xff\xfea\x00", "not_utf8"),
        ("Müller,x".encode("latin-1"), "not_utf8"),
        (b"Ana\x00,x", "bad_list"),
        (b'{"name": "Ana"}', "bad_list"),
        (b"[1", "bad_list"),
        (b"[" * 100_000, "bad_list"),
        (b'"Ana', "bad_list"),
        (b"[7]", "bad_entry"),
        (b'[{"name": 7}]', "bad_entry"),
        (b'[{"club": "x"}]', "bad_entry"),
        (b'[{"name": "Ana", "club": 7}]', "bad_entry"),
        (b'[{"name": "Ana", "rating": true}]', "bad_entry"),
        (b'[{"name": "Ana", "rating": [1]}]', "bad_entry"),
        (b'[{"name": "Ana", "age": 7}]', "bad_entry"),
        (b"Ana,x,strong\n", "bad_entry"),
        (b"Ana,x,nan\n", "bad_entry"),
        (b"Ana,x,1e400\n", "bad_entry"),
        (b",x,10\n", "bad_entry"),
        (b"Ana,x,10,Smith,more\n", "bad_entry"),
        (b"A" * 201, "bad_entry"),
        (b"Ana," + b"x" * 201, "bad_entry"),
        (b"Ana,x\nBo\nAna,y\n", "same_name"),
        (b"name,party\n" + b"".join(b"%d,Smith\n" % number for number in range(21)), "party_too_large"),
        (b" " * (LIMIT + 1), "too_large"),
        (b"\n".join(b"P%d" % n for n in range(10_001)), "too_many"),
    ],
)
def test_a_file_that_is_no_list_is_refused(data: bytes, code: str) -> None:
    with pytest.raises(Refusal) as refused:
        read(data)
    assert refused.value.code == code
    assert "\n" not in refused.value.sentence


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=60) | st.text(max_size=60).map(lambda text: text.encode("utf-8", "replace")))
def test_anything_at_all_is_read_or_refused(data: bytes) -> None:
    try:
        entries = read(data)
    except Refusal:
        return
    assert all(entry.name for entry in entries)
