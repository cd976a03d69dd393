"""Journey: two people and two bots finish a match, and go on: all of them, or one with new opponents."""

import re

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from games import tables
from games.models import Table
from tests.games.playing import begin, open_table, players
from tests.journeys.people import SOON, visitor

PILE = "r9 " + "y1 g2 b3 y4 " * 8
OPTIONS = {"dealer_choice": "fixed", "hand_size": 1, "target_score": 5}

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def nearly_over(browser, asgi_server) -> tuple[Table, Page, Page]:
    """Ana, a bot, Bo and a bot, of whom Ana deals; Bo is to move and goes out with the only card."""
    host, guest = players("Ana Bo")
    table = open_table(seats=4, host=host, options=OPTIONS, turn_seconds=600)
    by = f"player:{host.pk}"
    for seat, person in ((0, host), (1, guest)):
        tables.sit(table.pk, seat=seat, player=person, at=timezone.now())
    for seat in (2, 3):
        tables.seat_bot(table.pk, seat=seat, by=by, at=timezone.now())
    begin(table, "w4/r5/b1/b2", PILE, at=timezone.now())
    ana, bo = (visitor(browser, asgi_server, person) for person in (host, guest))
    for page in (ana, bo):
        page.goto(f"/tables/{table.pk}/")
    return table, ana, bo


def facts(page: Page) -> tuple[list[str], str]:
    """Return the other players that the page shows, and the rules without the first dealer."""
    names = page.locator("#felt .seat__name").all_inner_texts()
    return names, re.sub(r"First dealer: [^;]+; ", "", page.locator("#totals p").inner_text())


def test_both_play_again_and_the_bots_come_along(nearly_over):
    table, ana, bo = nearly_over
    names, rules = facts(ana)
    assert ana.locator("#hand").inner_text().count("dealer") == 1
    bo.get_by_role("button", name="Play red 5").click()
    for page in (ana, bo):
        expect(page.get_by_text("Same people and bots, same rules, the next dealer")).to_be_visible(
            timeout=SOON
        )
    bo.get_by_role("button", name="Rematch").click()
    expect(bo.get_by_text("Kept for Ana")).to_be_visible(timeout=SOON)
    expect(ana.get_by_text("Bo is waiting for you")).to_be_visible(timeout=SOON)
    ana.get_by_role("button", name="Rematch").click()
    for page in (ana, bo):
        expect(page.locator("#hand")).to_be_visible(timeout=SOON)
    assert ana.url == bo.url
    assert not ana.url.endswith(f"/tables/{table.pk}/")
    assert facts(ana) == (names, rules)
    expect(ana.locator("#felt .seat__bot")).to_have_count(2)
    expect(bo.locator("#hand")).to_contain_text("dealer")
    expect(ana.locator("#seat-B .seat__dealer")).to_be_visible()
    assert ana.complaints == bo.complaints == []


def test_one_meets_new_opponents_and_the_other_is_told(nearly_over):
    table, ana, bo = nearly_over
    bo.get_by_role("button", name="Play red 5").click()
    ana.get_by_role("button", name="New opponents").click(timeout=SOON)
    expect(ana.locator("#felt .seat__bot")).to_have_count(3, timeout=SOON)
    expect(ana.locator("#hand .cards li")).to_have_count(1)
    assert not ana.url.endswith(f"/tables/{table.pk}/")
    expect(bo.get_by_text("Ana is at another table.")).to_be_visible(timeout=SOON)
    assert ana.complaints == bo.complaints == []
