"""Journey: at a table on a laptop, what is asked and told covers neither the others nor the piles."""

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from games import tables
from games.models import Player
from games.tables import rulings
from tests.games.playing import begin, deal, do, open_table, player, players
from tests.journeys.people import PHONE, SOON, set_size, visitor, wait_until_still

LAPTOP = {"width": 1280, "height": 720}
NAMES = ("Ana", "Bo", "Cy", "Dee", "Eli", "Fay", "Gus", "Hal", "Ida", "Joe")
PILE = "r9 " + "y1 y2 y3 b4 " * 8

WATCH_FLIGHTS = """() => {
  window.flights = [];
  const { animate } = Element.prototype;
  Element.prototype.animate = function (...all) {
    const { left, top, width, height } = this.getBoundingClientRect();
    if (this.classList.contains("ghost")) window.flights.push([left + width / 2, top + height / 2]);
    return animate.apply(this, all);
  };
}"""

pytestmark = pytest.mark.django_db(transaction=True)


def dealt_now(who, hands, **options):
    return deal(who, hands, PILE, options=options, at=timezone.now())


def look_on_a_laptop(browser, address, table, letter) -> Page:
    page = visitor(browser, address, player(table, letter))
    page.set_viewport_size(LAPTOP)
    page.goto(f"/tables/{table.pk}/")
    return page


def overlap(page: Page, selector: str, others: str) -> bool:
    """Whether an element overlaps any of some others."""
    return page.evaluate(
        """([selector, others]) => {
          const mine = document.querySelector(selector).getBoundingClientRect();
          const meets = (box) => box.left < mine.right && mine.left < box.right
            && box.top < mine.bottom && mine.top < box.bottom;
          return [...document.querySelectorAll(others)].some((other) => meets(other.getBoundingClientRect()));
        }""",
        [selector, others],
    )


def test_hands_that_are_swapped_fly_from_seat_to_seat(browser, asgi_server):
    table = dealt_now("Ana Bo Cy", "r1 b2 g3/r7 b5 b7/b1 r8 y2", seven_zero=True)
    page = look_on_a_laptop(browser, asgi_server, table, "A")
    page.evaluate(WATCH_FLIGHTS)
    do(table, "B play r7 to A")
    expect(page.locator("#hand .cards li")).to_have_count(2, timeout=SOON)
    expect(page.locator("#hand .cards [aria-label='blue 5']").first).to_be_visible()
    page.wait_for_function("() => window.flights.length >= 6")
    flights = page.evaluate("window.flights")
    hand, pile = page.locator("#hand").bounding_box(), page.locator(".pile .card--back").bounding_box()
    seats = [page.locator(".seat", has_text=name).bounding_box() for name in ("Bo", "Cy")]
    assert hand

    def starts_in(box):
        return [
            (x, y)
            for x, y in flights
            if box["x"] <= x <= box["x"] + box["width"] and box["y"] - 30 <= y <= box["y"] + box["height"]
        ]

    assert len(starts_in(seats[0])) == len(starts_in(hand)) == 3
    assert starts_in(seats[1]) == starts_in(pile) == []
    assert page.complaints == []


def test_a_question_moves_no_pile_over_another_player(browser, asgi_server):
    table = dealt_now("Ana Bo Cy Dee", "r1 b2 g3/w4 r5 b7/b1 r7 y2/y9 b3 b4")
    page = look_on_a_laptop(browser, asgi_server, table, "C")
    do(table, "B play w4 b")
    expect(page.get_by_role("button", name="Challenge Bo")).to_be_visible(timeout=SOON)
    wait_until_still(page)
    for pile in ("#top-card", ".turn--asks"):
        assert not overlap(page, pile, "#live .seat"), pile
    assert page.complaints == []


