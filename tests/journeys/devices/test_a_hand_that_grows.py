"""Journey: a hand on a phone grows from one row to five, and nothing moves under the finger that draws."""

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.games.playing import deal, do, player
from tests.journeys.people import PHONE, SOON, visitor, wait_until_still
from tests.screenshots.table_scenes import PILE, penalise

LAPTOP = {"width": 1280, "height": 720}
LOW_PHONE = {"width": 360, "height": 740}
TABLET = {"width": 768, "height": 1024}
ACROSS = {"width": 844, "height": 390}
NINE = "b1 b2 b3 b4 b5 b6 b7 b8 g1"
FITS_NOWHERE = "y1 g2 y3 g4 y5 g6 y7 g8"
PLACES = (".pile .card", "#top-card", "#moves .actions", "#felt")
TOP_WITH_ITS_FRAME = """card => {
  const box = card.getBoundingClientRect();
  return box.top - 5 * box.width / card.clientWidth;
}"""
LABEL_ON_ITS_CARD = """() => {
  const label = document.querySelector("#hand .cards__flag").getBoundingClientRect();
  const item = document.querySelector("#hand .cards__item--drawn");
  const card = item.querySelector(".card").getBoundingClientRect();
  const [x, y] = [label.left + label.width / 2, label.top + label.height / 2];
  return label.top >= card.top && label.bottom <= card.bottom
    && label.left >= card.left && label.right <= card.right
    && document.elementFromPoint(x, y)?.closest(".cards__item") === item;
}"""

ON_A_LOW_PHONE = pytest.mark.slow(
    "the same moves as on a higher phone, with other reserves of the same style sheets",
    about=["games/static/", "templates/games/pages/"],
)

pytestmark = pytest.mark.django_db(transaction=True)


def places(page: Page) -> list[list[float]]:
    """Where piles, actions and felt begin and how high they are, after all has come to rest."""
    expect(page.locator(".is-shielded")).to_have_count(0)
    wait_until_still(page)
    boxes = [page.locator(place).first.bounding_box() for place in PLACES]
    return [[box["y"], box["height"]] for box in boxes]


SIZES = pytest.mark.parametrize(
    "size", [pytest.param(PHONE, id="phone"), pytest.param(LOW_PHONE, id="low-phone", marks=ON_A_LOW_PHONE)]
)


@SIZES
def test_from_nine_cards_to_twelve_nothing_moves_and_the_label_is_on_the_card_just_drawn(
    browser, asgi_server, size
):
    table = deal("Ana Bo", f"{NINE}/{NINE}", f"r9 {FITS_NOWHERE}", at=timezone.now(), turn_seconds=600)
    page = visitor(browser, asgi_server, player(table, "B"), has_touch=True)
    page.set_viewport_size(size)
    page.goto(f"/tables/{table.pk}/")
    before = places(page)
    for count in (10, 11, 12):
        draw = page.locator("#draw").bounding_box()
        page.locator("#draw").click()
        expect(page.locator("#hand .cards__item")).to_have_count(count)
        expect(page.locator("#pass")).to_be_visible()
        assert places(page) == [pytest.approx(place, abs=1) for place in before], count
        assert page.evaluate(LABEL_ON_ITS_CARD), count
        assert page.locator("#pass").bounding_box()["y"] == pytest.approx(draw["y"], abs=1)
        page.locator("#pass").click()
        expect(page.get_by_text("Ana to play")).to_be_visible(timeout=SOON)
        do(table, "A draw")
        do(table, "A pass")
        expect(page.locator("#draw")).to_be_visible(timeout=SOON)
        assert places(page) == [pytest.approx(place, abs=1) for place in before], count
    assert page.complaints == []


