"""Journey: guests read at their table how much time is left, and where they sit next."""

import time

import pytest
from playwright.sync_api import Page, Route, expect

from games import scoresheets
from games.rules.scoresheet.decide import RecordDeal
from league.competitions import results
from league.competitions.event_night import table_codes
from league.models import Competition, Match
from league.rules.competition.commands import ExtendTimer, MakeDraft, Publish, StartTimer
from tests.journeys.people import SOON, visitor
from tests.league.club_nights import later, matches, started
from tests.league.organizing import act

pytestmark = pytest.mark.django_db(transaction=True)


def pad(browser, address: str, match: Match) -> Page:
    """The score pad of a guest with the printed code."""
    page = visitor(browser, address, has_touch=True)
    sit_down(page, match)
    expect(page.get_by_role("button", name="Save deal 1")).to_be_visible()
    return page


def sit_down(page: Page, match: Match) -> None:
    code = table_codes.code_of(match.competition, match.table_number)
    page.goto(f"/t/{match.competition_id}/{match.table_number}/#{code}")
    page.get_by_role("button", name="Keep the score here").click(no_wait_after=True)


def end(match: Match) -> None:
    """End the match as a neighbour does who keeps its score."""
    scoresheets.act(match.table_id, RecordDeal(1, 0, {1: 30, 2: 30, 3: 30}), by="guest:1", at=later(9))
    assert results.collect(match.table_id, at=later(10))


@pytest.fixture
def night(transactional_db) -> Competition:
    facts = {"rounds": 2, "by_hand": True, "self_report": True, "options": {"target_score": 60}}
    night = started(4, venue="physical", with_bots=False, **facts)
    act(night, MakeDraft(), Publish())
    return night


def test_a_guest_reads_the_time_left_and_that_it_is_up(browser, asgi_server, night):
    (match,) = matches(night)
    now = int(time.time())
    act(night, StartTimer(60, now - 57))
    page = pad(browser, asgi_server, match)
    expect(page.get_by_role("timer")).to_contain_text("Time’s up", timeout=SOON)
    expect(page.get_by_text("Finish this deal. Then the totals decide.")).to_be_visible()
    act(night, ExtendTimer(600, int(time.time())))
    expect(page.get_by_role("timer")).to_contain_text("9:", timeout=2 * SOON)
    expect(page.get_by_text("Finish this deal. Then the totals decide.")).to_be_hidden()
    assert page.complaints == []


def test_the_page_of_a_finished_match_says_where_its_players_sit_next(browser, asgi_server, night):
    (match,) = matches(night)
    page = pad(browser, asgi_server, match)
    end(match)
    expect(page.get_by_text("As soon as the next round is published")).to_be_visible(timeout=SOON)
    act(night, MakeDraft(), Publish())
    expect(page.get_by_text("As soon as the next round is published")).to_be_hidden(timeout=2 * SOON)
    expect(page.locator("#next-tables").get_by_role("link", name="Table 1")).to_be_visible()
    assert page.complaints == []


def test_news_that_come_before_the_last_script_of_the_page_are_shown_after_it(browser, asgi_server, night):
    (match,) = matches(night)
    page = visitor(browser, asgi_server, has_touch=True)
    late: list[Route] = []
    page.route("**/waiting.js", lambda route: late.append(route))  # noqa: PLW0108 - it reads the signature
    sit_down(page, match)
    expect(page.locator("#live")).to_have_attribute("data-line", "open", timeout=SOON)
    with page.expect_console_message(lambda message: message.text == "told"):
        page.evaluate("document.addEventListener('line:news', () => console.log('told'))")
        end(match)
    late[0].continue_()
    expect(page.get_by_text("As soon as the next round is published")).to_be_visible(timeout=SOON)
    assert page.complaints == []
