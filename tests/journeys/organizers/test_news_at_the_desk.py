"""Journey: pages stay open on the desk, on the wall and in the hall, and hear of news instead of asking."""

import datetime as dt
import re

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games.models import Player
from league import competitions
from league.awards import closings
from league.competitions.event_night import calls
from league.models import Membership
from league.notifications import call_notices
from league.rules.competition.commands import StartTimer
from tests.journeys.people import SOON, visitor
from tests.league.club_nights import BY, SHORT, matches, play_on, started
from tests.league.organizing import report

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def evening():
    return started(8, venue="physical")


def counting(page):
    """Note which pages are asked for from now on."""
    asked = []
    page.on("request", lambda request: request.resource_type == "xhr" and asked.append(request.url))
    return asked


def expect_line(page):
    expect(page.locator("[data-stream]")).to_have_attribute("data-line", "open", timeout=20_000)


def test_the_desk_hears_of_a_call_and_knows_when_a_table_is_overdue(browser, asgi_server, evening):
    olga = Player.objects.create(name="Olga")
    Membership.objects.create(club=evening.club, player=olga, is_owner=True)
    now = timezone.now()
    competitions.act(evening.pk, StartTimer(8, int(now.timestamp())), by=BY, at=now)
    page = visitor(browser, asgi_server, olga)
    page.goto(f"/competitions/{evening.pk}/tables/")
    expect_line(page)
    asked = counting(page)
    expect(page.get_by_text("Overdue 2")).to_be_visible(timeout=20_000)
    assert len(asked) == 1  # at that moment, and nothing meanwhile
    calls.call(matches(evening)[1].table_id, player=None, at=timezone.now())
    expect(page.get_by_text("Referee called 1")).to_be_visible(timeout=SOON)
    assert len(asked) == 2
    assert page.complaints == []


def test_news_close_no_list_and_take_no_number_away_that_is_being_typed(browser, asgi_server, evening):
    olga = Player.objects.create(name="Olga")
    Membership.objects.create(club=evening.club, player=olga, is_owner=True)
    page = visitor(browser, asgi_server, olga)
    page.goto(f"/competitions/{evening.pk}/desk/")
    expect_line(page)
    page.get_by_text("Entrants: 8").click()
    page.get_by_label("Minutes", exact=True).fill("30")
    first = matches(evening)[0]
    report(evening, first.key, *first.placements.values_list("entrant__number", flat=True))
    expect(page.get_by_text("1 result is missing.")).to_be_visible(timeout=SOON)
    expect(page.get_by_text("All 1", exact=True)).to_be_visible(timeout=SOON)
    expect(page.get_by_role("link", name="Change Player 1", exact=True)).to_be_visible()
    expect(page.get_by_label("Minutes", exact=True)).to_have_value("30")
    expect(page.get_by_label("Minutes", exact=True)).to_be_focused()
    page.get_by_role("link", name="Change Player 1", exact=True).click()
    page.get_by_role("button", name="Withdraw", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="Withdraw").click()
    out = page.get_by_role("listitem").filter(has_text="withdrew")
    out.get_by_role("link", name="Readmit").click()
    expect(
        page.get_by_text("Player 1 can play again in all matches and rounds still to come.")
    ).to_be_visible()
    page.get_by_role("button", name="Readmit").click()
    expect(page.get_by_text("Entrants: 8")).to_be_visible()
    assert not evening.entrants.filter(withdrawn=True).exists()
    assert page.complaints == []


def test_a_link_that_is_pressed_stays_until_the_finger_is_lifted(browser, asgi_server, evening):
    olga = Player.objects.create(name="Olga")
    Membership.objects.create(club=evening.club, player=olga, is_owner=True)
    page = visitor(browser, asgi_server, olga)
    page.goto(f"/competitions/{evening.pk}/tables/")
    expect_line(page)
    link = page.locator("[data-live] a[href*='/matches/']").first
    place = link.get_attribute("href")
    page.evaluate("() => { window.news = new Promise(then => document.addEventListener('line:news', then)) }")
    link.hover()
    page.mouse.down()
    calls.call(matches(evening)[1].table_id, player=None, at=timezone.now())
    # What the page fetched and put in place of it at once would be here half a second later.
    page.evaluate("() => window.news.then(() => new Promise(then => setTimeout(then, 500)))")
    page.mouse.up()
    expect(page).to_have_url(re.compile(f"{re.escape(place)}$"))
    page.go_back()
    expect(page.get_by_text("Referee called 1")).to_be_visible(timeout=SOON)


def test_a_referee_hears_of_a_call_on_another_page_and_goes_to_the_table(browser, asgi_server, evening):
    rita = Player.objects.create(name="Rita")
    Membership.objects.create(club=evening.club, player=rita, is_referee=True)
    page = visitor(browser, asgi_server, rita)
    page.goto(f"/competitions/{evening.pk}/")
    expect_line(page)
    asked = counting(page)
    caller = matches(evening)[1].table.seats.first().player
    calls.call(matches(evening)[1].table_id, player=caller, at=timezone.now())
    call_notices.tell_calls(at=timezone.now())
    news = page.locator("#news")
    expect(news).to_contain_text("Referee called: Friday: Round 1, Table 2", timeout=SOON)
    expect(news).to_contain_text(f"Called by {caller.name}.")
    expect(page.locator("#bell")).to_contain_text("1")
    assert len(asked) == 1
    news.get_by_role("button", name="Open").click()
    page.get_by_role("button", name="I’ll go").click()
    expect(page.get_by_text("Rita is on the way")).to_be_visible()
    expect(page.locator("#bell")).not_to_contain_text("1")
    assert page.complaints == []


def test_the_screen_says_until_when_it_heard_without_asking(browser, asgi_server, evening):
    page = visitor(browser, asgi_server)
    page.goto(f"/screen/competitions/{evening.pk}/")
    expect_line(page)
    asked, first = counting(page), page.locator("[data-as-of]").inner_text()
    expect(page.locator("[data-as-of]")).not_to_have_text(first, timeout=25_000)
    as_of = dt.time.fromisoformat(page.locator("[data-as-of]").inner_text())
    assert as_of > dt.time.fromisoformat(first)
    expect(page.locator("[data-not-live]")).to_be_hidden()
    assert asked == []
    assert page.complaints == []


def test_the_awards_come_when_they_are_worked_out(browser, asgi_server):
    over = play_on(started(4, rounds=1, options=SHORT))
    page = visitor(browser, asgi_server)
    page.goto(f"/competitions/{over.pk}/closing/")
    expect(
        page.get_by_role("progressbar", name="The awards are being calculated from the logs of all tables")
    ).to_be_visible()
    expect_line(page)
    asked = counting(page)
    closings.recompute(over.pk)
    expect(page.get_by_role("heading", name="In numbers")).to_be_visible(timeout=SOON)
    expect(page.get_by_role("progressbar")).to_have_count(0)
    assert len(asked) == 1
    assert page.complaints == []
