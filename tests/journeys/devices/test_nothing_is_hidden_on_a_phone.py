"""Journey: on a phone, questions and labels leave in sight what they are about."""

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from games import tables
from games.rules.match.commands import Penalise
from games.tables import rulings
from tests.games.playing import begin, deal, deal_next, do, open_table, player, players
from tests.journeys.people import PHONE, SOON, set_size, visitor, wait_until_still

LAPTOP = {"width": 1280, "height": 720}
PILE = "r9 " + "y1 g2 b3 y4 " * 8
CUT_IN_HALF = """() => [...document.querySelectorAll(".seat__strength")].filter((word) => {
  const [box, room] = [word, word.closest(".seat__bot")].map((one) => one.getBoundingClientRect());
  return box.top < room.bottom && room.bottom < box.bottom - 2;
}).length"""
MEETS = """([selector, others]) => {
  const mine = document.querySelector(selector)?.getBoundingClientRect();
  const meets = (box) => box.left < mine.right && mine.left < box.right
    && box.top < mine.bottom && mine.top < box.bottom;
  const boxes = [...document.querySelectorAll(others)].map((other) => other.getBoundingClientRect());
  return mine ? boxes.filter(meets).length : 0;
}"""

STICKS_OUT = """() => [...document.querySelectorAll(".seat")].filter((seat) => {
  const room = seat.getBoundingClientRect();
  const parts = [...seat.querySelectorAll(".seat__count, .seat__total, .seat__bot, .face, .seat__dealer")];
  return parts.some((part) => part.getBoundingClientRect().right > room.right);
}).length"""

LATE_IN_A_MATCH = r"""() => {
  const totals = document.querySelectorAll(".seat__total > [aria-hidden]");
  totals.forEach((total) => (total.textContent = "362\u00a0p"));
}"""

pytestmark = pytest.mark.django_db(transaction=True)


def opened(browser, address, table, letter=None) -> Page:
    page = visitor(browser, address, player(table, letter) if letter else None)
    page.goto(f"/tables/{table.pk}/")
    expect(page.locator(".is-shielded")).to_have_count(0)
    wait_until_still(page)
    return page


def tops(page: Page, size, parts: str) -> list[float]:
    set_size(page, size)
    wait_until_still(page)
    return page.locator(parts).evaluate_all("all => all.map((one) => one.getBoundingClientRect().top)")


def bottom(box) -> float:
    return box["y"] + box["height"]


def test_the_question_for_the_first_colour_moves_no_card(browser, asgi_server):
    hands = "r1 r2 r3/r4 r5 g1"
    tops = {}
    for first in ("r9", "w"):
        page = opened(browser, asgi_server, deal("Ana Bo", hands, f"{first} {PILE}", at=timezone.now()), "B")
        for size in (PHONE, LAPTOP):
            set_size(page, size)
            wait_until_still(page)
            tops.setdefault(size["width"], []).append(page.locator("#hand .cards").bounding_box()["y"])
            if first == "w":
                for colour in ("Red", "Yellow", "Green", "Blue"):
                    expect(page.get_by_role("button", name=colour, exact=True)).to_be_in_viewport(ratio=1)
                assert bottom(page.locator("#hand").bounding_box()) <= size["height"]
    for plain, asked in tops.values():
        assert asked == pytest.approx(plain, abs=1)


def test_a_card_that_is_not_sent_says_so_on_itself(browser, asgi_server):
    page = opened(browser, asgi_server, deal("Ana Bo", "r1 r2 r3/r4 r5 g1", PILE, at=timezone.now()), "B")
    page.context.set_offline(True)
    page.get_by_role("button", name="Play red 4").click()
    ready = page.locator(".cards__item.is-ready")
    expect(ready).to_have_count(1)
    wait_until_still(page)
    assert ready.locator(".card").bounding_box()["y"] >= bottom(page.locator("#draw").bounding_box())
    label = ready.evaluate("one => parseFloat(getComputedStyle(one, '::after').bottom)")
    assert 0 < label < ready.bounding_box()["height"]


