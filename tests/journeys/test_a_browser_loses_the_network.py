"""Journey: a phone has no network for a while, and the match goes on without it."""

import os
import time

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, expect

from games import tables
from games.models import Player, Table
from tests.games.playing import assert_rebuilt_equals_live, fresh, open_table
from tests.journeys.people import SOON, act, visitor

pytestmark = pytest.mark.django_db(transaction=True)

CUT_SECONDS = float(os.environ.get("CUT_SECONDS", "6"))


def moves_of(table: Table, player: Player) -> int:
    rows = table.events.filter(by=f"player:{player.pk}").exclude(name__in=["seat_taken", "seat_returned"])
    return rows.values("step").distinct().count()


@pytest.mark.usefixtures("worker_process")
def test_a_phone_that_was_cut_off_shows_the_match_as_it_is_and_plays_on(
    asgi_server: str, browser: Browser
) -> None:
    table = open_table("Ana bot bot", bot_pause_ms=200, turn_seconds=3)
    ana = table.seats.get(index=0).player
    page = visitor(browser, asgi_server, ana)
    tables.start(table.pk, by="organizer:1", at=timezone.now())
    page.goto(f"/tables/{table.pk}/")
    before = fresh(table).version
    page.context.set_offline(True)
    cut_until = time.monotonic() + CUT_SECONDS
    while time.monotonic() < cut_until or fresh(table).version < before + 6:
        time.sleep(0.2)
    assert moves_of(table, ana) == 0
    page.context.set_offline(False)
    missed = fresh(table).version
    page.wait_for_function(
        "least => Number(document.querySelector('#table').dataset.version) >= least",
        arg=missed,
        timeout=10 * SOON,
    )
    come_back = page.get_by_role("button", name="Come back")
    deadline = time.monotonic() + 60
    while moves_of(table, ana) == 0:  # the time of a turn may run out before a click arrives
        assert time.monotonic() < deadline, "It is never Ana's turn again"
        if come_back.count():  # three turns went by, perhaps only now
            come_back.first.click()
            expect(come_back).to_have_count(0)
        act(page)
        page.wait_for_timeout(200)
    assert moves_of(table, ana) == 1
    assert_rebuilt_equals_live(table)
