"""Journey: somebody holds 25 cards or 40 on the smallest phone, sees them all at once, and can tap each."""

from itertools import pairwise
from typing import Any

import pytest
from django.conf import settings
from django.utils import timezone
from playwright.sync_api import Page, expect

from games.models import Table
from tests.games.playing import deal, dealt, do, player
from tests.journeys.people import PHONE, visitor
from tests.screenshots.table_scenes import penalise, with_25_cards

NARROWEST = {"width": 360, "height": 740}
DESK = {"width": 1280, "height": 800}
SIZES = [NARROWEST, PHONE, DESK]
EVERYBODY = "Ana Bo Cy Dee Eli Fay Gus Hal Ida Jo"
LEAST = 24
"""Pixels that a finger needs (WCAG 2.5.8)."""
UNDER_A_FINGER = """(enough) => [...document.querySelectorAll("#hand .cards button")].map((card) => {
  const box = card.getBoundingClientRect();
  const top = (x, y) => document.elementFromPoint(x, y)?.closest("button") === card;
  let widest = 0;
  let tall = 0;
  for (let y = Math.ceil(box.top); y < box.bottom && Math.min(widest, tall) < enough; y += 2) {
    let wide = 0;
    for (let x = Math.ceil(box.left); x < box.right && wide < enough; x += 1) if (top(x, y)) wide += 1;
    widest = Math.max(widest, wide);
    if (wide >= 20) tall += 2;
  }
  return Math.min(widest, tall);
})"""
"""What can be tapped of each card without scrolling: of its width and its height the smaller one.

Nothing is counted beyond what is enough.
"""


@pytest.fixture
def page_of(browser, asgi_server, transactional_db):
    """Return a function that opens a table for whoever has a seat at it."""

    def _page_of(table: Table, letter: str) -> Page:
        page = visitor(browser, asgi_server, player(table, letter))
        page.goto(f"/tables/{table.pk}/")
        return page

    return _page_of


def all_in_sight(page: Page, *others: str) -> None:
    """Every card can be tapped, and all the rest be seen whole, before anybody scrolls."""
    for size in SIZES:
        page.set_viewport_size(size)
        page.evaluate("scrollTo(0, 0)")
        expect(page.locator(".is-shielded")).to_have_count(0)  # what has just moved takes no tap for a moment
        areas = page.evaluate(UNDER_A_FINGER, LEAST)
        assert min(areas) >= LEAST, (size, areas)
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), size
        for other in ("#draw-pile, .pile .card--back", "#top-card", ".turn__words", *others):
            box: Any = page.locator(other).first.bounding_box()
            assert box["y"] >= 0, (size, other)
            assert box["y"] + box["height"] <= size["height"], (size, other, box)


def test_a_table_fits_the_narrowest_phone_in_every_language(page_of):
    ana = page_of(dealt("Ana Bo Cy Dee"), "A")
    ana.set_viewport_size(NARROWEST)
    too_wide = []
    for language in (code for code, _name in settings.LANGUAGES):
        ana.context.add_cookies([{"name": "django_language", "value": language, "url": ana.url}])
        ana.reload()
        if ana.evaluate("document.documentElement.scrollWidth > window.innerWidth"):
            too_wide.append(language)
    assert too_wide == []


SMALLER_ONES = pytest.mark.slow(
    "of tables of two, five and ten the largest is looked at, where least room is left for a hand",
    about=["games/static/", "templates/games/"],
)


@pytest.mark.parametrize(
    "who",
    [
        pytest.param("Ana Bo", id="two", marks=SMALLER_ONES),
        pytest.param("Ana Bo Cy Dee Eli", id="five", marks=SMALLER_ONES),
        pytest.param(EVERYBODY, id="ten"),
    ],
)
def test_every_one_of_25_cards_can_be_tapped_without_scrolling(page_of, who):
    bo = page_of(with_25_cards(who), "B")
    expect(bo.locator("#hand .cards li")).to_have_count(25)
    all_in_sight(bo, "#draw", ".colour")
    names = bo.locator("#hand .cards button").evaluate_all("all => all.map((one) => one.ariaLabel)")
    assert [name.removeprefix("Play ") for name in names[:2]] == ["red 0", "red 1"]
    assert names[-2:] == ["Play Wild", "Play Wild Draw Four"]
    bo.locator("#draw").click()
    expect(bo.locator("#hand .cards li")).to_have_count(26)
    if bo.locator("#pass").count():
        all_in_sight(bo, "#pass")
    assert bo.complaints == []


def test_so_can_40(page_of):
    table = with_25_cards(EVERYBODY)
    penalise(table, 1, 10)
    penalise(table, 1, 5)
    bo = page_of(table, "B")
    expect(bo.locator("#hand .cards li")).to_have_count(40)
    all_in_sight(bo, "#draw", ".colour")


def test_more_than_40_scroll_on_a_phone_with_room_for_a_finger(page_of):
    table = with_25_cards("Ana Bo Cy Dee")
    for _time in range(2):
        penalise(table, 1, 10)
    bo = page_of(table, "B")
    cards = bo.locator("#hand .cards")
    for size in (NARROWEST, PHONE):
        bo.set_viewport_size(size)
        expect(bo.locator(".is-shielded")).to_have_count(0)
        boxes = cards.locator("li").evaluate_all(
            "all => all.map((card) => [card.offsetTop, card.offsetWidth])"
        )
        tops = sorted({top for top, _width in boxes})
        assert len(boxes) == 45
        assert min(width for _top, width in boxes) >= 32, size
        assert min(lower - upper for upper, lower in pairwise(tops)) >= 32, size
        assert cards.bounding_box()["height"] == 184, size


def test_so_can_they_while_cards_wait_for_whoever_holds_them(page_of):
    table = with_25_cards(EVERYBODY, letter="C", first="w4 b1 b2 b3 b4 b6 b7 b8 g2 g4")
    do(table, "B play w4 b", at=timezone.now())
    cy = page_of(table, "C")
    expect(cy.locator(".turn__words")).to_contain_text("4 cards for you: take them or challenge")
    all_in_sight(cy, "#accept", "#challenge", ".turn--asks")
    expect(cy.locator(".pending")).to_be_visible()
    for size in (NARROWEST, PHONE):
        cy.set_viewport_size(size)
        for fact in ("Bo has 9 cards left", "Bo draws 4 cards", "you draw 6 cards"):
            expect(cy.locator(".turn__facts").get_by_text(fact)).to_be_in_viewport(ratio=1)
        asks: Any = cy.locator(".turn--asks").bounding_box()
        for covered in (*cy.locator(".seat").all(), *cy.locator(".pile > :first-child").all()):
            box: Any = covered.bounding_box()
            assert asks["y"] + asks["height"] <= box["y"] or box["y"] + box["height"] <= asks["y"], size


def test_the_calls_of_uno_are_in_sight_at_the_fullest_table(page_of):
    table = deal(EVERYBODY, "r1 r2/r4 r5" + "/b1 b2" * 8, "r9 y1 y2 y3", at=timezone.now())
    bo = page_of(table, "B")
    all_in_sight(bo, "#draw", ".button--uno >> nth=0", ".button--uno >> nth=1")
    bo.get_by_role("button", name="Play red 4").click()
    expect(bo.locator("#hand .cards li")).to_have_count(1)
    expect(bo.get_by_role("button", name="UNO!")).to_be_visible()
    for size in SIZES:
        bo.set_viewport_size(size)
        box: Any = bo.get_by_role("button", name="UNO!").bounding_box()
        assert box["y"] + box["height"] <= size["height"]
