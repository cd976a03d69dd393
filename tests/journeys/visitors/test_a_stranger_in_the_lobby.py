"""Journey: a stranger opens the lobby, sees what it is, plays at once, and meets bots that think."""

import datetime as dt
from itertools import pairwise

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games import tables
from games.models import TableEvent
from tests.games.playing import open_table
from tests.journeys.people import PHONE, SOON, play_until, visitor

LAPTOP = {"width": 1280, "height": 720}
SHORTEST_THOUGHT = 400
"""Milliseconds that a bot takes for a move at least; they usually take about three times as long."""
ON_A_LAPTOP = pytest.mark.slow("on a phone less of the lobby is in sight", about=["templates/league/"])

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("size", [PHONE, pytest.param(LAPTOP, marks=ON_A_LAPTOP)], ids=["phone", "laptop"])
def test_the_lobby_says_what_it_is_and_a_match_begins_with_one_tap(browser, asgi_server, size):
    for number in range(1, 14):
        open_table("Ana bot", seats=4, name=f"Table of friends {number}")
    page = visitor(browser, asgi_server)
    page.set_viewport_size(size)
    page.goto("/")
    expect(page.get_by_text("Play UNO-family card games with friends or bots")).to_be_in_viewport(ratio=1)
    expect(page.locator(".welcome__cards svg").first).to_be_in_viewport()
    play_now = page.get_by_role("button", name="Play now")
    expect(play_now).to_be_in_viewport(ratio=1)
    seats = page.get_by_role("button", name="Sit at Table of friends")
    first_page = seats.count()
    assert 0 < first_page < 13
    page.get_by_role("navigation", name="Free seats").get_by_role("link", name="Next page").click()
    expect(page.get_by_role("link", name="Previous page")).to_be_visible()
    expect(seats).to_have_count(13 - first_page)
    page.goto("/")
    play_now.click()
    expect(page.locator("#hand .cards li")).to_have_count(7)
    expect(page.locator("#hand")).to_be_in_viewport()
    assert page.complaints == []


def test_a_match_that_begins_leaves_the_free_seats_of_an_open_lobby(browser, asgi_server):
    table = open_table("Ana", seats=2, name="Friends")
    page = visitor(browser, asgi_server, has_touch=True)
    page.goto("/")
    sit = page.get_by_role("button", name="Sit at Friends")
    expect(sit).to_be_visible()
    tables.start(table.pk, fill_with_bots=True, by="organizer:1", at=timezone.now())
    page.evaluate("document.dispatchEvent(new Event('line:silence'))")  # need not wait for ten seconds
    watch = page.locator("#live").get_by_role("link", name="Watch Friends")
    expect(watch).to_be_visible()
    expect(sit).to_have_count(0)
    watch.tap()
    expect(page.get_by_text("You are watching")).to_be_visible()
    page.get_by_role("link", name="find another table").tap()
    expect(page.locator("#live").get_by_role("link", name="Watch Friends")).to_be_in_viewport()
    assert page.complaints == []


def test_a_stranger_at_a_table_is_told_to_sit_or_log_in_to_write_only_while_a_seat_is_free(
    browser, asgi_server
):
    table = open_table("Ana", seats=2)
    page = visitor(browser, asgi_server)
    page.goto(table.get_absolute_url())
    chat = page.locator("#chat")
    expect(chat).to_contain_text("Take a seat or log in to write.", use_inner_text=True)
    tables.start(table.pk, fill_with_bots=True, by="organizer:1", at=timezone.now())
    expect(page.locator("#felt")).to_be_visible(timeout=SOON)
    for _visit in range(2):
        expect(chat).to_contain_text("Log in to write.", use_inner_text=True)
        expect(chat).not_to_contain_text("Take a seat", use_inner_text=True)
        page.reload()
    assert page.complaints == []


def test_bots_say_how_strong_they_are_and_take_time_to_think(browser, asgi_server, worker_process):
    page = visitor(browser, asgi_server)
    page.set_viewport_size(LAPTOP)
    page.goto("/")
    page.get_by_text("Club", exact=True).click()
    page.get_by_role("button", name="Play now").click()
    strengths = page.locator("#felt .seat__bot")
    expect(strengths).to_have_count(3)
    expect(strengths.first).to_contain_text("Club")
    expect(strengths.first).to_have_attribute("title", "Club: like a player of your club")
    names = page.locator("#felt .seat__name").all_inner_texts()
    assert len(set(names)) == 3
    page.wait_for_load_state()
    play_until([page], lambda: len(_thoughts()) >= 3)
    assert min(_thoughts()) > SHORTEST_THOUGHT, _thoughts()
    assert page.complaints == []


def _thoughts():
    """How long bots took for their moves, in milliseconds, as the log of the only table tells."""
    steps = TableEvent.objects.order_by("step").values_list("step", "by", "at").distinct()
    return [
        (at - before) / dt.timedelta(milliseconds=1)
        for (_, _, before), (_, by, at) in pairwise(steps)
        if by == "bot"
    ]
