"""Journey: a player waits in the lobby while the others move; their list says when it is their turn."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.games.playing import PILE, begin, do, open_table, player
from tests.journeys.people import visitor

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_list_says_your_turn_as_soon_as_the_head_does(browser, asgi_server):
    options = {"dealer_choice": "fixed", "hand_size": 3}
    table = begin(
        open_table("Ana Bo", options=options), "r1 r2 r3/r4 r5 b1", f"r9 {PILE}"
    )  # A deals, B begins
    page = visitor(browser, asgi_server, player(table, "A"))
    page.goto("/")
    mine = page.locator("#mine")
    expect(mine.get_by_role("link", name="Continue")).to_be_visible()
    expect(mine.get_by_text("Your turn")).to_have_count(0)
    do(table, "B play r4", at=timezone.now())
    page.evaluate(
        "document.dispatchEvent(new Event('visibilitychange'))"
    )  # as whoever comes back to the page
    expect(page.locator("#my-turn").get_by_role("link")).to_be_visible()
    expect(mine.get_by_text("Your turn")).to_be_visible()
    assert page.complaints == []
