"""Journey: somebody at the table wonders what a card does, and is told without playing it."""

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from games.rules.options.card_meanings import CUSTOM, STAR, SWAPS, effects_of
from games.rules.options.options import build
from tests.games.playing import deal, dealt, player
from tests.journeys.people import LAPTOP, set_size, visitor

RESTED = 700
"""Milliseconds for which the mouse rests on the sentence."""

BY_MOUSE = pytest.mark.slow(
    "a finger and the keyboard ask; a mouse asks the same script",
    about=["games/static/", "templates/games/"],
)


def at_the_table(browser, address, **facts):
    """B, who is to move, with special cards in hand."""
    table = deal(
        "Ana Bo Cy",
        "r1 r2 r3 r4/ws wc1 r5 g7/b1 b2 b3 b4",
        "r9 y1 y2 y3 y4 y5 y6",
        rulebook="classic-112-swap",
        options={"customizable_effects": ["others_draw_2"]},
        turn_seconds=3600,
        at=timezone.now(),
    )
    page = visitor(browser, address, player(table, "B"), **facts)
    page.goto(table.get_absolute_url())
    return table, page


def hold(page: Page, wanted: str, words: str) -> None:
    """Hold a card with a finger until the page says these words, and let go."""
    box = page.locator(wanted).bounding_box()
    assert box
    touch = page.context.new_cdp_session(page)
    points = [{"x": box["x"] + 8, "y": box["y"] + 30}]
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": points})
    expect(page.locator("#card-meaning")).to_contain_text(words)
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.locator("#card-meaning")).to_be_visible()


def test_a_card_that_is_held_with_a_finger_says_what_it_does_and_is_not_played(browser, asgi_server):
    _table, page = at_the_table(browser, asgi_server, has_touch=True)
    tip = page.locator("#card-meaning")
    hold(page, "[data-does='57']", CUSTOM["others_draw_2"])
    expect(page.locator(":popover-open")).to_have_count(0)
    hold(page, "[data-does='5']", "Red 5")
    box = tip.bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 390
    before = page.locator("#table").get_attribute("data-version")
    hold(page, "#top-card", "Red 9")
    assert page.locator("#table").get_attribute("data-version") == before
    # It stays to be read, and covers neither whose turn it is nor the clock; the next tap sends it away.
    hold(page, "[data-does='5']", "Red 5")
    box, line = tip.bounding_box(), page.locator(".turn__words").bounding_box()
    assert box["y"] + box["height"] <= line["y"]
    page.locator("h1").tap()
    expect(tip).to_be_hidden()
    # A tap plays as ever.
    page.locator("[data-does='5']").tap()
    expect(page.locator("#top-card svg")).to_have_attribute("aria-label", "red 5")
    expect(tip).to_be_hidden()
    assert page.complaints == []


def test_a_tap_on_the_seat_of_a_bot_says_how_strong_it_is(browser, asgi_server):
    table = dealt("Ana bot bot bot", turn_seconds=3600, at=timezone.now())
    page = visitor(browser, asgi_server, player(table, "A"), has_touch=True)
    page.goto(table.get_absolute_url())
    tip = page.locator("#card-meaning")
    page.locator("#felt .seat__bot").first.tap()
    expect(tip).to_be_visible()
    expect(tip).to_contain_text("Club: like a player of your club")
    page.locator("#felt .piles").tap(position={"x": 200, "y": 90})
    expect(tip).to_be_hidden()
    assert page.complaints == []


def test_in_rows_of_seats_without_room_for_it_a_tap_and_the_totals_say_how_strong_a_bot_is(
    browser, asgi_server
):
    table = dealt("Ana" + 9 * " bot", turn_seconds=3600, at=timezone.now())
    page = visitor(browser, asgi_server, player(table, "A"), has_touch=True)
    page.goto(table.get_absolute_url())
    assert page.locator("#felt .seat__strength").first.bounding_box()["width"] <= 1
    page.locator("#felt .seat").last.tap()
    expect(page.locator("#card-meaning")).to_contain_text("Club: like a player of your club")
    rows = page.locator("#totals tbody tr")
    expect(rows.filter(has_text="bot, Club")).to_have_count(9)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.complaints == []


