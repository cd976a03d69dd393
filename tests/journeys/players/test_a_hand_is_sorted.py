"""Journey: somebody sorts their cards, which stay sorted; choosing a colour covers no hand and no player."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.games.playing import PILE, deal, deal_next, do, player
from tests.journeys.people import LAPTOP, PHONE, SOON, set_size, visitor, wait_until_still

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


def drag(page, card, target):
    start, end = (page.locator(f"#card-{number}-0").bounding_box() for number in (card, target))
    page.mouse.move(start["x"] + 10, start["y"] + 30)
    page.mouse.down()
    page.mouse.move(end["x"] + 10, end["y"] + 30, steps=4)
    page.mouse.up()


R3, Y9, G2, B2, W = "3", "22", "28", "41", "52"


def test_cards_stay_as_they_were_sorted_by_number_and_by_hand(page):
    assert cards(page) == [Y9, G2, B2, W]
    page.get_by_role("button", name="Sort by number").click()
    assert cards(page) == [G2, B2, Y9, W]
    drag(page, W, G2)
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
    ("before", "offered"), [([R3, Y9, B2], "Sort by number"), ([B2, R3, Y9], "Sort by colour")]
)
def test_the_order_by_hand_ends_with_the_deal(browser, asgi_server, transactional_db, before, offered):
    table = deal("Ana Bo", "r5 r6 r7/r3 b2 y9", f"r2 {PILE}", at=timezone.now())
    page = visitor(browser, asgi_server, player(table, "B"))
    page.goto(f"/tables/{table.pk}/")
    if cards(page) != before:
        page.get_by_role("button", name="Sort by number").click()
    assert cards(page) == before
    drag(page, Y9, B2)
    drag(page, R3, Y9)
    by_hand = cards(page)
    assert by_hand != before
    expect(page.get_by_role("button", name="Sort by colour")).to_be_visible()
    rest = "B draw", "B pass"
    for move in ("B play r3", "A play r5", *rest, "A play r6 uno", *rest, "A play r7"):
        do(table, move, at=timezone.now())
    deal_next(table, "r5 r6 r7/r3 b2 y9", f"r2 {PILE}", at=timezone.now())
    expect(page.locator("#felt")).to_contain_text("deal 2", timeout=SOON)
    wait_until_still(page)
    assert cards(page) == before
    expect(page.get_by_role("button", name=offered)).to_be_visible()
    page.reload()
    assert cards(page) == before
    expect(page.get_by_role("button", name=offered)).to_be_visible()
    assert page.complaints == []


@pytest.mark.parametrize(
    "size", [PHONE, pytest.param({"width": 1280, "height": 720}, marks=ON_A_LAPTOP)], ids=["phone", "laptop"]
)
def test_the_choice_of_a_colour_covers_neither_the_hand_nor_the_others(page, size):
    page.set_viewport_size(size)
    page.locator(f"#card-{W}-0").click()
    wait_until_still(page)
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
