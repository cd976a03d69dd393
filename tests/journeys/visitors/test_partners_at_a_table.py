"""Journey: two play against two, and all who look at the table see the sides."""

import re

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games import tables
from games.rules.match.commands import Penalise
from tests.games.playing import begin, deal, do, fresh, open_table, player, players
from tests.journeys.people import LAPTOP, PHONE, SOON, set_size, visitor, wait_until_still

PILE = "r9 " + "y1 g2 b3 y4 " * 8
HANDS = "r1 w4/r4 r5/b1 b2/g1 g2"

CUT = """() => [...document.querySelectorAll("#felt .seat")].flatMap((seat) => {
  const sign = seat.querySelector(".seat__side");
  // On a phone it stands on the edge of the seat.
  const [box, around] = [sign, seat.closest("#felt")].map((one) => one.getBoundingClientRect());
  const inside = box.left >= around.left && box.right <= around.right
    && box.top >= around.top && box.bottom <= around.bottom;
  const others = [...seat.querySelectorAll(".seat__count, .seat__total, .seat__dealer")];
  const covers = others.some((other) => {
    const { left, right, top, bottom } = other.getBoundingClientRect();
    return left < box.right && box.left < right && top < box.bottom && box.top < bottom;
  });
  const cut = others.some((other) => other.scrollWidth > other.clientWidth + 1 && other.clientWidth);
  return inside && !covers && !cut && box.width >= 16 ? [] : [seat.textContent.replace(/\\s+/g, " ")];
})"""

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def pages(browser, asgi_server):
    """Ana and Cy play against Bo and Dee; the pages of Ana, of Dee and of a spectator. B begins."""
    table = deal(
        "Ana Bo Cy Dee", HANDS, PILE, options={"teams": "partners", "target_score": 5}, at=timezone.now()
    )
    people = [player(table, "A"), player(table, "D"), None]
    pages = [visitor(browser, asgi_server, person) for person in people]
    for page in pages:
        page.goto(f"/tables/{table.pk}/")
    yield table, *pages
    assert all(page.complaints == [] for page in pages)


def seat(page, name):
    return page.locator("#felt .seat", has=page.locator(".seat__name", has_text=name))


def test_sides_are_seen_at_the_seats_in_the_totals_and_in_the_result(pages):
    table, ana, dee, eve = pages
    for page in (ana, dee, eve):
        rows = page.locator("#totals tr")
        expect(rows).to_have_count(2)
        expect(rows.filter(has_text="Ana and Cy")).to_have_count(1)
        expect(rows.filter(has_text="Bo and Dee")).to_have_count(1)
    for name, side in (("Ana", 1), ("Bo", 2), ("Cy", 1), ("Dee", 2)):
        expect(seat(eve, name).locator(".seat__side")).to_be_visible()
        expect(seat(eve, name).locator(".seat__side")).to_contain_text(f"Side {side}")
    partner = seat(dee, "Bo").get_by_text("your partner")
    expect(partner).to_be_in_viewport(ratio=1)
    assert partner.bounding_box()["width"] > 20  # not for screen readers alone
    expect(dee.locator("#hand .seat__side")).to_contain_text("Side 2")
    expect(dee.locator("#totals tr", has_text="Bo and Dee")).to_contain_text("(your side)")
    do(table, "B play r4 uno")
    for letter in "CDA":
        do(table, f"{letter} draw")
        do(table, f"{letter} pass")
    do(table, "B play r5")
    for page in (ana, dee, eve):
        names = page.locator("#result .result__name")
        expect(names).to_have_count(2, timeout=SOON)
        expect(names.first).to_contain_text("Bo and Dee")
    expect(dee.locator(".moment", has_text="Your side wins the match!")).to_be_visible()


def test_one_quiet_sign_in_the_totals_leads_to_muting_blocking_and_reporting(pages):
    _table, ana, _dee, _eve = pages
    for size in (PHONE, LAPTOP):
        set_size(ana, size)
        for names, others in (("Bo and Dee", 2), ("Ana and Cy", 1)):
            row = ana.locator("#totals tr", has_text=names)
            signs = row.get_by_role(
                "link", name=re.compile("^Mute or block (Bo|Cy|Dee), or report this name$")
            )
            expect(signs).to_have_text(["⋯"] * others)
        assert ana.locator("#totals tr", has_text="Bo and Dee").bounding_box()["height"] < 48, size


def test_a_partner_who_forgot_uno_is_offered_to_the_others_alone(pages):
    table, ana, dee, eve = pages
    do(table, "B play r4", at=timezone.now())
    expect(ana.get_by_role("button", name="Catch Bo!")).to_be_visible(timeout=SOON)
    expect(dee.get_by_text("Cy to play")).to_be_visible(timeout=SOON)
    for page in (dee, eve):
        expect(page.get_by_role("button", name="Catch")).to_have_count(0)
    dee.keyboard.press("x")
    ana.get_by_role("button", name="Catch Bo!").click()
    expect(dee.locator("#recent")).to_contain_text("Ana caught Bo not saying UNO", timeout=SOON)


def test_numbers_of_sides_are_whole_beside_three_digits_of_cards_and_points(browser, asgi_server):
    pile = "r9 " + "y1 " * 400
    options = {"teams": "partners", "target_score": 3000}
    table = deal("Ana Maximiliana Cy Dee", HANDS, pile, options=options, at=timezone.now(), turn_seconds=600)
    for seat_index in (0, 2, 3):
        for _time in range(10):
            penalty = Penalise(seat_index, 10, "penalty", "showed a card")
            tables.act(table.pk, penalty, after=fresh(table).version, by="organizer:1", at=timezone.now())
    do(table, "B play r4 uno")
    for letter in "CDA":
        do(table, f"{letter} draw")
        do(table, f"{letter} pass")
    do(table, "B play r5", at=timezone.now())
    for person in (player(table, "A"), None):
        page = visitor(browser, asgi_server, person)
        page.goto(f"/tables/{table.pk}/")
        for size in (PHONE, {"width": 360, "height": 740}, LAPTOP):
            set_size(page, size)
            wait_until_still(page)
            expect(seat(page, "Dee").locator(".seat__count")).to_contain_text("103")
            expect(seat(page, "Dee").locator(".seat__total")).to_contain_text(re.compile(r"^[2-9][0-9]{2}"))
            assert page.evaluate(CUT) == [], size
        assert page.complaints == []


def test_on_a_phone_the_last_row_of_the_hand_stands_clear_of_the_edge_of_the_screen(pages):
    _table, ana, dee, _eve = pages
    for page in (ana, dee):
        set_size(page, PHONE)
        box = page.get_by_role("button", name="Let a bot play").bounding_box()
        assert box["y"] + box["height"] <= PHONE["height"] - 32


def test_on_a_laptop_the_hand_of_a_host_who_deals_is_as_high_as_that_of_others(browser, asgi_server):
    host, *others = players("Ana-Lindqvist-Ferreira Bo Cy Dee")
    options = {"teams": "partners", "dealer_choice": "fixed", "hand_size": 2}
    table = open_table(seats=4, host=host, options=options)
    for person in (host, *others):
        tables.sit(table.pk, player=person, at=timezone.now())
    begin(table, HANDS, PILE, at=timezone.now())
    heights = []
    for person in (host, others[-1]):
        page = visitor(browser, asgi_server, person)
        set_size(page, {"width": 1280, "height": 720})
        page.goto(f"/tables/{table.pk}/")
        heights.append(page.locator("#hand").bounding_box()["height"])
    assert heights[0] == heights[1]
