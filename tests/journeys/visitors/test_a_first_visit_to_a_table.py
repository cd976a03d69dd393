"""Journey: somebody is at a table for the first time, and nothing tells them of moves that they missed."""

import datetime as dt

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games.models import Table
from tests.games.playing import PILE, deal, do, player
from tests.journeys.people import SOON, visitor

pytestmark = pytest.mark.django_db(transaction=True)


def is_away_for_a_minute(page):
    """The phone is in a pocket, or without a network, while the clock goes on."""
    page.context.set_offline(True)
    page.clock.set_fixed_time(timezone.now() + dt.timedelta(minutes=1))
    page.context.set_offline(False)


def test_a_stranger_who_plays_now_has_missed_nothing(browser, asgi_server):
    page = visitor(browser, asgi_server, has_touch=True)
    page.goto("/")
    page.get_by_role("button", name="Play now").tap()
    expect(page.locator("#hand")).to_be_visible()
    expect(page).to_have_url(f"{asgi_server}/tables/{Table.objects.get().pk}/")
    expect(page.get_by_text("While you were away")).to_have_count(0)
    assert page.complaints == []


def test_where_nobody_has_moved_nothing_is_told_and_what_was_told_is_closed_for_good(browser, asgi_server):
    table = deal("Ana Bo Cy", "r1 r2 r3/r4 r5 r6/b1 r7 y2", f"r9 {PILE}", at=timezone.now())
    page = visitor(browser, asgi_server, player(table, "B"))
    page.goto(f"/tables/{table.pk}/")
    missed = page.get_by_role("region", name="While you were away")
    with page.expect_response("**/since/**") as answer:
        is_away_for_a_minute(page)
    assert answer.value.status == 204
    expect(missed).to_have_count(0)
    page.get_by_role("button", name="Play red 4").click()
    expect(page.get_by_text("Cy to play")).to_be_visible()
    do(table, "C play r7")
    do(table, "A play r1")
    expect(page.get_by_text("Your turn", exact=True)).to_be_visible(timeout=SOON)
    expect(missed).to_have_count(0)
    assert page.complaints == []