def test_the_button_to_catch_keeps_the_count_of_cards_in_sight(browser, asgi_server):
    table = deal("Ana Bo Cy", "r1 r2/r4 r5/b1 b2", PILE, at=timezone.now())
    page = opened(browser, asgi_server, table, "A")
    do(table, "B play r4", at=timezone.now())
    catch = page.get_by_role("button", name="Catch Bo!")
    expect(catch.locator(".catch__count")).to_have_text("1", timeout=SOON)
    room, count = catch.bounding_box(), catch.locator(".catch__count").bounding_box()
    assert room["y"] <= count["y"]
    assert bottom(count) <= bottom(room)


@pytest.mark.parametrize("seats", [3, 4, 10])
def test_the_button_to_catch_has_room_for_a_name_in_two_lines(browser, asgi_server, seats):
    names = ["Ana", "Bo-Lindqvist", "Cy", "Dee", "Eli", "Fay", "Gus", "Hal", "Ida", "Joe"][:seats]
    hands = "r1 r2/r4 r5" + "/b1 b2" * (seats - 2)
    table = deal(" ".join(names), hands, PILE, at=timezone.now(), turn_seconds=600)
    page = opened(browser, asgi_server, table, "A")
    do(table, "B play r4", at=timezone.now())
    words = page.locator(".catch__words")
    expect(words).to_have_text("Catch Bo-Lindqvist!", timeout=SOON)
    for size in (PHONE, {"width": 360, "height": 740}, LAPTOP):
        set_size(page, size)
        assert words.evaluate("one => one.scrollHeight <= one.clientHeight + 1"), size
        button, seat = page.locator("#catch-1").bounding_box(), page.locator("#seat-B").bounding_box()
        assert button["height"] <= seat["height"] + 5, size
        assert page.locator("#catch-1").evaluate("one => one.scrollHeight <= one.clientHeight + 1"), size
    assert page.complaints == []


@pytest.mark.parametrize("seats", [3, 7, 10])
def test_a_penalty_to_agree_to_stands_over_the_head_of_the_page_and_moves_nothing(
    browser, asgi_server, seats
):
    names = ["Anneliese", "Bo-Lindqvist", "Cy-Hollander", "Di", "Eli", "Fay", "Gus", "Hal", "Ida", "Joe"]
    host, *others = players(" ".join(names[:seats]))
    table = open_table(seats=seats, host=host, options={"dealer_choice": "fixed", "hand_size": 4})
    for person in (host, *others):
        tables.sit(table.pk, player=person, at=timezone.now())
    begin(table, "/".join(["r1 b2 g3 y7"] * seats), PILE, at=timezone.now())
    page = opened(browser, asgi_server, table, "B")
    sizes = (PHONE, {"width": 360, "height": 740}, {"width": 844, "height": 390})
    parts = "#felt .seat, #felt .pile > :first-child, .turn__words, #hand, #hand button:not(#take-back)"
    before = {size["width"]: tops(page, size, parts) for size in sizes}
    penalty = Penalise(2, 9, "penalty", "laid a card and looked at the next one")
    rulings.ask_penalty(table.pk, penalty, player=host, at=timezone.now())
    expect(page.locator("#penalty")).to_be_visible(timeout=SOON)
    expect(page.locator(".is-shielded")).to_have_count(0)
    for size in sizes:
        assert tops(page, size, parts) == before[size["width"]], size
        assert page.evaluate(MEETS, ["#penalty", "#felt, #hand"]) == 0, size
        answers = [page.get_by_role("button", name=name, exact=True) for name in ("Agree", "Do not agree")]
        for answer in answers:
            expect(answer).to_be_in_viewport(ratio=1)
        assert len({answer.bounding_box()["y"] for answer in answers}) == 1, size
    assert page.complaints == []


def test_the_strength_of_bots_is_shown_or_left_out_and_never_cut(browser, asgi_server):
    table = begin(open_table("bot bot bot bot", options={"hand_size": 2}), "r1 r2/r4 r5/b1 b2/g1 g2", PILE)
    page = opened(browser, asgi_server, table)
    expect(page.locator(".seat__dealer")).to_have_count(1)
    for width in (390, 360, 340):
        set_size(page, {"width": width, "height": 844})
        assert page.evaluate(CUT_IN_HALF) == 0, width


