"""Journey: whoever goes through a finished match has the board before them, and stays at the step."""

import pytest
from playwright.sync_api import expect

from games.models import Player
from tests.games.playing import deal, do, play_out, player
from tests.journeys.people import PHONE, visitor, wait_until_still

LOW_LAPTOP = {"width": 1280, "height": 720}


@pytest.fixture
def finished(transactional_db):
    """A match of four seats with some deals."""
    table = deal("Ana Bo bot bot", "r1 r2/r4 r5/g1 g2/y1 y2", "r9 b1 b2 b3 b4", options={"target_score": 2})
    do(table, "B play r4 uno")
    return play_out(table)


def test_other_moves_are_listed_at_the_step_to_which_somebody_has_come(browser, asgi_server, finished):
    page = visitor(browser, asgi_server)
    page.goto(f"/tables/{finished.pk}/replay/")
    for step in ("2", "3"):
        page.get_by_role("link", name="Next step").click()
        expect(page.locator("#replay")).to_have_attribute("data-step", step)
    moves_of_bo = page.get_by_role("navigation", name="Moves shown").get_by_role("link", name="Bo")
    expect(moves_of_bo).to_have_attribute("href", f"/tables/{finished.pk}/replay/?step=3&moves=B#moves")
    moves_of_bo.click()
    expect(page.get_by_role("heading", name="Moves of Bo in deal 1")).to_be_visible()
    expect(page.locator("#replay")).to_have_attribute("data-step", "3")
    expect(page).to_have_url(f"{asgi_server}/tables/{finished.pk}/replay/?step=3&moves=B")
    assert page.complaints == []


def test_a_move_of_the_list_brings_the_board_into_view_on_a_phone(browser, asgi_server, finished):
    page = visitor(browser, asgi_server, has_touch=True)
    page.set_viewport_size(PHONE)
    page.goto(f"/tables/{finished.pk}/replay/")
    page.get_by_role("link", name="UNO said and forgotten").tap()
    move = page.get_by_role("list", name="Moves").get_by_role("link").first
    expect(move).to_contain_text("Bo said UNO")
    move.tap()
    expect(page.locator("#replay")).to_have_attribute("data-step", "2")
    expect(page.locator(".board__felt")).to_be_in_viewport(ratio=1)
    wait_until_still(page)
    for step in ("3", "4"):
        page.get_by_role("link", name="Next step").tap()
        expect(page.locator("#replay")).to_have_attribute("data-step", step)
        wait_until_still(page)
        expect(page.locator(".board__felt")).to_be_in_viewport(ratio=1)
    assert page.complaints == []


def test_board_and_first_hand_are_in_view_on_a_low_laptop_at_the_first_and_the_last_step(
    browser, asgi_server, finished
):
    page = visitor(browser, asgi_server)
    page.set_viewport_size(LOW_LAPTOP)
    for step in ("1", "999"):
        page.goto(f"/tables/{finished.pk}/replay/?step={step}")
        expect(page.locator(".board__felt")).to_be_in_viewport(ratio=1)
        expect(page.locator(".hands__seat").first).to_be_in_viewport(ratio=1)
    assert page.complaints == []


def test_all_filters_of_the_moves_are_in_sight_beside_the_board(browser, asgi_server, finished):
    for name in ("Ana", "Bo"):
        Player.objects.filter(name=name).update(name=f"{name} Bartholomew Lindqvist")
    page = visitor(browser, asgi_server, player(finished, "B"))
    page.set_viewport_size(LOW_LAPTOP)
    page.goto(f"/tables/{finished.pk}/replay/")
    filters = page.get_by_role("navigation", name="Moves shown")
    expect(filters.get_by_role("link", name="My moves")).to_be_visible()
    assert filters.evaluate("filters => filters.scrollHeight <= filters.clientHeight")
    expect(filters.get_by_role("link").last).to_be_in_viewport(ratio=1)
    expect(page.locator(".movelist__lines > li").first).to_be_in_viewport(ratio=1)
    assert page.complaints == []


def test_the_last_step_says_on_a_phone_who_won_before_it_shows_the_hands(browser, asgi_server, finished):
    page = visitor(browser, asgi_server, has_touch=True)
    page.set_viewport_size(PHONE)
    page.goto(f"/tables/{finished.pk}/replay/?step=999")
    won = page.get_by_role("region", name="How the match was won").bounding_box()
    hands = [hand.bounding_box() for hand in page.locator(".hands__seat").all()]
    assert all(won["y"] + won["height"] <= hand["y"] for hand in hands)
    assert page.complaints == []


def test_twelve_deals_with_their_winners_are_one_row_on_a_phone(browser, asgi_server, transactional_db):
    options = {"match_end": "rounds", "round_limit": 12}
    table = deal("Ana Bo bot bot", "r1/r4/g1/y1", "r9 b1 b2 b3 b4", options=options)
    Player.objects.update(name="Bartholomew Featherstonehaugh Lindqvist")
    do(table, "B play r4")
    play_out(table)
    page = visitor(browser, asgi_server, has_touch=True)
    page.set_viewport_size(PHONE)
    page.goto(f"/tables/{table.pk}/replay/?step=999999")
    links = page.get_by_role("navigation", name="Deals").get_by_role("link")
    expect(links).to_have_count(12)
    winners = links.locator(".deals__winner")
    expect(winners).to_have_count(12)
    expect(winners.first).to_contain_text("Bartholomew")
    expect(links.last).to_be_in_viewport(ratio=1)
    boxes = [link.bounding_box() for link in links.all()]
    assert len({box["y"] for box in boxes}) == 1
    assert all(box["width"] < PHONE["width"] / 2 for box in boxes)
    assert page.complaints == []
