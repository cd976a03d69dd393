"""Journey: where many seats stand in rows on a phone, a word at a seat takes the line of its name."""

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.games.playing import deal, player
from tests.journeys.people import PHONE, set_size, visitor, wait_until_still

LOW_PHONE = {"width": 360, "height": 740}
ACROSS = {"width": 844, "height": 390}
PILE = "r9 " + "y1 g2 b3 y4 " * 8
NAMES = ["Ana", "Bartholomew-Lindqvist", "Cy", "Dee-Konstantina", "Eli", "Fay", "Gus", "Hal", "Ida", "Joe"]
WORDS = (
    ("caught", ["Caught!", "+2"]),
    ("challenge-won", ["Challenge won"]),
    ("time", ["Time ran out (2 of 3)", "+4", "Skipped"]),
    ("challenge-lost", ["Проверка напрасна", "+6"]),
    ("swap", ["Cyfnewid â’r chwaraewr Bartholomew-Lindqvist"]),
    ("says", ["Well played!"]),
)
TELL = "detail => document.dispatchEvent(new CustomEvent('table:words', { detail }))"
UNTIDY = """(kept) => [...document.querySelectorAll(".moment")].flatMap((word) => {
  const mine = word.getBoundingClientRect();
  const own = document.getElementById(word.dataset.at);
  const box = own.getBoundingClientRect();
  const meets = (other) => other.left < mine.right - 1 && mine.left < other.right - 1
    && other.top < mine.bottom - 1 && mine.top < other.bottom - 1;
  const letters = document.createRange();
  letters.selectNodeContents(own.querySelector(".seat__name"));
  const name = letters.getBoundingClientRect();
  const found = [...document.querySelectorAll(kept)]
    .filter((other) => other !== own && meets(other.getBoundingClientRect()))
    .map((other) => `covers ${other.textContent}`);
  if (mine.left > box.left + 1 || mine.right < box.right - 1) found.push("leaves half a name");
  if (mine.bottom < name.bottom - 4 || mine.top > name.top + 4) found.push("leaves half of the letters");
  if (mine.height > 2.9 * parseFloat(getComputedStyle(word).fontSize)) found.push("has many lines");
  return found.map((what) => `${word.textContent}: ${what}`);
})"""
NUMBERS = ".seat__count, .seat__total"
SEATS_BELOW = """() => [...document.querySelectorAll("#felt .seat")].filter((seat) => {
  const [box, mine] = [seat, document.querySelector(".moment")].map((one) => one.getBoundingClientRect());
  return box.bottom > mine.top && mine.bottom > box.top;
}).length"""

pytestmark = pytest.mark.django_db(transaction=True)


def opened(browser, address, seats: int) -> Page:
    who, hands = " ".join(NAMES[:seats]), "/".join(["r1 r2"] * seats)
    table = deal(who, hands, PILE, at=timezone.now())
    page = visitor(browser, address, player(table, "A"), has_touch=True, reduced_motion="reduce")
    page.goto(f"/tables/{table.pk}/")
    return page


@pytest.mark.parametrize("seats", [6, 7, 10])
def test_a_word_is_as_wide_as_its_seat_and_covers_all_of_its_name_and_nothing_else(
    browser, asgi_server, seats
):
    page = opened(browser, asgi_server, seats)
    for size in (PHONE, LOW_PHONE, ACROSS):
        set_size(page, size)
        for kind, told in WORDS:
            page.evaluate("document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }))")
            for letter in "BCDEFGHIJ"[: seats - 1]:
                for words in told:
                    step = None if kind == "says" else 9
                    page.evaluate(TELL, {"at": f"seat-{letter}", "kind": kind, "step": step, "words": words})
            expect(page.locator(".moment")).to_have_count(seats - 1)
            assert page.evaluate(UNTIDY, NUMBERS if size == ACROSS else f"{NUMBERS}, .seat") == [], size
    assert page.complaints == []


@pytest.mark.parametrize("seats", [7, 10])
def test_a_long_message_is_told_with_its_name_in_the_middle_and_covers_no_seat(browser, asgi_server, seats):
    page = opened(browser, asgi_server, seats)
    words = "That was a long game, shall we play another one of three deals after it?"
    for size in (PHONE, LOW_PHONE):
        set_size(page, size)
        page.evaluate(TELL, {"at": "seat-C", "kind": "says", "words": words, "by": "Cy"})
        expect(page.locator(".moment")).to_have_text(f"Cy: {words}")
        wait_until_still(page)
        assert page.evaluate(SEATS_BELOW) == 0
    assert page.complaints == []