def test_the_words_about_a_card_leave_when_the_hand_moves(browser, asgi_server):
    table = deal("Ana Bo", "r1 r2 y3/r4 r5 y8", PILE, at=timezone.now())
    page = opened(browser, asgi_server, table, "A")
    set_size(page, LAPTOP)
    page.locator("#hand [data-does]").last.hover()
    expect(page.locator("#card-meaning")).to_be_visible()
    do(table, "B play r4", at=timezone.now())
    expect(page.locator("#draw")).to_be_visible(timeout=SOON)
    expect(page.locator("#card-meaning")).to_be_visible()
    page.evaluate("document.querySelector('#hand .cards').style.paddingLeft = '9rem'")
    page.evaluate("document.dispatchEvent(new Event('htmx:afterSwap', { bubbles: true }))")
    expect(page.locator("#card-meaning")).to_be_hidden()


@pytest.mark.parametrize("seats", [2, 4, 7, 10])
def test_on_a_phone_held_across_hand_and_piles_are_in_sight_at_once(browser, asgi_server, seats):
    names = ["Ana", "Bo", "Cy", "Dee", "Eli", "Fay", "Gus", "Hal", "Ida", "Joe"][:seats]
    hands = "r1 b2 g3 y7/w4 r+ b7 y8" + "/b1 r7 y2 g9" * (seats - 2)
    table = deal(" ".join(names), hands, PILE, at=timezone.now())
    following = "A" if seats == 2 else "C"
    for letter, move in (("B", ""), (following, "B play w4 b")):
        if move:
            do(table, move, at=timezone.now())
        page = opened(browser, asgi_server, table, letter)
        piles, turn = ["#top-card", ".pile .card--back"], [".turn__words", ".clock"]
        wanted = [*piles, *turn, "#hand .cards", "#hand .actions button"]
        for size in ({"width": 667, "height": 375}, {"width": 844, "height": 390}):
            set_size(page, size)
            for part in (".turn__facts", *wanted) if move else wanted:
                expect(page.locator(part).first).to_be_in_viewport(ratio=1)
            assert page.evaluate(MEETS, [".turn--pending", ".seat, .pile > :first-child, #hand"]) == 0
        assert page.complaints == []


@pytest.mark.parametrize("bots", [2, 3, 4, 8])
def test_on_a_phone_each_seat_holds_what_is_told_of_it(browser, asgi_server, bots):
    hands = "/".join(["r1 b2 g3 y7"] * (bots + 2))
    table = deal("Ana Bo" + " bot" * bots, hands, PILE, at=timezone.now(), bot_pause_ms=60_000)
    page = opened(browser, asgi_server, table, "B")
    across = [{"width": 667, "height": 375}, {"width": 844, "height": 390}]
    for size in (PHONE, {"width": 360, "height": 740}, *across):
        set_size(page, size)
        wait_until_still(page)
        assert page.evaluate(STICKS_OUT) == 0, size
        cut = "names => names.filter((name) => name.scrollWidth > name.clientWidth).length"
        assert page.locator(".seat__name").evaluate_all(cut) == 0, size
        page.evaluate(LATE_IN_A_MATCH)
        assert page.evaluate(STICKS_OUT) == 0, size
    assert page.complaints == []


@pytest.mark.parametrize("seats", [4, 10])
def test_on_a_phone_held_across_the_choice_of_a_colour_covers_neither_the_hand_nor_the_felt(
    browser, asgi_server, seats
):
    names = ["Ana", "Bo", "Cy", "Dee", "Eli", "Fay", "Gus", "Hal", "Ida", "Joe"][:seats]
    hands = "r1 b2 g3 y7/w4 r+ r7 y8" + "/b1 r4 y2 g9" * (seats - 2)
    table = deal(" ".join(names), hands, PILE, at=timezone.now(), options={"seven_zero": True})
    page = opened(browser, asgi_server, table, "B")
    choices = {"Wild Draw Four": "#hand .cards .card, #felt", "red 7": "#felt"}
    for size in ({"width": 667, "height": 375}, {"width": 844, "height": 390}):
        set_size(page, size)
        for card, kept in choices.items():
            page.get_by_role("button", name=card).click()
            asked = page.locator("#hand .popover.colours:popover-open")
            for choice in asked.get_by_role("button").all():
                expect(choice).to_be_in_viewport(ratio=1)
            wait_until_still(page)
            assert page.evaluate(MEETS, ["#hand .popover.colours:popover-open", kept]) == 0
            asked.get_by_role("button", name="Not now").click()
            expect(asked).to_have_count(0)
    assert page.complaints == []


