"""Journey: somebody sorts their cards, which stay sorted; choosing a colour covers no hand and no player."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.games.playing import PILE, deal, do, player
from tests.journeys.people import LAPTOP, PHONE, set_size, visitor

ON_A_LAPTOP = pytest.mark.slow(
    "on a phone there is less room for the choice of a colour",
    about=["games/static/", "templates/games/"],
)


@pytest.fixture
def page(browser, asgi_server, transactional_db):
    table = deal("Ana Bo", "r5 r6 r7 r8/b2 y9 g2 w", f"r2 {PILE}", at=timezone.now())
    page = visitor(browser, asgi_server, player(table, "B"))
    page.goto(f"/tables/{table.pk}/")
    page.table = table
    return page


def cards(page):
    cards = page.locator("#hand .cards [data-does]")
    return cards.evaluate_all("all => all.map((one) => one.id.split('-')[1])")


Y9, G2, B2, W = "22", "28", "41", "52"


def test_cards_stay_as_they_were_sorted_by_number_and_by_hand(page):
    assert cards(page) == [Y9, G2, B2, W]
    page.get_by_role("button", name="Sort by number").click()
    assert cards(page) == [G2, B2, Y9, W]
    wild, first = (page.locator(f"#card-{number}-0").bounding_box() for number in (W, G2))
    page.mouse.move(wild["x"] + 10, wild["y"] + 30)
    page.mouse.down()
    page.mouse.move(first["x"] + 10, first["y"] + 30, steps=4)
    page.mouse.up()
    assert cards(page) == [W, G2, B2, Y9]
    expect(page.locator(":popover-open")).to_have_count(0)
    page.locator(f"#card-{B2}-0").click()
    expect(page.get_by_text("Ana to play")).to_be_visible()
    do(page.table, "A draw")
    do(page.table, "A pass")
    expect(page.locator("#draw")).to_be_visible()
    assert cards(page) == [W, G2, Y9]
    page.reload()
    assert cards(page) == [W, G2, Y9]
    assert page.complaints == []


def test_the_button_stays_where_it_is_when_its_words_change(page):
    set_size(page, LAPTOP)
    by_number = page.get_by_role("button", name="Sort by number", exact=True)
    before = by_number.bounding_box()
    by_number.click()
    assert page.get_by_role("button", name="Sort by colour", exact=True).bounding_box() == before


@pytest.mark.parametrize(
    "size", [PHONE, pytest.param({"width": 1280, "height": 720}, marks=ON_A_LAPTOP)], ids=["phone", "laptop"]
)
def test_the_choice_of_a_colour_covers_neither_the_hand_nor_the_others(page, size):
    page.set_viewport_size(size)
    page.locator(f"#card-{W}-0").click()
    choice = page.locator(":popover-open").bounding_box()
    hand, seats = (page.locator(selector).bounding_box() for selector in ("#hand .cards", ".seats"))
    assert choice["y"] + choice["height"] <= hand["y"]
    if size == PHONE:
        assert choice["y"] >= seats["y"] + seats["height"]


def test_cards_are_sorted_before_their_player_is_ready(browser, asgi_server, transactional_db):
    options = {"ready_pause": True}
    table = deal("Ana Bo", "r5 r6 r7/w4 g2 y9", f"r2 {PILE}", at=timezone.now(), options=options)
    page = visitor(browser, asgi_server, player(table, "A"))
    page.goto(f"/tables/{table.pk}/")
    do(table, "B play w4 b")
    page.get_by_role("button", name="Take 4 cards").click()
    expect(page.get_by_text("Sort your cards")).to_be_visible()
    before = cards(page)
    page.get_by_role("button", name="Sort by number").click()
    sorted_by_number = cards(page)
    assert sorted_by_number != before
    page.get_by_role("button", name="I am ready").click()
    expect(page.get_by_role("button", name="I am ready")).to_have_count(0)
    assert cards(page) == sorted_by_number
    assert page.complaints == []
