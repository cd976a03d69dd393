"""Journey: people watch the clock of a table, use their bank, pause the match, let a bot play for them."""

import datetime as dt
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games import tables
from tests.games.playing import deal, fresh, player, players
from tests.journeys.people import SOON, visitor

pytestmark = pytest.mark.django_db(transaction=True)

PILE = "r9 y1 y2 y3 y4 y5 y6 y7 y8"
AN_HOUR_AHEAD = "const real = Date.now; Date.now = () => real() + 3_600_000;"

SHOWN_BY_VIEWS = pytest.mark.slow(
    "tests of the views and of the clock of a match hold it; other journeys here count down and pause",
    about=["games/static/", "templates/games/"],
)


def dealt(**facts):
    """Ana and Bo play at the table of Hedda; Bo is to move from now on."""
    (hedda,) = players("Hedda")
    facts = {"at": timezone.now(), **facts}
    table = deal("Ana Bo", "r1 r2 g3/r4 r5 r6", PILE, host=hedda, **facts)
    return table, hedda


def open_page(browser, address, table, who=None, **facts):
    page = visitor(browser, address, who, **facts)
    page.goto(f"/tables/{table.pk}/")
    return page


def seconds(page):
    text = page.locator("[data-countdown-words]").inner_text()
    assert text.endswith(" s"), text
    return int(text.removesuffix(" s"))


def test_the_countdown_is_the_servers_whatever_the_clock_of_the_visitor_says(browser, asgi_server):
    table, _hedda = dealt()
    page = visitor(browser, asgi_server)
    page.add_init_script(AN_HOUR_AHEAD)
    page.goto(f"/tables/{table.pk}/")
    first = seconds(page)
    assert 50 <= first <= 60
    page.wait_for_function(
        "before => parseInt(document.querySelector('[data-countdown-words]').textContent) < before", arg=first
    )
    page.evaluate(AN_HOUR_AHEAD)  # once more, while the page is open
    page.wait_for_function(
        "before => parseInt(document.querySelector('[data-countdown-words]').textContent) < before - 1",
        arg=first,
    )
    assert seconds(page) >= first - 20
    assert page.complaints == []


def test_when_the_time_of_the_turn_is_over_the_page_counts_the_bank(browser, asgi_server):
    table, _hedda = dealt(turn_seconds=2, bank_seconds=100)
    page = open_page(browser, asgi_server, table)
    expect(page.locator("#clock")).to_contain_text("from the time bank")
    assert 80 <= seconds(page) <= 100
    assert fresh(table).version == table.version  # nothing was sent for it: the page counted by itself


def test_the_host_pauses_the_match_and_all_see_it_until_it_goes_on(browser, asgi_server):
    table, hedda = dealt()
    host = open_page(browser, asgi_server, table, hedda)
    bo = open_page(browser, asgi_server, table, player(table, "B"))
    host.get_by_role("button", name="Pause the match").click()
    expect(bo.locator("#paused")).to_contain_text("The match has been paused", timeout=SOON)
    expect(bo.locator("#clock")).to_have_count(0)
    expect(bo.get_by_role("button", name="Play red 4")).to_have_count(0)
    host.get_by_role("button", name="Resume").click()
    expect(bo.locator("#paused")).to_have_count(0, timeout=SOON)
    bo.get_by_role("button", name="Play red 4").click()
    expect(host.locator("#recent")).to_contain_text("Bo played red 4", timeout=SOON)
    assert host.complaints == bo.complaints == []


def test_the_time_of_the_match_stands_still_in_a_pause(browser, asgi_server):
    table, hedda = dealt(limit_seconds=100)
    page = visitor(browser, asgi_server)
    page.clock.install()
    page.goto(f"/tables/{table.pk}/")
    left = page.locator("#match-time [data-remaining]")
    before = left.inner_text()
    page.clock.fast_forward(5000)
    assert left.inner_text() != before
    tables.pause(table.pk, by=f"player:{hedda.pk}", at=timezone.now())
    expect(page.locator("#paused")).to_be_visible(timeout=SOON)
    before = left.inner_text()
    page.clock.fast_forward(5000)
    assert left.inner_text() == before


def test_someone_who_was_away_too_long_reads_it_and_is_back_with_one_click(browser, asgi_server):
    table, _hedda = dealt(away_after=1)
    bo = open_page(browser, asgi_server, table, player(table, "B"))
    tables.end_turn(table.pk, version=table.version, at=table.due_at)
    expect(bo.locator("#hand")).to_contain_text("You are away: a bot is playing your cards", timeout=SOON)
    expect(bo.locator("#hand")).to_contain_text("You missed 1 turn")
    bo.get_by_role("button", name="Come back").click()
    expect(bo.get_by_text("You are away")).to_have_count(0)


@SHOWN_BY_VIEWS
def test_without_script_the_deadline_is_read_and_the_match_is_paused(browser, asgi_server):
    table, hedda = dealt(turn_seconds=86_400, at=timezone.now() - dt.timedelta(seconds=90))
    page = open_page(browser, asgi_server, table, hedda, java_script_enabled=False)
    expect(page.locator("#clock time")).to_contain_text("UTC")
    page.get_by_role("button", name="Pause the match").click()
    expect(page.locator("#paused")).to_contain_text("23 h 58 min will be left of this turn")
    page.get_by_role("button", name="Resume").click()
    expect(page.locator("#paused")).to_have_count(0)


@SHOWN_BY_VIEWS
def test_a_player_with_days_reads_them_and_the_hour_where_they_are(browser, asgi_server):
    table, _hedda = dealt(turn_seconds=3 * 86_400)
    page = open_page(browser, asgi_server, table, timezone_id="Asia/Tokyo", locale="en-GB")
    expect(page.locator("#clock")).to_contain_text("2 days 23 h")
    tokyo = table.due_at.astimezone(ZoneInfo("Asia/Tokyo"))
    expect(page.locator("#clock time")).to_contain_text(f"{tokyo:%H:%M}")