@pytest.mark.parametrize("seats", [4, 7, 10])
def test_on_a_phone_the_players_stay_in_sight_while_one_of_them_is_chosen(browser, asgi_server, seats):
    names = ["Ana", "Bo", "Cy", "Dee", "Eli", "Fay", "Gus", "Hal", "Ida", "Joe"][:seats]
    hands = "r1 b2 g3 y7/w4 r+ r7 y8" + "/b1 r4 y2 g9" * (seats - 2)
    table = deal(" ".join(names), hands, PILE, at=timezone.now(), options={"seven_zero": True})
    page = opened(browser, asgi_server, table, "B")
    set_size(page, PHONE)
    page.get_by_role("button", name="red 7").click()
    asked = page.get_by_role("dialog", name="Choices for red 7")
    expect(asked.get_by_role("button", name="Cy (4 cards)")).to_be_in_viewport(ratio=1)
    kept = ".seat__name, .seat__facts, .turn__words, #hand .cards"
    wait_until_still(page)
    assert page.evaluate(MEETS, ["#hand .popover.colours:popover-open", kept]) == 0
    assert page.complaints == []


def test_on_a_phone_no_button_lies_over_the_line_of_a_host_who_is_out_of_the_match(browser, asgi_server):
    host, *others = players("Ana-Ferreira Bo Cy")
    options = {"scoring": "elimination", "target_score": 40, "dealer_choice": "fixed", "hand_size": 1}
    table = open_table(seats=3, host=host, options=options)
    for person in (host, *others):
        tables.sit(table.pk, player=person, at=timezone.now())
    begin(table, "w4/r4/b1", PILE, at=timezone.now())
    page = opened(browser, asgi_server, table, "A")
    line = page.locator(".hand__foot > span")
    for go_on, words in (
        (lambda: do(table, "B play r4", at=timezone.now()), "The deal is over"),
        (lambda: deal_next(table, "b2/b3", PILE, at=timezone.now()), "deal 2"),
    ):
        go_on()
        expect(page.locator("#felt")).to_contain_text(words, timeout=SOON)
        expect(line).to_contain_text("eliminated in deal 1")
        for size in (PHONE, {"width": 360, "height": 740}, {"width": 667, "height": 375}):
            set_size(page, size)
            expect(page.locator("#pause")).to_be_visible()
            assert page.evaluate(MEETS, [".hand__foot > span", "#pause, #referee button"]) == 0, (size, words)
            assert bottom(page.locator("#pause").bounding_box()) <= bottom(
                page.locator("#hand").bounding_box()
            )
    assert page.complaints == []


@pytest.mark.parametrize(
    ("seats", "card"),
    [(4, "Wild Draw Four"), (7, "Wild Draw Four"), (10, "Wild Draw Four"), (4, "red 7"), (7, "red 7")],
)
def test_on_a_phone_the_choices_that_say_uno_cover_no_player_and_the_silent_ones_open(
    browser, asgi_server, seats, card
):
    names = ["Ana", "Bo", "Cy", "Dee", "Eli", "Fay", "Gus", "Hal", "Ida", "Joe"][:seats]
    hands = "r1 b2/w4 r7" + "/b1 r4" * (seats - 2)
    table = deal(" ".join(names), hands, PILE, at=timezone.now(), options={"seven_zero": True})
    page = opened(browser, asgi_server, table, "B")
    choices = "#hand .popover.colours:popover-open"
    page.get_by_role("button", name=card).click()
    asked = page.locator(choices)
    wanted = "Red" if card == "Wild Draw Four" else "Cy (2 cards)"
    expect(asked.get_by_role("button", name=wanted)).to_have_count(1)
    kept = ".seat__name, .seat__facts, .turn__words, #hand .cards"
    wait_until_still(page)
    assert page.evaluate(MEETS, [choices, kept]) == 0
    assert asked.bounding_box()["height"] <= (150 if card == "Wild Draw Four" else 200)
    asked.get_by_text("Play without saying it").click()
    silent = asked.get_by_role("button", name=wanted).last
    expect(asked.get_by_role("button", name=wanted)).to_have_count(2)
    for part in (asked, silent):
        expect(part).to_be_in_viewport(ratio=1)
    asked.get_by_role("button", name="Not now").click()
    page.get_by_role("button", name=card).click()
    expect(asked.get_by_role("button", name=wanted)).to_have_count(1)
    asked.get_by_text("Play without saying it").click()
    silent.click()
    expect(page.locator("#recent")).to_contain_text("Bo played")
    expect(page.locator("#recent")).not_to_contain_text("said UNO")
    assert page.complaints == []


