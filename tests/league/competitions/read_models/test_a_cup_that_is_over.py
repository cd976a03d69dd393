"""Situation: a cup is over, and its pages say which rank each finalist reached."""

import re

import pytest
from django.test import Client
from pytest_django.asserts import assertContains, assertNotContains

from league import competitions
from league.rules.brackets.advance import Finish
from league.rules.competition.commands import RecordResult
from league.rules.settings.stages import StageSettings
from tests.league.club_nights import fresh, started
from tests.league.organizing import act, organizer, report_all

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


def test_of_the_final_nobody_is_said_to_advance(cup):
    made, _finalists = cup
    page = Client().get(f"/competitions/{made.pk}/bracket/").content.decode()
    assert "The best player at each table advances." not in page


def test_joint_champions_read_that_they_share_first_place():
    evening = started(4, venue="elsewhere", table_size=4, rounds=1)
    first = competitions.look(evening.pk).stage.matches["R1.1"]
    finishes = [Finish(entrant, 1 if place < 3 else 4) for place, entrant in enumerate(first.entrants)]
    act(evening, RecordResult(1, first.id, finishes))
    page = Client().get(evening.get_absolute_url())
    assertContains(page, "They share first place.")
    assertNotContains(page, "A bonus entry can separate them")
    assertContains(organizer(evening).get(evening.get_absolute_url()), "A bonus entry can separate them")
