"""Situation: a program sends and asks for what looks nearly right. It is told so."""

import pytest

from games.models import Table
from tests.games.playing import open_table
from tests.league.api.asking import problem, program

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.mark.parametrize(
    "body",
    [
        {"seats": "3"},
        {"seats": True},
        {"sit": "yes"},
        {"sit": 1},
        {"name": 7},
        {"rulebook": False},
    ],
)
def test_a_number_is_a_number_and_a_text_a_text(body):
    answer = program().post("tables/", body)
    assert problem(answer) == (422, "invalid")
    assert set(answer.json()["errors"]) == set(body)
    assert not Table.objects.exists()


def test_everything_that_is_wrong_is_said_at_once():
    answer = program().post("tables/", {"seats": "3", "bots": 99, "name": []})
    assert set(answer.json()["errors"]) == {"seats", "bots", "name"}


@pytest.mark.parametrize("limit", ["0", "201", "-1", "1.5", "x", "", "²", "9" * 5000])
def test_a_page_has_as_many_rows_as_a_page_can_have(limit):
    assert problem(program().get(f"tables/?limit={limit}")) == (422, "bad_limit")


@pytest.mark.parametrize("value", ["1", "yes", "True", ""])
def test_a_filter_is_true_or_false(value):
    assert problem(program().get(f"tables/?is_physical={value}")) == (422, "invalid")


@pytest.mark.parametrize("path", ["tables/", "tables/1/", "schema/", "options/"])
@pytest.mark.parametrize("kind", ["xml", "", "%00"])
def test_an_unknown_format_is_not_acceptable(path, kind):
    assert problem(program().get(f"{path}?format={kind}")) == (406, "not_acceptable")


@pytest.mark.parametrize(
    ("path", "body", "field"),
    [
        ("tables/", {"seats": 2, "bot": 1}, "bot"),
        ("tables/", {"": 1}, ""),
        ("tables/", {"a\x00b": 1}, "a\x00b"),
        ("tables/", {"x" * 5000: 1}, "x" * 60),
        ("draw/", {"format": "swiss", "entrant": 8}, "entrant"),
        ("rulebooks/check/", {"rulebook": "classic", "option": {}}, "option"),
        ("notices/read/", {"after": 0, "all": True}, "all"),
    ],
)
def test_a_field_that_means_nothing_is_refused_and_not_left_out(path, body, field):
    answer = program().post(path, body)
    assert problem(answer) == (422, "invalid")
    assert list(answer.json()["errors"]) == [field]
    assert not Table.objects.exists()


def test_a_field_inside_of_another_is_named_with_its_way():
    body = {"after": 0, "deal": 1, "held": [{"seat": 1, "points": 5, "card": "r5"}]}
    ana = program()
    table = open_table(seats=2, host=ana.player, is_physical=True)
    answer = ana.post(f"tables/{table.pk}/sheet/deals/", body)
    assert problem(answer) == (422, "invalid")
    assert list(answer.json()["errors"]) == ["held.0.card"]


def test_ten_of_a_thousand_fields_that_mean_nothing_are_named():
    answer = program().post("tables/", {f"x{number}": 1 for number in range(1000)})
    assert problem(answer) == (422, "invalid")
    assert len(answer.json()["errors"]) == 10
