"""Journey: the next deal begins while somebody still reads the result of the last one."""

import re

from django.utils import timezone
from playwright.sync_api import expect

from tests.games.playing import deal, player
from tests.journeys.people import SOON, visitor


def test_the_result_stays_beside_the_next_deal_until_it_is_closed(browser, asgi_server, transactional_db):
    table = deal("Ana Bo", "r1/r4", "r9 y1 y2 y3 y4 y5 y6 y7", at=timezone.now())
    ana, bo = (visitor(browser, asgi_server, player(table, letter)) for letter in "AB")
    for page in (ana, bo):
        page.goto(f"/tables/{table.pk}/")
    bo.locator("#hand .cards__item--fits button").first.click()
    expect(bo.locator("#result")).to_be_visible(timeout=SOON)
    expect(ana.locator("#result h2")).to_have_text("Deal 1: Bo went out", timeout=SOON)
    expect(ana.locator("#result [data-close]")).to_be_hidden()
    middle = ana.locator(".moment[data-at=centre]")
    expect(middle).to_have_text("Bo wins the deal: 1 point")
    expect(ana.locator(".moment[data-at=seat-B]")).to_have_text("Wins the deal!")
    word, plate = middle.bounding_box(), ana.locator("#felt .seat").bounding_box()
    assert word["y"] >= plate["y"] + plate["height"]
    expect(ana.locator("#clock")).to_contain_text(re.compile(r"Next deal in \d+ s"))

    bo.get_by_role("button", name="Next deal").click()
    expect(ana.locator("#felt")).to_contain_text("deal 2", timeout=SOON)
    expect(ana.locator("#kept-result h2")).to_have_text("Deal 1: Bo went out")
    expect(ana.locator("#kept-result tbody tr")).to_have_count(2)
    expect(ana.locator("#result")).to_have_count(0)
    ana.locator("#kept-result").get_by_role("button", name="Close").click()
    expect(ana.locator("#kept-result")).to_be_hidden()
    assert ana.complaints == bo.complaints == []
