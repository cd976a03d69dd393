"""Journey: impatient people click twice, and a network drops answers."""

import time

import pytest
from playwright.sync_api import expect

from games.models import ChatMessage, Table, TableEvent
from tests.games.playing import deal, open_table, player, players
from tests.journeys.people import SOON, visitor

PATIENCE = 20
"""Seconds within which a request has reached the server."""
PILE = "r9 y1 y2 y3 y4 y5 y6 y7 y8 y9 g1 g2"

OTHER_COMMANDS = pytest.mark.slow(
    "a double click and a lost answer are tried; what the server makes of a command sent twice is tried"
    " without a browser",
    about=["games/static/", "templates/games/", "games/idempotency/"],
)


def drop_answers(page, path):
    """Let requests reach the server, and cut the connection before its answers come back."""
    cut = []

    def fetch_and_cut(route):
        if not cut and route.request.method == "POST":
            cut.append(route.fetch(max_redirects=0))
            route.abort("connectionreset")
        else:
            route.continue_()

    page.route(path, fetch_and_cut)
    return cut


def wait_until_cut(page, cut):
    deadline = time.monotonic() + PATIENCE
    while not cut:
        assert time.monotonic() < deadline, "nothing was sent"
        page.wait_for_timeout(50)


def test_a_double_click_opens_one_table_and_seats_one_bot(browser, asgi_server):
    (ana,) = players("Ana")
    page = visitor(browser, asgi_server, ana, java_script_enabled=False)
    page.goto("/tables/new/")
    page.get_by_label("Bots", exact=True).fill("0")
    page.get_by_role("button", name="Open the table").dblclick(delay=0)
    expect(page.get_by_role("heading", name="Classic for 4")).to_be_visible()
    (table,) = Table.objects.all()
    page.get_by_role("button", name="Add a bot").first.dblclick(delay=0)
    expect(page.locator(".tag", has_text="bot, ")).to_have_count(1)
    assert TableEvent.objects.filter(stream=table, name="bot_seated").count() == 1


@OTHER_COMMANDS
def test_a_message_whose_answer_was_lost_is_sent_again_and_said_once(browser, asgi_server):
    table = deal("Ana Bo", "r1 r2 r3/r4 r5 b1", PILE)
    page = visitor(browser, asgi_server, player(table, "B"))
    page.goto(f"/tables/{table.pk}/")
    cut = drop_answers(page, "**/chat/")
    page.get_by_placeholder("Write a message").fill("well played")
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_placeholder("Write a message")).to_have_value("well played")
    wait_until_cut(page, cut)
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_placeholder("Write a message")).to_have_value("", timeout=SOON)
    page.get_by_placeholder("Write a message").fill("well played")
    page.get_by_role("button", name="Send").click()
    expect(page.locator("#chat_lines").get_by_text("well played")).to_have_count(2, timeout=SOON)
    assert ChatMessage.objects.count() == 2


def test_a_move_whose_answer_was_lost_is_clicked_again_and_made_once(browser, asgi_server):
    table = deal("Ana Bo", "r1 r2 r3/r4 r5 b1", PILE)
    page = visitor(browser, asgi_server, player(table, "B"))
    page.route("**/stream/**", lambda route: route.abort())  # so that the page does not know better
    page.goto(f"/tables/{table.pk}/")
    cut = drop_answers(page, "**/moves/")
    page.locator("#draw").click()
    wait_until_cut(page, cut)
    page.locator("#draw").click()
    expect(page.locator("#hand .cards li")).to_have_count(4)  # by this click, or when the page tries again
    expect(page.locator(".refusal, .toast")).to_have_count(0)
    assert TableEvent.objects.filter(stream=table, name="cards_drawn").count() == 1


@OTHER_COMMANDS
def test_two_windows_of_one_player_make_one_move(browser, asgi_server):
    table = deal("Ana Bo", "r1 r2 r3/r4 r5 b1", PILE)
    page = visitor(browser, asgi_server, player(table, "B"), java_script_enabled=False)
    other = page.context.new_page()
    for window in (page, other):
        window.goto(f"/tables/{table.pk}/")
    page.locator("#draw").click()
    expect(page.locator("#hand .cards li")).to_have_count(4)
    other.locator("#draw").click()
    expect(other.get_by_text("Someone was faster").first).to_be_visible()
    expect(other.locator("#hand .cards li")).to_have_count(4)
    assert TableEvent.objects.filter(stream=table, name="cards_drawn").count() == 1


@OTHER_COMMANDS
def test_the_button_of_a_page_one_came_back_to_does_nothing_twice(browser, asgi_server):
    table = open_table("Ana", seats=3)
    page = visitor(browser, asgi_server, player(table, "A"), java_script_enabled=False)
    page.goto(f"/tables/{table.pk}/")
    page.get_by_role("button", name="Add a bot").first.click()
    expect(page.locator(".tag", has_text="bot, ")).to_have_count(1)
    page.go_back()
    page.go_forward()
    page.reload()
    expect(page.locator(".tag", has_text="bot, ")).to_have_count(1)
    assert TableEvent.objects.filter(stream=table, name="bot_seated").count() == 1