@pytest.mark.parametrize(
    ("who", "hands", "victim"),
    [
        ("Ana Bo", "r1 b2 g3 g4 g5 y1 y2/w4 r5 b7 g7 g8 y7 y8", "A"),
        ("Ana Bo Cy Dee", "r1 b2 g3/w4 r5 b7/b1 r7 y2/y9 b3 b4", "C"),
    ],
    ids=["two seats", "four seats"],
)
@pytest.mark.parametrize("name", ["Bo", "Bartholomew Lindqvist"])
def test_a_question_of_a_challenge_lifts_no_pile(browser, asgi_server, who, hands, victim, name):
    table = dealt_now(who, hands)
    Player.objects.filter(name="Bo").update(name=name)
    page = look_on_a_laptop(browser, asgi_server, table, victim)

    def tops():
        wait_until_still(page)
        return [page.locator(place).first.bounding_box()["y"] for place in ("#top-card", "#felt", "#hand")]

    before = tops()
    do(table, "B play w4 b")
    expect(page.get_by_role("button", name=f"Challenge {name}")).to_be_visible(timeout=SOON)
    assert tops() == pytest.approx(before, abs=1)
    do(table, f"{victim} challenge")
    expect(page.locator(".turn--asks")).to_have_count(0, timeout=SOON)
    assert tops() == pytest.approx(before, abs=1)
    assert page.complaints == []


@pytest.mark.parametrize("seats", [2, 4, 7, 10])
def test_choices_of_a_card_cover_neither_the_top_card_nor_the_hand_nor_another_player(
    browser, asgi_server, seats
):
    for hand, options in (
        ("w4 r7 b5 g2 y3", {"seven_zero": True}),
        ("w4 r5", {}),
        ("ws r5 b6", {"deck": "swap_112"}),
    ):
        other = "b1 b2 b3 b4 y5"[: len(hand.split()) * 3 - 1]
        hands = "/".join([other, hand, *[other] * (seats - 2)])
        table = dealt_now(" ".join(NAMES[:seats]), hands, **options)
        page = look_on_a_laptop(browser, asgi_server, table, "B")
        for opener in page.locator("#hand .cards [popovertarget]").all():
            opener.click()
            choices = page.locator(":popover-open")
            for size in ({"width": 1280, "height": 800}, LAPTOP):
                set_size(page, size)
                needed = "#top-card, #hand, .seat, .turn__words, .clock"
                assert not overlap(page, ":popover-open", needed), (hand, size)
                expect(choices).to_be_in_viewport(ratio=1)
            page.keyboard.press("Escape")
            expect(choices).to_have_count(0)
        assert page.complaints == []
        page.context.close()


def test_the_end_of_a_match_is_told_within_the_window(browser, asgi_server):
    options, host = {"target_score": 2}, players("Hal")[0]
    table = deal("Ana Bo", "r1 r2/r4 r5", PILE, options=options, at=timezone.now(), host=host)
    do(table, "B play r4 uno")
    do(table, "A play r1 uno")
    page = look_on_a_laptop(browser, asgi_server, table, "B")
    do(table, "B play r5")
    words = page.locator(".moment", has_text="You win the match")
    expect(words).to_be_visible(timeout=SOON)
    expect(words).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("button", name="Rematch")).to_be_in_viewport(ratio=1)


def test_words_stand_apart_where_the_felt_is_scrolled_away(browser, asgi_server):
    table = dealt_now("Ana Bo Cy Dee", "r1/r4/b1/y9", target_score=500)
    page = look_on_a_laptop(browser, asgi_server, table, "A")
    page.set_viewport_size({"width": 1280, "height": 300})
    page.evaluate("document.body.style.paddingBottom = '2000px'; scrollTo(0, 1500)")
    do(table, "B play r4")
    middle = page.locator(".moment[data-at=centre]")
    expect(middle).to_contain_text("Bo wins the deal: 11 points", timeout=SOON)
    assert page.locator(".moment[data-at=seat-B]").count() == 0  # at once: it would leave by itself
    page.evaluate(
        """document.dispatchEvent(new CustomEvent("table:words", {
          detail: { at: "seat-C", kind: "caught", step: 99, words: "Caught! +2" },
        }))"""
    )
    expect(page.locator(".moment[data-at=seat-C]")).to_be_in_viewport(ratio=1)
    wait_until_still(page)
    assert not overlap(page, ".moment[data-at=seat-C]", ".moment[data-at=centre]")
    assert page.complaints == []


