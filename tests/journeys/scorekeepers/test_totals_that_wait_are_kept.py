"""Journey: totals that wait for an answer are still there after another page; saved rows leave no gaps."""

import pytest
from playwright.sync_api import Page, expect

from games.models import Player
from league.models import Competition, Membership
from tests.journeys.people import visitor
from tests.league.club_nights import started


@pytest.fixture
def night(transactional_db) -> Competition:
    return started(12, table_size=4, venue="elsewhere", rounds=2, options={})


@pytest.fixture
def page(browser, asgi_server, night) -> Page:
    olga = Player.objects.create(name="Olga")
    Membership.objects.create(club=night.club, player=olga, is_organizer=True)
    phone = visitor(browser, asgi_server, olga, has_touch=True)
    phone.goto(f"/competitions/{night.pk}/results/")
    return phone


def totals(page: Page, number: int) -> list[str]:
    fields = page.locator(".quick__row").nth(number).get_by_role("spinbutton")
    return [field.input_value() for field in fields.all()]


def enter(page: Page, number: int, *wanted: int) -> None:
    row = page.locator(".quick__row").nth(number)
    for field, total in zip(row.get_by_role("spinbutton").all(), wanted, strict=False):
        field.fill(str(total))


def leave_and_come_back(page: Page, night: Competition) -> None:
    page.goto(night.get_absolute_url())
    page.goto(f"/competitions/{night.pk}/results/")


def test_totals_at_a_question_come_back_and_are_saved_with_one_tap(page, night):
    row = page.locator(".quick__row").first
    enter(page, 0, 410, 90, 80, 70)
    row.get_by_role("button", name="Save").tap()
    expect(row.get_by_role("alert")).to_contain_text("No one has 500 points. Is the match over?")
    enter(page, 1, 33, 44)
    leave_and_come_back(page, night)
    assert totals(page, 0) == ["410", "90", "80", "70"]
    assert totals(page, 1) == ["33", "44", "", ""]
    expect(row).to_contain_text("It is not saved yet.")
    expect(page.locator(".quick__row").nth(2)).not_to_contain_text("It is not saved yet.")

    row.get_by_role("button", name="Save").tap()
    row.get_by_role("button", name="Yes, record it like this").tap()
    expect(row).to_contain_text("Saved.")
    expect(row).not_to_contain_text("It is not saved yet.")

    row.get_by_role("button", name="Undo").tap()
    expect(row.get_by_role("spinbutton").first).to_have_value("410")
    leave_and_come_back(page, night)
    assert totals(page, 0) == ["410", "90", "80", "70"]
    enter(page, 0, 520)
    row.get_by_role("button", name="Save").tap()
    expect(row).to_contain_text("Saved.")
    leave_and_come_back(page, night)
    assert totals(page, 1) == ["33", "44", "", ""]
    assert page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('typed:')).length") == 1
    assert page.complaints == []


def test_saved_rows_leave_no_gaps_when_no_field_is_in_use(page):
    first, second = page.locator(".quick__row").first, page.locator(".quick__row").nth(1)
    enter(page, 0, 510, 90, 80, 70)
    height = first.bounding_box()["height"]
    first.get_by_role("button", name="Save").tap()
    expect(first).to_contain_text("Saved.")
    second.get_by_role("spinbutton").first.tap()
    page.wait_for_timeout(1600)
    assert first.bounding_box()["height"] >= height - 1, "it moves what is typed"
    top = second.bounding_box()["y"]
    second.get_by_role("spinbutton").first.blur()
    page.wait_for_timeout(1600)
    assert first.bounding_box()["height"] < height - 40
    assert abs(second.bounding_box()["y"] - top) <= 1 or page.evaluate("scrollY") == 0
    assert page.complaints == []
