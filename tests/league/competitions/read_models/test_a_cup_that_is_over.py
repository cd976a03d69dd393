"""Situation: a cup is over, and its pages say which rank each finalist reached."""

import re

import pytest
from django.test import Client
from pytest_django.asserts import assertContains, assertNotContains

from league.rules.settings.stages import StageSettings
from tests.league.club_nights import fresh, started
from tests.league.organizing import report_all

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

CUPS = {
    "at tables": ({"stages": [StageSettings("single_elimination", table_size=4, advance=2)]}, 4),
    "of two": ({"stages": [StageSettings("single_elimination", table_size=2)]}, 2),
    "to 500": (
        {"stages": [StageSettings("elimination_500", table_size=4)], "rulebook": "elimination-500"},
        4,
    ),
}


@pytest.fixture(params=CUPS)
def cup(request):
    facts, finalists = CUPS[request.param]
    made = started(8, venue="elsewhere", **facts)
    while fresh(made).status != "finished":
        report_all(made)
    return made, finalists


def test_the_final_shows_ranks_and_strikes_no_finalist(cup):
    made, finalists = cup
    page = Client().get(f"/competitions/{made.pk}/bracket/").content.decode()
    final = page[page.rindex('<article class="match') :]
    assert final.count("match__line--placed") == finalists - 1
    assert "match__line--out" not in final
    assert "rank 2</span>" in final


def test_the_standings_say_the_ranks_plainly_and_what_decided_the_final(cup):
    made, finalists = cup
    page = Client().get(made.get_absolute_url())
    assertNotContains(page, "eliminated</span>")
    assertContains(page, "place at the table")
    deciders = re.findall(r"<td class=\"soft small\">(.*?)</td>", page.content.decode())
    assert deciders[:finalists] == ["", *["place at the table"] * (finalists - 1)]
    assert deciders[finalists] == "round reached"
