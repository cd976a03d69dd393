"""Journey: without a network the banner at the table says what is true, and covers no player's name."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.games.playing import deal, fresh, play_out, player
from tests.journeys.people import PHONE, visitor
from tests.screenshots.table_scenes import PILE

NARROWEST = {"width": 360, "height": 740}
AT_ONCE = 2000
"""Milliseconds: the line to the server is found silent only later."""
COVERED = """() => {
  const banner = document.querySelector("#line").getBoundingClientRect();
  return [...document.querySelectorAll("#felt .seat__name, #felt .turn__words")].filter((part) => {
    const box = part.getBoundingClientRect();
    return box.top < banner.bottom && box.bottom > banner.top;
  }).map((part) => part.textContent);
}"""

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("size", [PHONE, NARROWEST], ids=["phone", "narrowest"])
def test_the_banner_covers_no_name_however_far_the_page_is_scrolled(browser, asgi_server, size):
    table = deal("Ana Bo Cy", "r1 r2 r3/r4 r5 r6/b1 b2 b3", f"r9 {PILE}", at=timezone.now(), turn_seconds=600)
    page = visitor(browser, asgi_server, player(table, "B"), has_touch=True)
    page.set_viewport_size(size)
    page.goto(table.get_absolute_url())
    page.get_by_role("button", name="Off", exact=True).click()
    page.context.set_offline(True)
    for waits in (False, True):
        if waits:
            page.locator("#draw").click()
        words = "Not sent: no network." if waits else "No network. The match continues"
        expect(page.locator("#line")).to_contain_text(words)
        for far in (0, 60, 100, 110):
            page.evaluate("far => scrollTo(0, far)", far)
            page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
            assert page.evaluate(COVERED) == [], (far, waits)
        page.evaluate("scrollTo(0, 0)")


@pytest.mark.parametrize("letter", ["A", ""], ids=["player", "spectator"])
def test_the_banner_comes_and_goes_with_the_network_though_nobody_moves(browser, asgi_server, letter):
    table = deal("Ana Bo", "r1 r2 r3/r4 r5 r6", f"r9 {PILE}", at=timezone.now(), turn_seconds=600)
    page = visitor(browser, asgi_server, player(table, letter) if letter else None)
    page.goto(table.get_absolute_url())
    expect(page.locator("#live")).to_have_attribute("data-line", "open")
    banner = page.locator("#line")
    expect(banner).to_be_hidden()
    for _time in range(2):
        page.context.set_offline(True)
        expect(banner).to_contain_text("No network. The match continues", timeout=AT_ONCE)
        expect(banner).to_be_in_viewport(ratio=1, timeout=AT_ONCE)
        expect(page.get_by_role("button", name="Take it back")).to_be_hidden()
        page.context.set_offline(False)
        expect(banner).to_be_hidden()
    assert fresh(table).version == table.version
    assert page.complaints == []


def test_after_the_match_it_does_not_say_that_the_match_continues(browser, asgi_server):
    table = deal("Ana Bo", "r1 r2/r4 r5", f"r9 {PILE}", at=timezone.now(), options={"target_score": 2})
    page = visitor(browser, asgi_server, player(play_out(table), "A"))
    page.goto(table.get_absolute_url())
    expect(page.locator("#result")).to_be_visible()
    page.context.set_offline(True)
    words = "No network. This page catches up as soon as the network is back."
    expect(page.locator("#line")).to_contain_text(words)
    page.context.set_offline(False)
    expect(page.locator("#line")).to_be_hidden()
