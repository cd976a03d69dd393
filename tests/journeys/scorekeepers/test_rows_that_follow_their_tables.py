"""Journey: guests record deals at their table while an organizer has the totals of the round open."""

import pytest
from playwright.sync_api import Locator, Page, expect

from games import scoresheets
from games.models import Player
from games.rules.scoresheet.decide import RecordDeal
from league.competitions import results
from league.models import Competition, Match, Membership
from league.rules.competition.commands import MakeDraft, Publish
from tests.journeys.people import LAPTOP, PHONE, SOON, visitor
from tests.league.club_nights import fresh, later, matches, started
from tests.league.organizing import act

pytestmark = pytest.mark.django_db(transaction=True)


def deal(match: Match, number: int, winner: int, points: int) -> None:
    """Write down a deal at the table, as its guests do."""
    left = {seat: points if seat == (winner + 1) % 4 else 0 for seat in range(4) if seat != winner}
    scoresheets.act(match.table_id, RecordDeal(number, winner, left), by="guest:1", at=later(number))


def results_page(browser, address: str, night: Competition, **facts) -> Page:
    olga = Player.objects.create(name="Olga")
    Membership.objects.create(club=night.club, player=olga, is_organizer=True)
    page = visitor(browser, address, olga, **facts)
    page.set_viewport_size(LAPTOP)
    page.goto(f"/competitions/{night.pk}/results/")
    return page


def row(page: Page, match: Match) -> Locator:
    return page.get_by_role("form", name=f"Table {match.table_number}", exact=True)


def totals(at: Locator) -> list[str]:
    return [field.input_value() for field in at.get_by_role("spinbutton").all()]


@pytest.fixture
def night(transactional_db) -> Competition:
    return started(8, venue="physical", rounds=2, options={}, with_bots=False)


def test_rows_follow_their_tables_until_somebody_types_and_then_both_are_shown(browser, asgi_server, night):
    first, second = matches(night)
    deal(first, 1, winner=0, points=60)
    page = results_page(browser, asgi_server, night)
    expect(row(page, first)).to_contain_text("1 deal so far")
    assert totals(row(page, first)) == ["60", "0", "0", "0"]
    deal(first, 2, winner=1, points=70)
    expect(row(page, first)).to_contain_text("2 deals so far", timeout=SOON)
    assert totals(row(page, first)) == ["60", "70", "0", "0"]

    row(page, first).get_by_role("button", name="Save").click()
    question = "The table is still playing: 2 deals so far. Is the match over?"
    expect(row(page, first).get_by_role("alert")).to_contain_text(question)
    assert first.placements.filter(place=None).count() == 4

    field = row(page, second).get_by_role("spinbutton").first
    field.fill("510")
    deal(second, 1, winner=0, points=50)
    deal(first, 3, winner=1, points=40)
    page.wait_for_timeout(2500)
    expect(field).to_have_value("510")
    for place, total in enumerate(("9", "8", "7"), start=1):
        row(page, second).get_by_role("spinbutton").nth(place).fill(total)
    row(page, second).get_by_role("button", name="Save").click()
    alert = row(page, second).get_by_role("alert")
    expect(alert).to_contain_text("The table has recorded more in the meantime.")
    expect(alert).to_contain_text(" 50, ")
    assert totals(row(page, second)) == ["510", "9", "8", "7"]
    row(page, second).get_by_role("button", name="Save").click()
    expect(row(page, second)).to_contain_text("Saved.")

    assert page.complaints == []


def test_a_table_that_finishes_by_itself_is_saved_on_the_open_page(browser, asgi_server, night):
    first, second = matches(night)
    page = results_page(browser, asgi_server, night)
    for number in range(1, 6):
        deal(first, number, winner=1, points=100)
    assert results.collect(first.table_id, at=later(6))
    expect(row(page, first)).to_contain_text("Saved.", timeout=SOON)
    missing = page.get_by_text("1 result is missing.")
    expect(page.get_by_text("1 result is missing. 4 of 8 totals are missing.")).to_be_visible()
    # What the page heard before it saved the last row does not take the next step away.
    page.route("**/results/?*", lambda route: route.abort())
    for place, total in enumerate(("510", "9", "8", "7")):
        row(page, second).get_by_role("spinbutton").nth(place).fill(total)
    row(page, second).get_by_role("button", name="Save").click()
    expect(row(page, second)).to_contain_text("Saved.")
    expect(missing).to_have_count(0)
    page.get_by_role("link", name="Desk", exact=True).focus()
    page.wait_for_timeout(300)
    expect(missing).to_have_count(0)


def test_typed_totals_come_back_although_the_table_went_on_and_a_player_is_said_to_be_absent(
    browser, asgi_server, night
):
    first, _second = matches(night)
    page = results_page(browser, asgi_server, night)
    fields = row(page, first).get_by_role("spinbutton")
    for place, total in enumerate(("510", "90", "80")):
        fields.nth(place).fill(total)
    row(page, first).get_by_role("link", name="Table 1").click()
    expect(page.get_by_role("heading", name="Table 1")).to_be_visible()
    deal(first, 1, winner=0, points=60)
    page.go_back()
    expect(row(page, first)).to_contain_text("It is not saved yet.")
    assert totals(row(page, first)) == ["510", "90", "80", ""]
    row(page, first).get_by_role("button", name="Save").click()
    expect(row(page, first).get_by_role("alert")).to_contain_text("The table has recorded more")
    row(page, first).get_by_role("button", name="Save").click()
    expect(row(page, first).get_by_role("alert")).to_contain_text("There is no total for")
    row(page, first).get_by_role("button", name="Record as absent").click()
    expect(row(page, first)).to_contain_text("Saved.")
    expect(row(page, first)).to_contain_text("absent")
    assert page.complaints == []


def test_a_second_enter_publishes_nothing(browser, asgi_server, transactional_db):
    night = started(4, venue="elsewhere", rounds=2, by_hand=True, options={})
    act(night, MakeDraft(), Publish())
    page = results_page(browser, asgi_server, night)
    page.get_by_role("spinbutton").first.focus()
    for total in ("510", "90", "80", "70"):
        page.keyboard.type(total)
        page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Publish")).to_be_visible()
    expect(page.locator(".quick__act p").first).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_timeout(500)
    assert fresh(night).round_number == 1
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Publish")).to_be_focused()
    assert page.complaints == []


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_a_question_moves_no_row(browser, asgi_server, night, size):
    first, second = matches(night)
    page = results_page(browser, asgi_server, night, has_touch=True)
    page.set_viewport_size(size)
    for field, total in zip(row(page, first).get_by_role("spinbutton").all(), (410, 90, 80, 70), strict=True):
        field.fill(str(total))
    top = row(page, second).bounding_box()["y"]
    row(page, first).get_by_role("button", name="Save").click()
    expect(row(page, first).get_by_role("button", name="Yes, record it like this")).to_be_visible()
    assert abs(row(page, second).bounding_box()["y"] - top) < 1
    assert page.complaints == []
