"""Journey: seats of a draft are tapped on a phone, and each stays under the finger."""

import pytest
from playwright.sync_api import Page, expect

from games.models import Player
from league.models import Membership
from tests.journeys.people import PHONE, visitor
from tests.league.club_nights import started
from tests.screenshots.names import NAMES

UNDER = """([x, y]) =>
  document.elementFromPoint(x, y).closest(".seat")?.querySelector(".seat__name").innerText ?? "" """
PLACES = "all => all.map(one => one.getBoundingClientRect().top)"


@pytest.fixture
def draft(browser, asgi_server, transactional_db) -> Page:
    """The page of the first draft, to which the desk leads."""
    night = started(16, venue="physical", by_hand=True, rounds=2)
    for person, name in zip(Player.objects.filter(entries__competition=night), NAMES, strict=False):
        Player.objects.filter(pk=person.pk).update(name=name)
    olga = Player.objects.create(name="Olga")
    Membership.objects.create(club=night.club, player=olga, is_owner=True)
    page = visitor(browser, asgi_server, olga, has_touch=True)
    page.goto(f"/competitions/{night.pk}/")
    page.get_by_role("button", name="See a draft first").click()
    expect(page.locator(".seat")).to_have_count(16)
    page.wait_for_load_state()  # A seat can be there before the style sheets are.
    return page


def test_a_seat_that_is_tapped_stays_under_the_finger_and_so_do_all_others(draft):
    for number in (0, 7, 15):
        seat = draft.locator(".seat").nth(number)
        seat.scroll_into_view_if_needed()
        name = seat.locator(".seat__name").inner_text()
        box, before = seat.bounding_box(), draft.locator(".seat").evaluate_all(PLACES)
        finger = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
        draft.touchscreen.tap(*finger)
        expect(draft.get_by_text("swaps with …")).to_be_visible()
        assert draft.locator(".seat").evaluate_all(PLACES) == pytest.approx(before, abs=1)
        assert draft.evaluate(UNDER, finger) == name
        draft.get_by_role("link", name="no one").click()
        expect(draft.get_by_text("Tap one seat, then another")).to_be_visible()
    assert draft.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_the_bar_above_the_seats_keeps_its_height_through_a_swap(draft):
    bar = draft.locator(".draft__bar")
    before = bar.bounding_box()["height"]
    seats = draft.locator(".seat")
    seats.nth(0).tap()
    expect(draft.get_by_text("swaps with …")).to_be_visible()
    seats.nth(5).tap()
    expect(draft.locator(".seat--changed")).to_have_count(2)
    assert bar.bounding_box()["height"] == pytest.approx(before, abs=1)
    draft.get_by_role("button", name="Undo the last swap").tap()
    expect(draft.locator(".seat--changed")).to_have_count(0)
    assert draft.complaints == []
