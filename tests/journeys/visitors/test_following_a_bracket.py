"""Somebody follows one player through a bracket, with a mouse, the keyboard or a thumb."""

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import expect

from league.rules.competition.commands import CorrectResult
from league.rules.settings.stages import SINGLE_ELIMINATION, StageSettings
from tests.games.scoresheets.writing_down import deal, record
from tests.journeys.people import visitor, wait_until_still
from tests.league.by_hand import do, play, played_elsewhere
from tests.league.club_nights import knock_out, matches

IN_LIGHT_COLOURS = pytest.mark.slow(
    "a path is read in dark colours, which are told apart less easily",
    about=["league/static/", "templates/league/"],
)

ANOTHER_WAY = pytest.mark.slow(
    "a mouse and taps show the same path by the same script",
    about=["league/static/", "templates/league/"],
)

OTHER_POINTERS = pytest.mark.slow(
    "a tap and a result that comes in are tried; a mouse, the foot of the window and the dark are the same"
    " script",
    about=["league/static/league/competitions/", "templates/league/competitions/"],
)


@pytest.fixture
def cup(transactional_db):
    made = played_elsewhere(8, StageSettings(SINGLE_ELIMINATION, table_size=2, advance=1))
    play(made, 2)
    return made


def opened(browser, address, cup, **facts):
    page = visitor(browser, address, **facts)
    page.goto(f"/competitions/{cup.pk}/bracket/")
    return page


def lines_of(page, name):
    return page.locator("#bracket .match__line", has_text=name)


@OTHER_POINTERS
def test_with_a_mouse_over_a_name_all_matches_of_that_player_stand_out(browser, asgi_server, cup):
    page = opened(browser, asgi_server, cup)
    lines_of(page, "Player 1").first.hover()
    expect(page.locator("#bracket.is-following .is-on-path")).to_have_count(3)
    page.locator("h1").hover()
    expect(page.locator(".is-on-path")).to_have_count(0)
    assert page.complaints == []


@ANOTHER_WAY
def test_the_focus_on_a_name_does_the_same(browser, asgi_server, cup):
    page = opened(browser, asgi_server, cup)
    lines_of(page, "Player 8").first.get_by_role("link").focus()
    expect(page.locator(".is-on-path")).to_have_count(1)


def test_a_tap_on_a_name_keeps_the_path_until_the_next_tap(browser, asgi_server, cup):
    page = opened(browser, asgi_server, cup, has_touch=True)
    lines_of(page, "Player 1").first.get_by_role("link").tap()
    expect(page.locator(".is-on-path")).to_have_count(3)
    expect(page.locator("#following")).to_contain_text("Player 1")
    page.locator("h1").tap()
    expect(page.locator(".is-on-path")).to_have_count(0)
    expect(page.locator("#following")).to_be_hidden()
    assert page.url.endswith("/bracket/")


@OTHER_POINTERS
def test_from_the_foot_of_the_window_one_goes_from_match_to_match_and_to_the_player(
    browser, asgi_server, cup
):
    page = opened(browser, asgi_server, cup, has_touch=True)
    lines_of(page, "Player 1").first.locator(".match__seed").tap()
    for match in ("1.R1.1", "1.R2.1", "1.R3.1", "1.R1.1"):
        page.get_by_role("button", name="Next match").tap()
        expect(page.locator(f"[data-match='{match}']")).to_be_in_viewport(ratio=1)
    page.locator("#following a").tap()
    expect(page.get_by_role("heading", name="Player 1")).to_be_visible()
    assert page.complaints == []


@OTHER_POINTERS
@pytest.mark.parametrize("scheme", [pytest.param("light", marks=IN_LIGHT_COLOURS), "dark"])
def test_matches_off_the_path_can_still_be_read(browser, asgi_server, cup, scheme):
    page = opened(browser, asgi_server, cup, has_touch=True, color_scheme=scheme)
    lines_of(page, "Player 1").first.get_by_role("link").tap()
    expect(page.locator("#following")).to_be_visible()
    page.evaluate(AXE_SCRIPT)
    wait_until_still(page)
    assert [violation["id"] for violation in page.evaluate("axe.run()")["violations"]] == []


@ANOTHER_WAY
def test_a_second_tap_on_a_name_opens_the_page_of_the_player(browser, asgi_server, cup):
    page = opened(browser, asgi_server, cup, has_touch=True)
    name = lines_of(page, "Player 8").first.get_by_role("link")
    name.tap()
    name.tap()
    expect(page.get_by_role("heading", name="Player 8")).to_be_visible()


def test_the_path_stays_when_a_result_comes_in(browser, asgi_server, cup):
    page = opened(browser, asgi_server, cup, has_touch=True)
    lines_of(page, "Player 1").first.locator(".match__seed").tap()
    expect(page.locator(".is-on-path")).to_have_count(3)
    version = page.locator("#bracket").get_attribute("data-version")
    play(cup, 1)
    expect(page.locator("#bracket")).not_to_have_attribute("data-version", version, timeout=15_000)
    expect(page.locator(".is-on-path")).to_have_count(3)


@OTHER_POINTERS
def test_a_match_read_on_a_phone_stays_in_place_when_something_above_changes(browser, asgi_server, cup):
    page = opened(browser, asgi_server, cup)
    version = page.locator("#bracket").get_attribute("data-version")
    read = page.locator("[data-match='1.R3.1']")
    read.evaluate("one => one.scrollIntoView()")
    before = read.bounding_box()["y"]
    do(cup, CorrectResult(1, "R1.1", [], kind="double_forfeit"), minutes=90)
    expect(page.locator("#bracket")).not_to_have_attribute("data-version", version, timeout=15_000)
    expect(page.locator("[data-match='1.R1.1']")).to_contain_text("Double forfeit")
    assert read.bounding_box()["y"] == pytest.approx(before, abs=1)


def test_totals_climb_towards_the_target_while_it_is_played(browser, asgi_server, transactional_db):
    cup = knock_out(4, venue="physical", options={})
    page = opened(browser, asgi_server, cup)
    version = page.locator("#bracket").get_attribute("data-version")
    table = matches(cup)[0].table
    for number in (1, 2):
        record(table, deal(number, "A", "B 50, C 20, D 0"))
        bar = page.locator(f"#bracket meter[value='{50 * number}'][max='500']")
        expect(bar).to_have_count(1, timeout=15_000)
        expect(page.locator(".match__total", has_text=str(50 * number))).to_have_count(1)
    expect(page.locator("#bracket")).to_have_attribute("data-version", version)
