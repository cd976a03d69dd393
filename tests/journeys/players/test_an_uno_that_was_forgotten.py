"""Journey: somebody forgets to say UNO, says it late, or is caught for it as long as that counts."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.games.playing import deal, do, player
from tests.journeys.people import SOON, visitor

PILE = "r9 y1 y2 y3 y4 y5 y6 y7 y8"
AS_ON_A_RUSSIAN_KEYBOARD = """document.body.dispatchEvent(
  new KeyboardEvent("keydown", { key: "г", code: "KeyU", bubbles: true }))"""


@pytest.fixture
def forgetful(browser, asgi_server, transactional_db):
    """The pages of Ana, who may catch, and of Bo, who is to move with a red 4 and a Wild."""
    table = deal("Ana Bo Cy", "r1 r2/r4 w/b1 b2", PILE, at=timezone.now())
    ana, bo = (visitor(browser, asgi_server, player(table, letter)) for letter in "AB")
    ana.clock.install()
    for page in (ana, bo):
        page.goto(f"/tables/{table.pk}/")
    return ana, bo


def test_a_late_call_takes_the_button_to_catch_away(forgetful):
    ana, bo = forgetful
    bo.get_by_role("button", name="Play red 4").click()
    expect(ana.get_by_role("button", name="Catch Bo!")).to_be_visible(timeout=SOON)
    expect(bo.get_by_role("button", name="UNO!")).to_be_visible()
    bo.evaluate(AS_ON_A_RUSSIAN_KEYBOARD)
    expect(bo.locator("#recent")).to_contain_text("Bo said UNO")
    expect(ana.get_by_role("button", name="Catch Bo!")).to_have_count(0, timeout=SOON)
    assert ana.complaints == bo.complaints == []


def test_the_button_to_catch_counts_down_and_goes_with_its_time(forgetful):
    ana, bo = forgetful
    bo.get_by_role("button", name="Play red 4").click()
    catch = ana.get_by_role("button", name="Catch Bo!")
    expect(catch).to_contain_text("s", timeout=SOON)
    first = int(catch.locator(".catch__left").inner_text().removesuffix(" s"))
    assert 0 < first <= 60
    ana.clock.run_for(10_000)
    assert int(catch.locator(".catch__left").inner_text().removesuffix(" s")) < first - 5
    ana.clock.run_for(60_000)
    expect(catch).to_be_hidden()
    ana.keyboard.press("x")
    expect(bo.locator("#hand .cards li")).to_have_count(1)


def test_the_key_of_uno_lays_the_chosen_card_and_no_other(forgetful):
    _ana, bo = forgetful
    bo.keyboard.press("h")
    bo.keyboard.press("End")
    bo.keyboard.press("u")
    asks = bo.get_by_role("dialog", name="Colour for Wild")
    expect(asks.get_by_role("group", name="Play and say UNO")).to_be_visible()
    bo.keyboard.press("2")
    expect(bo.locator("#felt .colour")).to_have_text("yellow")
    expect(bo.locator("#recent")).to_contain_text("Bo said UNO")
    expect(bo.locator("#hand .cards li")).to_have_count(1)


def test_keys_press_only_the_choices_that_are_shown(forgetful):
    _ana, bo = forgetful
    bo.keyboard.press("h")
    bo.keyboard.press("End")
    bo.keyboard.press("Enter")
    asks = bo.get_by_role("dialog", name="Colour for Wild")
    bo.keyboard.press("6")  # the second of those without UNO, which are folded
    expect(asks).to_be_visible()
    silent = asks.locator("summary")
    for _colour in range(4):
        bo.keyboard.press("Tab")
    expect(silent).to_be_focused()
    bo.keyboard.press("Enter")
    expect(asks.locator("[data-key='6']")).to_be_visible()
    expect(silent).to_be_focused()
    bo.keyboard.press("Tab")
    bo.keyboard.press("g")
    expect(bo.locator("#felt .colour")).to_have_text("green")
    expect(bo.locator("#recent")).not_to_contain_text("Bo said UNO")


def test_the_time_to_catch_is_told_once_it_is_short(browser, asgi_server):
    table = deal("Ana Bo Cy", "r1 r2/r4 w/b1 b2", PILE, at=timezone.now(), turn_seconds=600)
    ana = visitor(browser, asgi_server, player(table, "A"))
    ana.clock.install()
    ana.goto(f"/tables/{table.pk}/")
    do(table, "B play r4", at=timezone.now())
    time_left = ana.get_by_role("button", name="Catch Bo!").locator(".catch__left")
    expect(time_left).to_have_count(1, timeout=SOON)
    expect(time_left).to_be_hidden()
    ana.clock.run_for(560_000)
    expect(time_left).to_be_visible()
    assert 0 < int(time_left.inner_text().removesuffix(" s")) <= 60
    assert ana.complaints == []