def test_two_words_of_the_middle_stand_in_it_together_and_cover_no_seat_of_ten(browser, asgi_server):
    hands = "r1 w4/r4 r5/" + "/".join(["b1 b2"] * 8)
    table = dealt_now(" ".join(NAMES), hands, scoring="elimination", target_score=50)
    do(table, "B play r4 uno")
    for letter in "CDEFGHIJA":
        do(table, f"{letter} draw")
        do(table, f"{letter} pass")
    page = look_on_a_laptop(browser, asgi_server, table, "A")
    do(table, "B play r5")
    told = [page.locator(".moment", has_text=words) for words in ("Bo wins the deal", "You are out")]
    for words in told:
        expect(words).to_be_visible(timeout=SOON)
        wait_until_still(page)
    for place in ("me", "centre"):
        assert not overlap(page, f".moment[data-at={place}]", ".seat, #top-card, .turn__words"), place
    assert page.complaints == []


def test_after_a_deal_the_button_of_the_next_one_and_the_last_moves_are_in_sight(browser, asgi_server):
    table = dealt_now("Ana Bo", "r1 w4/r4 r5", target_score=500)
    page = look_on_a_laptop(browser, asgi_server, table, "B")
    page.get_by_role("button", name="Play and say UNO! red 4").click()
    expect(page.get_by_text("Ana to play")).to_be_visible()
    do(table, "A draw")
    do(table, "A pass")
    last = page.get_by_role("button", name="Play red 5")
    expect(last).to_be_visible()
    expect(page.locator(".is-shielded")).to_have_count(0)
    wait_until_still(page)
    card = last.bounding_box()  # a hand clicks where the card is, and scrolls nothing before
    page.mouse.click(card["x"] + card["width"] / 2, card["y"] + card["height"] / 2)
    expect(page.get_by_role("heading", name="Deal 1: Bo went out")).to_be_visible()
    next_deal = page.get_by_role("button", name="Next deal")
    for wanted in (next_deal, page.locator("#recent"), page.locator("#chat_form")):
        expect(wanted).to_be_in_viewport(ratio=1)
    box = next_deal.bounding_box()
    assert box["y"] + box["height"] <= LAPTOP["height"] - 8
    assert page.complaints == []


def test_a_penalty_to_agree_to_is_in_sight_and_moves_nothing(browser, asgi_server):
    host, bo = players("Ana Bo")
    table = open_table(seats=2, host=host, options={"dealer_choice": "fixed", "hand_size": 3})
    for person in (host, bo):
        tables.sit(table.pk, player=person, at=timezone.now())
    begin(table, "r1 r2 r3/r4 r5 r6", PILE, at=timezone.now())
    page = look_on_a_laptop(browser, asgi_server, table, "B")
    sizes = (LAPTOP, PHONE)

    def tops():
        boxes = []
        for size in sizes:
            page.set_viewport_size(size)
            wait_until_still(page)
            boxes += [page.locator(place).bounding_box() for place in ("#draw-pile", "#hand", "#hand .cards")]
        return boxes

    before = tops()
    penalty = rulings.ruling("penalty", seat=1, cards=2, words="showed a card")
    rulings.ask_penalty(table.pk, penalty, player=host, at=timezone.now())
    agree = page.get_by_role("button", name="Agree", exact=True)
    expect(agree).to_be_visible(timeout=SOON)
    assert tops() == before
    for size in sizes:
        page.set_viewport_size(size)
        expect(agree).to_be_in_viewport(ratio=1)
        assert not overlap(page, "#penalty", "#hand, #draw-pile, #top-card")
    expect(page.locator(".is-shielded")).to_have_count(0)
    agree.click()
    expect(page.locator("#hand .cards li")).to_have_count(5)
    assert page.complaints == []
