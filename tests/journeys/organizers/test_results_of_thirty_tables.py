"""Journey: thirty tables report at once; the totals go in by Tab on a laptop, and by thumb on a phone."""

import pytest
from playwright.sync_api import expect

from games.models import Player
from league.models import Membership
from tests.journeys.people import visitor
from tests.league.club_nights import matches, started
from tests.screenshots.names import NAMES


@pytest.fixture
def night(transactional_db):
    evening = started(120, venue="elsewhere", rounds=3, options={})
    people = Player.objects.filter(entries__competition=evening).order_by("pk")
    for player, name in zip(people, NAMES, strict=False):
        Player.objects.filter(pk=player.pk).update(name=name)
    return evening


def test_each_row_is_saved_when_it_is_complete(browser, asgi_server, night):
    olga = Player.objects.create(name="Olga")
    Membership.objects.create(club=night.club, player=olga, is_organizer=True)
    page = visitor(browser, asgi_server, olga)
    page.goto(f"/competitions/{night.pk}/results/")
    rows = page.locator(".quick__row")
    expect(rows).to_have_count(30)
    rows.first.get_by_role("spinbutton").first.focus()
    for total in (510, 90, 80, 70, 20, 540, 30, 0):
        page.keyboard.type(str(total))
        page.keyboard.press("Tab")
    expect(rows.nth(0)).to_contain_text("Saved.")
    expect(rows.nth(1)).to_contain_text("Saved.")
    page.keyboard.type("7")
    expect(rows.nth(2).get_by_role("spinbutton").first).to_have_value("7")
    first, second = matches(night)[:2]
    assert [row.place for row in first.placements.order_by("seat")] == [1, 2, 3, 4]
    assert [row.total for row in second.placements.order_by("seat")] == [20, 540, 30, 0]

    page.set_viewport_size({"width": 390, "height": 844})
    third = rows.nth(2)
    for field, total in zip(third.get_by_role("spinbutton").all(), (505, 501, 3, 2), strict=True):
        field.fill(str(total))
    third.get_by_role("button", name="Save").click()
    expect(third.get_by_role("alert")).to_contain_text("Only one player can reach 500 points")
    expect(third.get_by_role("spinbutton").first).to_have_value("505")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.evaluate("window.wasNeverLeft = true")
    rows.nth(5).get_by_role("spinbutton").first.fill("33")  # of a table that is not over
    third.get_by_role("spinbutton").nth(1).fill("51")
    third.get_by_role("button", name="Save").click()
    expect(third).to_contain_text("Saved.")
    expect(rows.nth(5).get_by_role("spinbutton").first).to_have_value("33")
    page.wait_for_timeout(300)
    assert page.evaluate("window.wasNeverLeft"), "the whole page was loaded"
    expect(rows.nth(5).get_by_role("spinbutton").first).to_have_value("33")
