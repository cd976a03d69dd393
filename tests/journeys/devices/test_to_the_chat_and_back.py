"""Journey: somebody goes from the table to the chat on a phone, and comes back to where they were."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.games.playing import deal, do, player
from tests.journeys.people import SOON, visitor
from tests.screenshots.table_scenes import PILE

MARKED = """() => {
  const back = document.querySelector(".chat__back");
  return getComputedStyle(back, "::before").content.includes("attr(data-turn)")
    || getComputedStyle(back, "::before").content.includes(back.dataset.turn);
}"""

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("far", [0, 40])
def test_the_way_back_leads_to_where_somebody_was_and_says_when_it_is_their_turn(browser, asgi_server, far):
    table = deal("Ana Bo", "r1 r2 r3/r4 r5 r6", f"r9 {PILE}", at=timezone.now(), turn_seconds=600)
    page = visitor(browser, asgi_server, player(table, "A"), has_touch=True)
    page.goto(table.get_absolute_url())
    page.get_by_role("button", name="Off", exact=True).click()
    page.evaluate("far => scrollTo(0, far)", far)
    page.locator("#to-chat").click()
    back = page.get_by_role("link", name="Back to the table")
    expect(back).to_be_in_viewport(ratio=1)
    do(table, "B play r4", at=timezone.now())
    expect(back).to_be_in_viewport(ratio=1)
    page.wait_for_function(MARKED, timeout=SOON)
    back.click()
    expect(page.locator("#felt .turn__words")).to_be_in_viewport(ratio=1)
    assert page.evaluate("scrollY") == far
    assert page.complaints == []
