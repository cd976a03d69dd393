"""Situation: a round is over, and somebody asks who sat where; the next one is paired already."""

import pytest
from django.test import Client
from pytest_django.asserts import assertContains, assertNotContains

from league.models import Competition
from tests.games.visiting import HTMX
from tests.league.club_nights import announced, fresh, started
from tests.league.organizing import report_all

pytestmark = pytest.mark.django_db


@pytest.fixture
def night() -> Competition:
    """A night with real cards in the second of three rounds."""
    made = started(8, venue="physical", rounds=3)
    report_all(made)
    return fresh(made)


def printed(competition: Competition, **asked: str):
    return Client().get(f"/competitions/{competition.pk}/print/tables/", asked)


def screen(competition: Competition, **asked: str):
    return Client().get(f"/screen/competitions/{competition.pk}/", asked)


def test_the_table_list_of_the_round_in_play_has_a_link_to_the_one_before(night):
    page = printed(night)
    assertContains(page, "<span> Round 2</span>")
    assertContains(page, '<a class="button button--small" href="?round=1-1">Previous: Round 1</a>')
    assertNotContains(page, "Next:")
    assertNotContains(page, "Round in play")


def test_the_table_list_of_an_earlier_round_says_who_sat_where(night):
    page = printed(night, round="1-1")
    assertContains(page, "<span> Round 1</span>")
    assertContains(page, "<b>Table 1</b>")
    assertContains(page, "Player 8", count=2)
    assertContains(page, '<a class="button button--small" href="?round=1-2">Next: Round 2</a>')
    assertContains(page, "Round in play")


@pytest.mark.parametrize("asked", ["1-9", "next", "x", "²-1", ""])
def test_a_round_that_is_not_there_shows_the_round_in_play(night, asked):
    assertContains(printed(night, round=asked), "<span> Round 2</span>")
    assertContains(screen(night, round=asked), '<span class="screen__round">Round 2</span>')


def test_the_score_sheets_are_those_of_the_round_in_play(night):
    page = Client().get(f"/competitions/{night.pk}/print/sheets/", {"round": "1-1"})
    assertNotContains(page, "Round 1")


def test_a_round_robin_elsewhere_lists_rounds_without_tables():
    league = started(4, venue="elsewhere", table_size=2, format="round_robin")
    page = printed(league, round="1-2")
    assertContains(page, "<span> Round 2</span>")
    assertContains(page, "Previous: Round 1")
    assertContains(page, "Next: Round 3")


def test_nothing_is_offered_before_the_start():
    planned = announced(4)
    assertNotContains(printed(planned), "round=")
    assertNotContains(screen(planned), "round=")


def test_the_projector_goes_to_the_previous_round_and_back(night):
    assertContains(screen(night), '<a href="?round=previous">Previous round</a>')
    page = screen(night, round="previous")
    assertContains(page, '<span class="screen__round">Round 1</span>')
    assertContains(page, 'data-shown="names tables"')
    assertContains(page, '<a href="?round=1-2">Next: Round 2</a>')
    assertContains(page, '<a href="?">Round in play</a>')


def test_an_earlier_round_stays_on_the_projector_when_the_page_renews_itself(night):
    page = screen(night, round="previous").content.decode()
    address = page.split('hx-get="', 1)[1].split('"', 1)[0].replace("&amp;", "&")
    assert "round=1-1" in address
    known = f"after={night.version}"
    renewed = Client().get(address.replace(known, "after=1"), headers=HTMX)
    assertContains(renewed, '<span class="screen__round">Round 1</span>')
