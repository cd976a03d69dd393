"""Journey: somebody steps through a finished match by keys, by slider, by playing it, and without script."""

import pytest
from playwright.sync_api import expect

from tests.games.playing import deal, do
from tests.journeys.people import visitor


@pytest.fixture
def finished(transactional_db):
    """A match of four steps that Bo won."""
    table = deal("Ana Bo", "r1 r2/r4 r5", "r9 y1 y2 y3 y4 y5 y6 y7 y8", options={"target_score": 2})
    for command in ("B play r4 uno", "A play r1 uno", "B play r5"):
        do(table, command)
    return table


def test_by_keyboard(browser, asgi_server, finished):
    page = visitor(browser, asgi_server)
    page.goto(f"/tables/{finished.pk}/replay/")
    expect(page.locator(".hands")).to_contain_text("Bo")
    expect(page.locator(".hands [aria-label='red 4']")).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#replay")).to_have_attribute("data-step", "2")
    expect(page.get_by_text("Bo played red 4")).to_be_visible()
    page.keyboard.press("End")
    expect(page.get_by_role("heading", name="Bo wins the match")).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#replay")).to_have_attribute("data-step", "3")
    page.keyboard.press("Home")
    expect(page.locator("#replay")).to_have_attribute("data-step", "1")
    assert page.complaints == []


def test_by_slider_and_each_step_has_its_address(browser, asgi_server, finished):
    page = visitor(browser, asgi_server)
    page.goto(f"/tables/{finished.pk}/replay/")
    page.get_by_role("slider", name="Step").fill("3")
    expect(page.locator("#replay")).to_have_attribute("data-step", "3")
    expect(page).to_have_url(f"{asgi_server}/tables/{finished.pk}/replay/?step=3")
    page.reload()
    expect(page.get_by_text("Ana played red 1")).to_be_visible()
    expect(page.get_by_role("slider", name="Step")).to_have_value("3")


def test_by_playing_it(browser, asgi_server, finished):
    page = visitor(browser, asgi_server)
    page.goto(f"/tables/{finished.pk}/replay/")
    page.get_by_label("Speed").select_option("fast")
    page.get_by_role("button", name="Play").click()
    expect(page.get_by_role("heading", name="Bo wins the match")).to_be_visible()
    expect(page.get_by_role("button", name="Play")).to_be_visible()


def test_by_links_without_script(browser, asgi_server, finished):
    page = visitor(browser, asgi_server, java_script_enabled=False)
    page.goto(f"/tables/{finished.pk}/replay/")
    page.get_by_role("link", name="Next step").click()
    expect(page.get_by_text("Bo played red 4")).to_be_visible()
    page.get_by_role("link", name="Last step").click()
    expect(page.get_by_role("heading", name="Bo wins the match")).to_be_visible()