def test_the_cards_of_super_mario_say_what_they_are_and_what_they_do(browser, asgi_server):
    table = deal(
        "Ana Bo",
        "r1 r2 r3/st wc1 wc2",
        "r9 y1 y2 y3 y4 y5 y6",
        rulebook="super-mario",
        turn_seconds=3600,
        at=timezone.now(),
    )
    page = visitor(browser, asgi_server, player(table, "B"), has_touch=True)
    page.goto(table.get_absolute_url())
    expect(page.get_by_text("Customizable")).to_have_count(0)
    for card, name, meaning in ((56, "Super Star", STAR), (57, "Blank Wild", CUSTOM["none"])):
        hold(page, f"[data-does='{card}']", name)
        expect(page.locator("#card-meaning")).to_contain_text(meaning)
    set_size(page, LAPTOP)
    page.locator("[data-does='56']").hover()
    expect(page.locator("#card-meaning")).to_contain_text(STAR)
    expect(page.locator("#card-meaning")).to_be_visible()
    expect(page.locator("#hand").get_by_role("button", name="Play Super Star")).to_be_visible()
    assert page.complaints == []


def test_by_keyboard_a_card_in_focus_says_what_it_does(browser, asgi_server):
    _table, page = at_the_table(browser, asgi_server)
    set_size(page, LAPTOP)
    tip = page.locator("#card-meaning")
    page.keyboard.press("h")
    page.keyboard.press("End")
    expect(tip).to_contain_text(CUSTOM["others_draw_2"])
    page.keyboard.press("ArrowLeft")
    expect(tip).to_contain_text(SWAPS)
    page.keyboard.press("Escape")
    expect(tip).to_be_hidden()
    page.keyboard.press("?")
    expect(tip).to_contain_text(SWAPS)
    expect(page.locator("#keys")).to_be_hidden()
    expect(page.locator("[data-does='54']")).to_have_accessible_description(
        f"Wild Swap Hands {effects_of(54, build('classic-112-swap'))}"
    )
    assert page.complaints == []


def test_a_card_that_is_held_with_the_mouse_says_what_it_does_and_only_a_click_plays_it(browser, asgi_server):
    _table, page = at_the_table(browser, asgi_server)
    set_size(page, LAPTOP)
    tip = page.locator("#card-meaning")
    before = page.locator("#table").get_attribute("data-version")
    for card, words in (("5", "Red 5"), ("57", CUSTOM["others_draw_2"]), ("33", "Green 7")):
        box = page.locator(f"#hand [data-does='{card}']").bounding_box()
        page.mouse.move(box["x"] + 8, box["y"] + 30)
        page.mouse.down()
        expect(tip).to_contain_text(words)
        page.wait_for_timeout(RESTED)
        page.mouse.up()
        expect(tip).to_be_visible()
        expect(page.locator(":popover-open, .refusal")).to_have_count(0)
        page.locator("h1").hover()
        expect(tip).to_be_hidden()
    assert page.locator("#table").get_attribute("data-version") == before
    expect(page.locator("#hand .cards li")).to_have_count(4)
    page.locator("#hand [data-does='5']").click()
    expect(page.locator("#top-card svg")).to_have_attribute("aria-label", "red 5")
    assert page.complaints == []


@BY_MOUSE
def test_a_mouse_that_rests_on_a_card_is_told_and_may_rest_on_the_sentence(browser, asgi_server):
    _table, page = at_the_table(browser, asgi_server)
    set_size(page, LAPTOP)
    tip = page.locator("#card-meaning")
    page.locator("[data-does='57']").hover()
    # The page stops scrolling or turning a moment after the mouse.
    page.evaluate("dispatchEvent(new Event('resize'))")
    expect(tip).to_be_visible()
    expect(tip).to_contain_text(CUSTOM["others_draw_2"])
    tip.hover()
    page.wait_for_timeout(RESTED)
    expect(tip).to_be_visible()
    hand = page.locator("#hand").bounding_box()
    box = tip.bounding_box()
    assert box["y"] + box["height"] <= hand["y"], "it covers a button beside the cards"
    page.locator("h1").hover()
    expect(tip).to_be_hidden()


@BY_MOUSE
def test_a_card_that_slides_below_a_resting_mouse_or_is_chosen_by_a_letter_says_nothing(browser, asgi_server):
    _table, page = at_the_table(browser, asgi_server)
    set_size(page, LAPTOP)
    tip = page.locator("#card-meaning")
    page.keyboard.press("h")
    expect(page.locator("#hand .cards button").first).to_be_focused()
    page.wait_for_timeout(RESTED)
    expect(tip).to_be_hidden()
    page.keyboard.press("?")
    expect(tip).to_be_visible()
    page.keyboard.press("Escape")
    box = page.locator("#hand .cards__item").nth(2).bounding_box()
    page.mouse.move(box["x"] + 20, box["y"] - 12)  # beside the cards, and on a card as soon as one is added
    page.mouse.move(box["x"] + 20, box["y"] - 10)
    page.evaluate("document.querySelector('#hand .cards').style.marginTop = '-40px'")
    page.wait_for_timeout(RESTED)
    expect(tip).to_be_hidden()
    page.mouse.move(box["x"] + 22, box["y"] - 10)
    expect(tip).to_be_visible()
    assert page.complaints == []
