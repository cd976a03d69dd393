"""Journey: a deal that waits to be sent is corrected on the pad, and nothing covers it."""

import pytest
from playwright.sync_api import expect

from games import scoresheets
from games.models import Player
from tests.games.scoresheets.writing_down import real_cards
from tests.journeys.people import SOON, visitor
from tests.journeys.scorekeepers.keeping_score import LATER, cut, enter, heading, mend, open_sheet, waiting

COVERED = """fields => fields.filter((field) => {
  field.scrollIntoView({ block: "center" });
  const { left, top, width, height } = field.getBoundingClientRect();
  const above = document.elementFromPoint(left + width / 2, top + height / 2);
  return !(field.contains(above) || above?.contains(field));
}).map((field) => field.innerText || field.getAttribute("aria-label"))"""


@pytest.fixture
def hana(transactional_db):
    return Player.objects.create(name="Hana")


def test_names_and_points_are_free_while_a_waiting_deal_is_changed(browser, asgi_server, hana):
    table = real_cards("Ana Bo Cy Di", host=hana)
    page = visitor(browser, asgi_server, hana, service_workers="allow")
    open_sheet(page, table.pk)
    cut(page)
    enter(page, "Bo", Ana=20, Cy=30, Di=1)
    expect(waiting(page)).to_contain_text("1 deal waiting", timeout=SOON)
    enter(page, "Ana", Bo=2, Cy=3, Di=4)
    expect(waiting(page)).to_contain_text("2 deals waiting")
    waiting(page).locator("summary").click()
    waiting(page).get_by_role("button", name="Change").first.click()
    expect(heading(page)).to_contain_text("Deal 1")
    expect(heading(page)).to_be_in_viewport()
    assert page.locator("#deal .pick, #deal .left__row:visible").evaluate_all(COVERED) == []
    page.get_by_label("Points of Cy").fill("13")
    page.get_by_role("button", name="Save deal 1").click()
    mend(page)
    expect(waiting(page)).to_be_hidden(timeout=LATER)
    expect(page.locator("#score_sheet")).to_contain_text("Totals after deal 2", timeout=LATER)
    assert [deal.left for deal in scoresheets.look(table.pk).standing] == [[20, 0, 13, 1], [0, 2, 3, 4]]
    assert page.complaints == []
