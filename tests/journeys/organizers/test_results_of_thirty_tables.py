"""Journey: many tables report at once; the totals go in by Tab on a laptop, by quick thumbs on a phone."""

import pytest
from playwright.sync_api import Page, expect

from games.models import Player
from league.models import Competition, Membership
from tests.journeys.people import visitor
from tests.league.club_nights import matches, started
from tests.screenshots.names import NAMES

MOMENT = 150
"""Milliseconds from tap to tap, and from key to key."""
FINGER = 44
"""The lowest height of a button for a thumb, in pixels."""


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
    buttons = page.locator("main .button--small:visible").all()
    assert all(button.bounding_box()["height"] >= FINGER for button in buttons)
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


@pytest.fixture
def five_tables(transactional_db) -> Competition:
    return started(15, table_size=3, venue="elsewhere", rounds=2, options={})


def results_page(browser, address: str, night: Competition, **facts) -> Page:
    olga = Player.objects.create(name="Olga")
    Membership.objects.create(club=night.club, player=olga, is_organizer=True)
    page = visitor(browser, address, olga, **facts)
    page.goto(f"/competitions/{night.pk}/results/")
    return page


def wanted(count: int) -> list[str]:
    """Totals that differ from each other, three for each table."""
    return [str(510 if place % 3 == 0 else 60 + place) for place in range(count)]


def assert_all_are_saved(night: Competition, ids: list[str], totals: list[str]) -> None:
    typed = {int(name.rpartition("_")[2]): int(total) for name, total in zip(ids, totals, strict=True)}
    rows = [row for match in matches(night, 1) for row in match.placements.select_related("entrant")]
    assert {row.entrant.number: row.total for row in rows} == typed


def test_quick_thumbs_meet_the_field_they_aim_at_while_rows_above_are_saved(
    browser, asgi_server, five_tables
):
    page = results_page(browser, asgi_server, five_tables, has_touch=True)
    ids = page.locator(".quick__fields input").evaluate_all("all => all.map((field) => field.id)")
    totals = wanted(len(ids))
    expect(page.get_by_text("15 of 15 totals are missing.")).to_be_visible()
    for name, total in zip(ids, totals, strict=True):
        field = page.locator(f"#{name}")
        field.evaluate(
            "field => field.getBoundingClientRect().bottom > 700 && field.scrollIntoView({ block: 'center' })"
        )
        box = field.bounding_box()
        page.wait_for_timeout(MOMENT)  # the thumb is on its way, and rows are saved
        page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.keyboard.type(total, delay=MOMENT / 3)
    page.get_by_role("button", name="Save", exact=True).last.tap()
    expect(page.get_by_role("link", name="Record the next round")).to_be_focused()
    assert_all_are_saved(five_tables, ids, totals)
    assert page.complaints == []


def test_tab_leads_through_all_rows_to_the_next_step_and_enter_to_the_next_row(
    browser, asgi_server, five_tables
):
    page = results_page(browser, asgi_server, five_tables)
    page.set_viewport_size({"width": 1280, "height": 720})
    ids = page.locator(".quick__fields input").evaluate_all("all => all.map((field) => field.id)")
    totals = wanted(len(ids))
    page.locator(f"#{ids[0]}").focus()
    for place, total in enumerate(totals):
        page.keyboard.type(total, delay=MOMENT / 3)
        if place == 2:  # the end of the first row
            page.keyboard.press("Enter")
            expect(page.locator(f"#{ids[3]}")).to_be_focused()
        else:
            page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Record the next round")).to_be_focused()
    assert_all_are_saved(five_tables, ids, totals)
    assert page.complaints == []


def test_a_question_goes_with_the_totals_it_was_about_and_an_undone_row_is_saved_again_when_it_is_left(
    browser, asgi_server, five_tables
):
    page = results_page(browser, asgi_server, five_tables)
    page.set_viewport_size({"width": 1280, "height": 720})
    first = page.locator(".quick__row").first
    fields = first.get_by_role("spinbutton")
    sure = first.get_by_role("button", name="Yes, record it like this")
    fields.first.focus()
    for total in ("0", "0", "0"):
        page.keyboard.type(total)
        page.keyboard.press("Tab")
    expect(first.get_by_role("alert")).to_contain_text("No one has any points.")
    expect(sure).to_be_visible()
    fields.last.click()
    page.keyboard.press("ControlOrMeta+A")
    page.keyboard.type("520")
    expect(sure).to_be_hidden()
    page.keyboard.press("Tab")
    expect(first).to_contain_text("Saved.")
    expect(page.locator(".quick__row").nth(1).get_by_role("spinbutton").first).to_be_focused()
    first.get_by_role("button", name="Undo").click()
    expect(fields.first).to_be_focused()
    for _field in range(3):
        page.keyboard.press("Tab")
    expect(first).to_contain_text("Saved.")
    assert page.complaints == []


def test_a_row_that_was_left_out_is_counted_and_a_press_leads_to_its_empty_field(
    browser, asgi_server, five_tables
):
    page = results_page(browser, asgi_server, five_tables)
    rows = page.locator(".quick__row")
    for place in (0, 1, 2, 4):
        for field, total in zip(
            rows.nth(place).get_by_role("spinbutton").all(), ("510", "90", "80"), strict=True
        ):
            field.fill(total)
    missing = rows.nth(3).get_by_role("spinbutton")
    missing.first.fill("510")
    expect(page.get_by_text("2 of 15 totals are missing.")).to_be_visible()
    page.get_by_role("button", name="Next empty field").click()
    expect(missing.nth(1)).to_be_focused()
    assert page.complaints == []


def test_a_row_that_is_refused_pushes_nothing_away_from_under_a_thumb(browser, asgi_server, five_tables):
    page = results_page(browser, asgi_server, five_tables, has_touch=True)
    rows = page.locator(".quick__row")
    for field, total in zip(rows.first.get_by_role("spinbutton").all(), ("505", "501", "3"), strict=True):
        field.fill(total)
    below = rows.nth(1).get_by_role("spinbutton").first
    height, place = rows.first.bounding_box()["height"], below.bounding_box()["y"]
    below.tap()
    expect(rows.first.get_by_role("alert")).to_contain_text("Only one player can reach 500 points")
    assert abs(rows.first.bounding_box()["height"] - height) < 1
    assert abs(below.bounding_box()["y"] - place) < 2
    expect(below).to_be_focused()
    assert page.complaints == []
