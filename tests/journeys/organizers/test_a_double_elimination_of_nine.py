"""Journey: nine names are pasted for a double elimination, and its bracket shows matches, not byes."""

import pytest
from playwright.sync_api import expect

from tests.journeys.organizers.test_an_evening_is_announced import NAMES, Thumb, begin, look, organizer, start
from tests.journeys.people import LAPTOP, PHONE

ON_A_LAPTOP = pytest.mark.slow(
    "the same bracket on a wider page",
    about=["templates/league/competitions/", "league/static/league/competitions/"],
)


@pytest.mark.parametrize("size", [PHONE, pytest.param(LAPTOP, marks=ON_A_LAPTOP)], ids=["phone", "laptop"])
def test_a_bracket_of_nine_is_not_swamped_by_byes(browser, asgi_server, size):
    page, thumb = organizer(browser, asgi_server, size), Thumb()
    begin(page, thumb, venue="Elsewhere", name="Nine", kind="Knock-out cup")
    thumb.tap(page.get_by_text("More formats"))
    thumb.tap(page.get_by_text("Double elimination", exact=True))
    page.get_by_label("Players", exact=True).fill("\n".join(NAMES.splitlines()[:9]))
    thumb.tap(page.get_by_role("button", name="Announce competition"))
    start(page, thumb, "Nine")
    thumb.tap(page.get_by_role("link", name="Bracket", exact=True).first)
    look(page, "nine")
    first = page.locator(".bracket__round").first
    expect(first.locator(".match")).to_have_count(1)
    expect(first.get_by_text("Bye:")).to_have_count(1)
    for name in NAMES.splitlines()[:9]:
        expect(page.locator("#bracket").get_by_text(name).first).to_be_attached()
    cards = page.locator("#bracket article.match")
    assert cards.count() <= 2 * 8 + 1  # matches that are played: nobody of nine loses three times
    assert (
        cards.evaluate_all("all => all.filter(one => one.querySelectorAll('.match__line').length < 2).length")
        == 0
    )
    assert page.locator("#bracket article.match", has_text="Bye").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    assert page.complaints == []