@SIZES
@pytest.mark.parametrize("who", ["Ana Bo", "Ana Bo Cy Dee Eli Fay Gus Hal Ida Jo"], ids=["two", "ten"])
def test_from_seven_cards_to_47_nothing_moves_and_what_has_no_room_is_scrolled_to(
    browser, asgi_server, size, who
):
    hands = "/".join([NINE[:-6]] * len(who.split()))
    table = deal(who, hands, f"r9 {FITS_NOWHERE} {PILE} {PILE}", at=timezone.now(), turn_seconds=600)
    page = visitor(browser, asgi_server, player(table, "B"), has_touch=True)
    page.set_viewport_size(size)
    page.goto(f"/tables/{table.pk}/")
    before = places(page)
    have = 7
    for more in (5, 8, 1, 6, 10, 3, 6):
        have += more
        penalise(table, 1, more)
        expect(page.locator("#hand .cards__item")).to_have_count(have, timeout=SOON)
        assert places(page) == [pytest.approx(place, abs=1) for place in before], have
    cards = page.locator("#hand .cards")
    last = page.locator("#hand .cards__item button").last
    last.scroll_into_view_if_needed()
    scrolled = cards.evaluate("all => all.scrollTop")
    assert scrolled > 0
    page.locator("#draw").click()
    expect(page.locator("#hand .cards__item")).to_have_count(47)
    assert places(page) == [pytest.approx(place, abs=1) for place in before]
    assert cards.evaluate("all => all.scrollTop") == pytest.approx(scrolled, abs=1)
    assert page.complaints == []


@pytest.mark.parametrize("size", [PHONE, TABLET, ACROSS], ids=["phone", "tablet", "across"])
def test_the_card_just_drawn_rises_no_further_than_to_the_buttons_wherever_it_lies(
    browser, asgi_server, size
):
    for mine in ("r1 b5", "r1 b5 b6", "r1 y2 y4 b5 b6"):
        hands = "/".join([" ".join(["b1"] * len(mine.split())), *[mine] * 7])
        table = deal(
            "Ana Bo Cy Dee Eli Fay Gus Hal", hands, f"g9 g3 {PILE}", at=timezone.now(), turn_seconds=600
        )
        do(table, "B draw", at=timezone.now())
        page = visitor(browser, asgi_server, player(table, "B"), has_touch=True)
        page.set_viewport_size(size)
        page.goto(f"/tables/{table.pk}/")
        expect(page.locator("#pass")).to_be_visible()
        wait_until_still(page)
        top = page.locator(".cards__item--drawn .card").evaluate(TOP_WITH_ITS_FRAME)
        pass_ = page.locator("#pass").bounding_box()
        assert top >= pass_["y"] + pass_["height"], mine
        assert page.complaints == []


def test_on_a_laptop_nothing_moves_after_a_draw_however_many_cards_are_held(browser, asgi_server):
    pile = f"r9 {FITS_NOWHERE} {PILE} {PILE}"
    table = deal("Ana Bo", f"{NINE}/{NINE}", pile, at=timezone.now(), turn_seconds=600)
    page = visitor(browser, asgi_server, player(table, "B"))
    page.set_viewport_size(LAPTOP)
    page.goto(f"/tables/{table.pk}/")
    where = (".pile .card", "#felt", "#hand", "#hand .cards", ".hand__foot")

    def boxes() -> list[list[float]]:
        expect(page.locator(".is-shielded")).to_have_count(0)
        wait_until_still(page)
        shown = [page.locator(place).first.bounding_box() for place in where]
        return [[box["y"], box["height"]] for box in shown]

    before, have = boxes(), 9
    for more in (0, 1, 8, 6, 0, 10):
        if more:
            penalise(table, 1, more)
        have += more
        expect(page.locator("#hand .cards__item")).to_have_count(have, timeout=SOON)
        assert boxes() == [pytest.approx(place, abs=1) for place in before], have
        page.locator("#draw").click()
        have += 1
        expect(page.locator("#hand .cards__item")).to_have_count(have)
        expect(page.locator("#pass")).to_be_visible()
        assert boxes() == [pytest.approx(place, abs=1) for place in before], have
        page.locator("#pass").click()
        expect(page.get_by_text("Ana to play")).to_be_visible(timeout=SOON)
        assert boxes() == [pytest.approx(place, abs=1) for place in before], have
        do(table, "A draw")
        do(table, "A pass")
        expect(page.locator("#draw")).to_be_visible(timeout=SOON)
    assert page.complaints == []