def test_a_double_tap_that_unfolds_the_choices_without_uno_plays_none_of_them(browser, asgi_server):
    table = deal("Ana Bo", "r1 b2/w r7", PILE, at=timezone.now())
    page = opened(browser, asgi_server, table, "B")
    set_size(page, PHONE)
    page.get_by_role("button", name="Wild").click()
    fold = page.get_by_text("Play without saying it")
    box = fold.bounding_box()
    place = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.click(*place)
    page.wait_for_function(
        "top => document.querySelector('.choices--silent').offsetParent && "
        "document.querySelector('.choices--silent > summary').getBoundingClientRect().top < top",
        arg=box["y"] - 20,
    )
    page.mouse.click(*place)
    expect(page.locator(".is-shielded")).to_have_count(0)
    expect(page.locator("#recent")).not_to_contain_text("Wild")
    page.locator(".choices--silent").get_by_role("button", name="Blue").click()
    expect(page.locator("#recent")).to_contain_text("The colour is now blue")
    assert page.complaints == []


def test_on_a_phone_held_across_every_choice_of_a_swap_without_uno_can_be_reached(browser, asgi_server):
    names = "Ana Bo Cy Dee Eli Fay Gus Hal Ida Joe"
    hands = "r1 b2/w4 r7" + "/b1 r4" * 8
    table = deal(names, hands, PILE, at=timezone.now(), options={"seven_zero": True})
    page = opened(browser, asgi_server, table, "B")
    set_size(page, {"width": 844, "height": 390})
    page.get_by_role("button", name="red 7").click()
    asked = page.locator("#hand .popover.colours:popover-open")
    asked.get_by_text("Play without saying it").click()
    expect(asked.get_by_role("button", name="Ana (2 cards)").last).to_be_in_viewport(ratio=1)
    expect(asked).to_be_in_viewport(ratio=1)
    assert page.complaints == []


def test_on_a_laptop_the_choice_of_a_colour_opens_in_the_window_where_the_table_is_scrolled(
    browser, asgi_server
):
    table = deal("Ana Bo Cy", "r1 b2 g3/w r7 y8/b1 b2 b3", PILE, at=timezone.now())
    page = opened(browser, asgi_server, table, "B")
    set_size(page, LAPTOP)
    page.mouse.move(300, 300)
    page.mouse.wheel(0, 460)
    page.wait_for_function("() => scrollY > 150")
    wait_until_still(page)
    box = page.get_by_role("button", name="Wild").bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    for colour in ("Red", "Yellow", "Green", "Blue"):
        expect(page.get_by_role("button", name=colour, exact=True)).to_be_in_viewport(ratio=1)
    assert page.complaints == []


@pytest.mark.parametrize("seats", [4, 7, 10])
def test_on_a_narrow_desktop_no_seat_lies_over_the_piles_and_what_is_told_beside_them(
    browser, asgi_server, seats
):
    names = ["Ana", "Bo", "Cy", "Dee", "Eli", "Fay", "Gus", "Hal", "Ida", "Joe"][:seats]
    hands = "r1 b2 g3/rR r7 y8" + "/b1 b2 b3" * (seats - 2)
    table = deal(" ".join(names), hands, PILE, at=timezone.now())
    do(table, "B play rR", at=timezone.now())
    page = opened(browser, asgi_server, table, "C")
    for width in (1000, 1024, 1259, 1260, 1280):
        set_size(page, {"width": width, "height": 768})
        wait_until_still(page)
        for part in ("#top-card", ".piles__facts .colour", ".piles__facts > :nth-child(2)"):
            assert page.evaluate(MEETS, [part, ".seat"]) == 0, (width, part)
    assert page.complaints == []
