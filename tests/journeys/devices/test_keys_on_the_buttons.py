"""Journey: each button at the table shows its key, and a key without its button says what is possible."""

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.games.playing import deal, do, player
from tests.journeys.people import visitor
from tests.screenshots.table_scenes import PILE

LAPTOP = {"width": 1280, "height": 720}
SHOWN = """(button) => getComputedStyle(button, "::after").content"""

pytestmark = pytest.mark.django_db(transaction=True)


def at_the_table(browser, address, table, letter, **facts) -> Page:
    page = visitor(browser, address, player(table, letter), **facts)
    page.set_viewport_size(LAPTOP)
    page.goto(table.get_absolute_url())
    return page


def dealt(who: str, hands: str, **facts):
    return deal(who, hands, f"r9 {PILE} {PILE}", at=timezone.now(), turn_seconds=600, **facts)


def keys(page: Page, *buttons: str) -> list[str | None]:
    return [page.locator(button).first.get_attribute("data-key") for button in buttons]


def test_someone_who_is_asked_to_take_cards_reads_the_key_and_hears_of_it(browser, asgi_server):
    table = dealt("Ana Bo Cy", "y1 y2 y3/r+ r5 r6/b+ b5 g2", options={"stack_draw_two": "sum"})
    do(table, "B play r+", at=timezone.now())
    cy = at_the_table(browser, asgi_server, table, "C")
    assert keys(cy, "#accept") == ["A"]
    assert "A" in cy.locator("#accept").evaluate(SHOWN)
    expect(cy.get_by_role("button", name="Take 2 cards", exact=True)).to_be_visible()
    for key in ("d", "p", "c"):
        cy.keyboard.press(key)
        expect(cy.locator("#moments-layer")).to_have_text("Not now. A: Take 2 cards")
    expect(cy.locator("#said")).to_contain_text("Not now. A: Take 2 cards")
    expect(cy.locator("#hand .cards li")).to_have_count(3)
    cy.keyboard.press("a")
    expect(cy.locator("#hand .cards li")).to_have_count(5)
    cy.keyboard.press("d")
    expect(cy.locator("#moments-layer")).to_contain_text("Not now. Ana to play")
    assert cy.complaints == []


def test_a_number_presses_only_the_button_that_shows_it(browser, asgi_server):
    bo = at_the_table(browser, asgi_server, dealt("Ana Bo Cy", "r1 r2/r4 w/b1 b2"), "B")
    assert keys(bo, "#draw", "#hand .calls button") == ["D", "U"]
    bo.keyboard.press("h")
    for key in ("1", "r"):  # the first button and the first colour of a question that is not open
        bo.keyboard.press(key)
    bo.keyboard.press("End")
    bo.keyboard.press("Enter")
    asks = bo.locator(":popover-open")
    expect(asks).to_be_visible()
    expect(bo.locator("#hand .cards li")).to_have_count(2)
    shown = asks.locator("[type=submit]").evaluate_all("all => all.map((one) => one.dataset.key)")
    assert shown == [*"RYGB", None, None, None, None]
    for _colour in range(4):
        bo.keyboard.press("Tab")
    bo.keyboard.press("Enter")
    expect(asks.locator("[data-key='8']")).to_be_visible()
    bo.keyboard.press("Tab")
    shown = asks.locator("[type=submit]").evaluate_all("all => all.map((one) => one.dataset.key)")
    assert shown == [*"1234", *"RYGB"]
    bo.keyboard.press("3")
    expect(bo.locator("#felt .colour")).to_have_text("green")
    expect(bo.locator("#recent")).to_contain_text("Bo said UNO")
    assert bo.complaints == []


def test_no_button_shows_a_key_once_letters_are_switched_off_nor_where_a_finger_plays(browser, asgi_server):
    table = dealt("Ana Bo", "r1 r2 r3/r4 r5 r6")
    bo = at_the_table(browser, asgi_server, table, "B")
    bo.locator("#keys-open").click()
    bo.get_by_label("Single-letter shortcuts").uncheck()
    expect(bo.locator("[data-key]")).to_have_count(0)
    phone = at_the_table(browser, asgi_server, table, "B", has_touch=True, is_mobile=True)
    assert phone.locator("#draw").evaluate(SHOWN) == "none"
