"""Journey: somebody without an account opens the site on a phone, sits down and plays a whole deal."""

import time

from playwright.sync_api import expect

from games import tables
from games.models import Seat
from tests.games.playing import START
from tests.journeys.people import act, visitor


def test_a_guest_sits_down_with_bots_and_plays_until_the_deal_is_over(browser, asgi_server, worker_process):
    table = tables.open_table(
        name="The warm table",
        rulebook="classic",
        options={"hand_size": 3},
        seats=3,
        bot_pause_ms=150,
        by="organizer:1",
        at=START,
    )
    page = visitor(browser, asgi_server)
    page.goto("/")
    page.get_by_role("button", name="Sit at The warm table").click()
    hint, button = (page.locator(part).bounding_box() for part in ("form .field__help", "main button"))
    assert hint["y"] >= button["y"] + button["height"] + 16, "the hint sticks to the button"
    page.get_by_label("Your name").fill("Mia")
    page.get_by_role("button", name="Sit down").click()
    page.get_by_role("button", name="Fill with bots and start").click()
    expect(page.locator("#hand .cards li")).not_to_have_count(0)

    play_until(page, "#result")

    expect(page.locator("#result h2")).to_contain_text("Deal 1")
    expect(page.locator("#result tbody tr")).to_have_count(3)
    expect(page.get_by_role("button", name="Next deal")).to_be_visible()
    assert page.complaints == []
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    assert Seat.objects.get(table=table, player__name="Mia").index == 0


def play_until(page, wanted, seconds=150):
    """Play by a simple policy until something appears."""
    deadline = time.monotonic() + seconds
    while True:
        # Before anybody looks for what there is: a move that is shown meanwhile is news already.
        seen = page.locator("#table").get_attribute("data-version")
        if page.locator(wanted).count():
            return
        assert time.monotonic() < deadline, "the deal does not end"
        if not act(page):
            page.wait_for_function(
                "seen => document.querySelector('#table').dataset.version !== seen", arg=seen, timeout=20_000
            )
