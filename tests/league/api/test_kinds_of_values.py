"""Situation: a program sends and asks for what looks nearly right. It is told so."""

import pytest

from games.models import Table
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


@pytest.mark.parametrize("said", ["1", "yes", "True", ""])
def test_a_filter_is_true_or_false(said):
    assert problem(program().get(f"tables/?is_physical={said}")) == (422, "invalid")


@pytest.mark.parametrize("path", ["tables/", "tables/1/", "schema/", "options/"])
@pytest.mark.parametrize("kind", ["xml", "", "%00"])
def test_what_cannot_be_had_in_a_format_is_not_acceptable(path, kind):
    assert problem(program().get(f"{path}?format={kind}")) == (406, "not_acceptable")
