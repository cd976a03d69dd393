"""Journey: the choices of a card on a phone, where many players leave little room for them."""

import pytest
from django.utils import timezone
from playwright.sync_api import Locator, Page, expect

from tests.games.playing import deal, player
from tests.journeys.people import PHONE, set_size, visitor, wait_until_still

LOW_PHONE = {"width": 360, "height": 740}
PILE = "r9 " + "y1 g2 b3 y4 " * 8
NAMES = ["Ana", "Bo", "Cy", "Dee", "Eli", "Fay", "Gus", "Hal", "Ida", "Joe"]
CHOICES = "#hand .popover.colours:popover-open"
COVERED = """([selector, others]) => {
  const mine = document.querySelector(selector).getBoundingClientRect();
  return [...document.querySelectorAll(others)].filter((other) => {
    const box = other.getBoundingClientRect();
    return box.bottom > mine.top && box.top < mine.bottom;
  }).map((other) => other.className);
}"""
OPENED_IS_TOLD_LATE = "addEventListener('toggle', (event) => event.stopImmediatePropagation(), true)"
NEXT_FRAME = "() => new Promise((done) => requestAnimationFrame(done))"

pytestmark = pytest.mark.django_db(transaction=True)


def opened(browser, address, seats: int, mine: str, size=PHONE, script: str = "") -> Page:
    hand = " ".join(["b1", "y2", "g3"][: len(mine.split())])
    hands = "/".join([hand, mine, *[hand] * (seats - 2)])
    table = deal(" ".join(NAMES[:seats]), hands, PILE, options={"seven_zero": True}, at=timezone.now())
    page = visitor(browser, address, player(table, "B"), has_touch=True)
    page.add_init_script(script)
    page.set_viewport_size(size)
    page.goto(f"/tables/{table.pk}/")
    expect(page.locator(".is-shielded")).to_have_count(0)
    return page


def tap(page: Page, target: Locator) -> None:
    """Tap where it is, as a finger does: a click that meets something else first scrolls the page."""
    wait_until_still(page)
    box = target.bounding_box()
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def choose(page: Page, card: str) -> Locator:
    tap(page, page.get_by_role("button", name=card))
    asked = page.locator(CHOICES)
    expect(asked).to_be_visible()
    return asked


@pytest.mark.parametrize("size", [PHONE, LOW_PHONE], ids=["phone", "low-phone"])
@pytest.mark.parametrize("seats", [7, 10])
def test_a_player_who_swaps_hands_or_chooses_a_colour_sees_all_seats_and_the_turn(
    browser, asgi_server, seats, size
):
    for mine in ("w4 r7", "w4 r7 y8"):
        page = opened(browser, asgi_server, seats, mine, size)
        for card, wanted in (("Wild Draw Four", "Blue"), ("red 7", "Ana")):
            asked = choose(page, card)
            expect(asked.get_by_role("button", name=wanted).first).to_be_in_viewport(ratio=1)
            expect(asked).to_be_in_viewport(ratio=1)
            expect(page.locator(".is-shielded")).to_have_count(0)
            assert page.evaluate(COVERED, [CHOICES, "#felt .seat, .turn__words, #clock"]) == [], (mine, card)
            asked.get_by_role("button", name="Not now").click()
            expect(asked).to_have_count(0)
        assert page.complaints == []


def test_the_choices_without_uno_unfold_on_the_side_on_which_the_others_stand(browser, asgi_server):
    for size, side in ((PHONE, "above"), (LOW_PHONE, "below")):
        page = opened(browser, asgi_server, 10, "w4 r7", size)
        asked = choose(page, "red 7")
        for wanted in ("Ana (2 cards)", "Cy (2 cards)"):
            asked.get_by_text("Play without saying it").click()
            expect(asked.get_by_role("button", name=wanted).last).to_be_visible()
            wait_until_still(page)
            line, box = page.locator(".turn__words").bounding_box(), asked.bounding_box()
            assert (box["y"] < line["y"]) == (side == "above"), size
            asked.get_by_text("Play without saying it").click()
        assert page.complaints == []


def test_a_double_tap_on_a_card_plays_none_of_the_choices_that_open_over_it(browser, asgi_server):
    page = opened(browser, asgi_server, 10, "w4 r7", LOW_PHONE)
    card = page.get_by_role("button", name="red 7").bounding_box()
    place = (card["x"] + card["width"] / 2, card["y"] + card["height"] / 2)
    page.touchscreen.tap(*place)
    expect(page.locator(CHOICES)).to_be_visible()
    page.touchscreen.tap(*place)
    expect(page.locator(".is-shielded")).to_have_count(0)
    expect(page.locator(CHOICES)).to_be_visible()
    expect(page.locator("#recent")).not_to_contain_text("Bo played")
    page.locator(CHOICES).get_by_role("button", name="Gus").click()
    expect(page.locator("#recent")).to_contain_text("Bo played")
    assert page.complaints == []


def test_choices_stand_in_their_place_from_the_first_frame_on_and_in_the_same_place_each_time(
    browser, asgi_server
):
    fresh = {}
    page = opened(browser, asgi_server, 7, "w4 r7 y8", script=OPENED_IS_TOLD_LATE)
    for size in (PHONE, LOW_PHONE, PHONE):
        set_size(page, size)
        asked = choose(page, "red 7")
        page.evaluate(NEXT_FRAME)
        box = asked.bounding_box()
        assert page.evaluate(COVERED, [CHOICES, "#felt .seat, .turn__words, #clock"]) == [], size
        assert fresh.setdefault(size["width"], box) == box
        tap(page, asked.get_by_role("button", name="Not now"))
        expect(asked).to_have_count(0)
    assert page.complaints == []
