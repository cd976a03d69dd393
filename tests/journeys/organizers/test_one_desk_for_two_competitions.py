"""Journey: a cup and the juniors play on one evening, and one organizer stays at one desk for both."""

import re

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from games.models import Player
from league.competitions.event_night import calls
from league.models import Competition, Membership
from league.rules.competition.commands import MakeDraft, Publish
from tests.journeys.people import LAPTOP, PHONE, visitor
from tests.league.club_nights import matches, started
from tests.league.organizing import act

pytestmark = pytest.mark.django_db(transaction=True)

NEWS = 40_000
"""Milliseconds: of the other competition the page asks every quarter of a minute."""


@pytest.fixture
def cup() -> Competition:
    return started(8, name="Cup", venue="physical")


@pytest.fixture
def juniors(cup: Competition) -> Competition:
    night = started(4, name="Juniors", venue="physical", by_hand=True, rounds=2, club=cup.club)
    for number, person in enumerate(Player.objects.filter(entries__competition=night), start=1):
        Player.objects.filter(pk=person.pk).update(name=f"Junior {number}")
    act(night, MakeDraft(), Publish())
    return night


def test_the_tabs_of_six_competitions_are_one_row_on_a_phone(browser, asgi_server, cup):
    for number in range(5):
        started(4, name=f"Cup of the evening {number}", venue="physical", club=cup.club)
    olga = Player.objects.create(name="Olga")
    Membership.objects.create(club=cup.club, player=olga, is_organizer=True)
    page = visitor(browser, asgi_server, olga)
    page.goto(f"/competitions/{cup.pk}/results/")
    tabs = page.get_by_role("navigation", name="Competitions of the night")
    expect(tabs.get_by_role("link")).to_have_count(6)
    tab = tabs.get_by_role("link", name="Cup", exact=True)
    assert tabs.bounding_box()["height"] < 2 * tab.bounding_box()["height"]
    tabs.get_by_role("link", name="Cup of the evening 4").click()
    expect(tabs.get_by_role("link", name="Cup of the evening 4")).to_be_in_viewport()


@pytest.mark.parametrize(
    "size",
    [
        pytest.param(PHONE, id="phone"),
        pytest.param(
            LAPTOP,
            id="laptop",
            marks=pytest.mark.slow(
                "the same way at a second size; screenshots and axe look at both",
                about=["templates/league/event_night/", "league/competitions/event_night/"],
            ),
        ),
    ],
)
def test_an_organizer_runs_two_competitions_from_one_desk(browser, asgi_server, cup, juniors, size):
    olga = Player.objects.create(name="Olga")
    Membership.objects.create(club=cup.club, player=olga, is_organizer=True)
    page = visitor(browser, asgi_server, olga)
    page.set_viewport_size(size)
    page.goto(f"/competitions/{cup.pk}/desk/")
    expect(page.get_by_role("region", name="Juniors")).to_contain_text("1 result is missing.")
    hears_a_call_of_the_other_and_answers_it(page, cup, juniors)
    enters_its_result(page, cup)
    draws_its_next_round(page, cup)
    assert page.complaints == []


def expect_desk(page: Page, competition: Competition) -> None:
    expect(page).to_have_url(re.compile(rf"/competitions/{competition.pk}/desk/"))


def hears_a_call_of_the_other_and_answers_it(page: Page, cup: Competition, juniors: Competition) -> None:
    match = matches(juniors)[0]
    calls.call(match.table_id, player=match.table.seats.first().player, at=timezone.now())
    expect(page.get_by_text("Referee called 1")).to_be_visible(timeout=NEWS)
    page.get_by_role("button", name="I’ll go to Juniors, Table 3").click()
    expect(page.get_by_text("Olga is on the way.")).to_be_visible()
    expect_desk(page, cup)
    page.get_by_role("button", name="Done at Juniors, Table 3").click()
    expect(page.get_by_text("Referee called 0")).to_be_visible()
    expect_desk(page, cup)


def enters_its_result(page: Page, cup: Competition) -> None:
    page.get_by_role("link", name="Match of Juniors, Table 3").click()
    for number in range(1, 5):
        page.get_by_label(f"Junior {number}: Total").fill(str(10 * number))
    page.get_by_role("button", name="Record the result").click()
    expect(page.get_by_text("The result is recorded.")).to_be_visible()
    expect_desk(page, cup)


def draws_its_next_round(page: Page, cup: Competition) -> None:
    there = page.get_by_role("region", name="Juniors")
    expect(there).to_contain_text("Round 1 is complete.")
    there.get_by_role("button", name="Publish round 2").click()
    expect(page.get_by_text("The pairings are published.")).to_be_visible()
    expect_desk(page, cup)
    expect(there).to_contain_text("1 result is missing.")
    expect(page.get_by_role("link", name="Match of Juniors, Table 3")).to_be_visible()
