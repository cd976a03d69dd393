"""Journey: whatever opens at the table, whose turn it is and the time left stay in sight beside it."""

import re

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.games.playing import deal, player
from tests.journeys.people import PHONE, visitor
from tests.screenshots.table_scenes import PILE

LOW_LAPTOP = {"width": 1280, "height": 720}
LINE = "#felt :is(.turn__words, .clock)"
OPENED = (
    "#card-52-0",
    "#keys-open",
    "#settings-open",
    "#react",
    "[popovertarget=leave]",
)
HIDDEN = """([line, least]) => {
  const opened = document.querySelector(":popover-open").getBoundingClientRect();
  const apart = (box) => box.bottom <= opened.top || box.top >= opened.bottom
    || box.right <= opened.left || box.left >= opened.right;
  const inside = (box) => box.top >= 0 && box.bottom <= innerHeight;
  const parts = [...document.querySelectorAll(line)].map((part) => part.getBoundingClientRect());
  return parts.length < least || !parts.every((box) => apart(box) && inside(box));
}"""

pytestmark = pytest.mark.django_db(transaction=True)
SIZES = pytest.mark.parametrize(
    "size", [pytest.param(LOW_LAPTOP, id="laptop"), pytest.param(PHONE, id="phone")]
)


def seated(browser, address, size, who, hands, **facts) -> Page:
    table = deal(who, hands, f"r9 {PILE} {PILE}", at=timezone.now(), turn_seconds=600, **facts)
    page = visitor(browser, address, player(table, "B"))
    page.set_viewport_size(size)
    page.goto(table.get_absolute_url())
    page.get_by_role("button", name="Off", exact=True).click()
    return page


def opens_beside_the_clock(page: Page, opener: str) -> None:
    page.locator(opener).first.click()
    opened = page.locator(":popover-open")
    expect(opened).to_have_attribute("style", re.compile("max-height"))
    assert not page.evaluate(HIDDEN, [LINE, 2]), opener
    page.keyboard.press("Escape")
    expect(opened).to_have_count(0)


@SIZES
def test_no_dialog_covers_whose_turn_it_is_nor_the_clock(browser, asgi_server, size):
    page = seated(browser, asgi_server, size, "Ana Bo Cy", "r1 r2 r3/r4 r5 w/b1 b2 b3")
    for opener in OPENED:
        opens_beside_the_clock(page, opener)
    assert page.complaints == []


@SIZES
def test_no_choice_does_with_or_without_uno_or_of_nine_hands(browser, asgi_server, size):
    page = seated(browser, asgi_server, size, "Ana Bo Cy", "r1 r2/r4 w/b1 b2")
    opens_beside_the_clock(page, "#card-52-0")
    others = "/b1 b2 b3" * 8
    many = "Ana Bo Cy Dee Eli Fay Gus Hal Ida Jo"
    page = seated(
        browser, asgi_server, size, many, f"r1 r2 r3/ws r5 r6{others}", options={"deck": "swap_112"}
    )
    opens_beside_the_clock(page, "#hand .cards [popovertarget]")
    last = page.locator("#hand .cards [popovertarget]")
    last.click()
    page.locator(":popover-open button").last.scroll_into_view_if_needed()
    page.locator(":popover-open").get_by_role("button", name="Not now").click()
    expect(page.locator(":popover-open")).to_have_count(0)
    assert page.complaints == []
