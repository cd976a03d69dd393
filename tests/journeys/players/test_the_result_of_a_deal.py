"""Journey: the result of a deal moves nothing; on a phone it stays below the next deal."""

import re
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from games import tables
from games.models import Player
from tests.games.playing import begin, deal, deal_next, do, open_table, player, players
from tests.journeys.people import SOON, set_size, visitor, wait_until_still

LAPTOP = {"width": 1280, "height": 720}
PILE = "r9 y1 y2 y3 y4 y5 y6 y7 y8 y9 b1 b2 b3"
NAMES = ["Ana", "Bo", "Cy", "Dee", "Eli", "Fay", "Gus", "Hal", "Ida", "Joe"]
MINE = ("#hand", ".hand__foot")
SIZES = [(390, 844), (360, 740), (844, 390), (667, 375), (768, 1024), (1024, 768), (1280, 720)]
MEET = """([one, other, number = 0]) => {
  const box = document.querySelector(one).getBoundingClientRect();
  const room = document.querySelectorAll(other)[number].getBoundingClientRect();
  return box.left < room.right && room.left < box.right && box.top < room.bottom && room.top < box.bottom;
}"""

LONG_NAME = "Bartholomew Vandersl"
BROKEN_WORDS = r"""(names) => names.flatMap((name) => {
  const text = [...name.childNodes].find((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
  return [...text.data.matchAll(/\S+/g)].filter((word) => {
    const letters = document.createRange();
    letters.setStart(text, word.index);
    letters.setEnd(text, word.index + word[0].length);
    return new Set([...letters.getClientRects()].map((line) => Math.round(line.bottom))).size > 1;
  }).map((word) => word[0]);
})"""
CUT = "cells => cells.filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent)"
SCROLLS = "one => one.scrollHeight > one.clientHeight"


def at_laptop(browser, address, table, **facts) -> Page:
    page = visitor(browser, address, player(table, "A"), **facts)
    set_size(page, LAPTOP)
    page.goto(f"/tables/{table.pk}/")
    return page


def room(page: Page, *parts: str) -> list[float]:
    """The places of the hand, of its foot, and of what is below it."""
    wait_until_still(page)
    boxes = [page.locator(part).bounding_box() for part in parts or (*MINE, "#totals")]
    return [box[side] for box in boxes for side in ("x", "y", "width", "height")]


def same(places: list[float]) -> Any:
    return pytest.approx(places, abs=1)  # a pixel, which nobody sees


def result_in_sight(page: Page, rows: int) -> None:
    """All of the result is in sight, and lies neither on a button nor on the words below it."""
    expect(page.locator("#result tbody tr")).to_have_count(rows, timeout=SOON)
    for part in ("#result h2", "#result tbody tr"):
        for line in page.locator(part).all():
            expect(line).to_be_in_viewport(ratio=1)
    for other in (".hand__foot", "#moves .actions"):
        assert not page.evaluate(MEET, ["#result", other])


@pytest.mark.parametrize("seats", [2, 4, 5, 10])
def test_on_a_laptop_the_result_stands_in_the_room_of_the_cards_and_nothing_jumps(
    browser, asgi_server, transactional_db, seats
):
    table = deal(" ".join(NAMES[:seats]), "b1/r4" + "/b8" * (seats - 2), PILE, at=timezone.now())
    page = at_laptop(browser, asgi_server, table)
    before = room(page)
    do(table, "B play r4", at=timezone.now())
    result_in_sight(page, seats)
    expect(page.get_by_role("button", name="Next deal")).to_be_in_viewport(ratio=1)
    assert room(page) == same(before)
    deal_next(table, "/".join(["b3"] * seats), PILE, at=timezone.now())
    expect(page.locator("#felt")).to_contain_text("deal 2", timeout=SOON)
    expect(page.locator("#result")).to_have_count(0)
    expect(page.locator("#kept-result")).to_be_visible()
    assert room(page) == same(before)
    assert page.complaints == []


@pytest.mark.parametrize(
    ("width", "height", "seats"),
    [(390, 844, 2), (360, 740, 4), (390, 844, 10), (844, 390, 4), (768, 1024, 5)],
)
def test_on_a_phone_and_a_tablet_it_stands_there_too_and_moves_neither_hand_nor_moves(
    browser, asgi_server, transactional_db, width, height, seats
):
    table = deal(" ".join(NAMES[:seats]), "b1/r4" + "/b8" * (seats - 2), PILE, at=timezone.now())
    page = visitor(browser, asgi_server, player(table, "A"))
    set_size(page, {"width": width, "height": height})
    page.goto(f"/tables/{table.pk}/")
    before = room(page, *MINE, "#recent h2")
    do(table, "B play r4", at=timezone.now())
    expect(page.locator("#result .result__winner")).to_be_in_viewport(ratio=1, timeout=SOON)
    expect(page.get_by_role("heading", name="Deal 1: Bo went out")).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("button", name="Next deal")).to_be_in_viewport(ratio=1)
    for other in (".hand__foot", "#moves .actions"):
        assert not page.evaluate(MEET, ["#result", other])
    assert room(page, *MINE, "#recent h2") == same(before)
    deal_next(table, "/".join(["b3"] * seats), PILE, at=timezone.now())
    expect(page.locator("#felt")).to_contain_text("deal 2", timeout=SOON)
    expect(page.locator("#kept-result")).to_be_visible()
    assert room(page, *MINE, "#recent h2") == same(before)
    assert page.complaints == []


@pytest.mark.parametrize("seats", [4, 5, 6, 8, 10])
def test_on_a_phone_all_players_are_in_sight_with_their_points_and_no_name_is_broken_inside_a_word(
    browser, asgi_server, transactional_db, seats
):
    hands = "b1 b2/r4 r4" + "/b8 b9" * (seats - 2)
    table = deal(" ".join(NAMES[:seats]), hands, f"{PILE} {PILE}", at=timezone.now())
    for name, long_name in (("Bo", LONG_NAME), ("Dee", "Konstantina Lindqvist")):
        Player.objects.filter(name=name).update(name=long_name)
    page = visitor(browser, asgi_server, player(table, "A"))
    page.goto(f"/tables/{table.pk}/")
    do(table, "B play r4 uno", at=timezone.now())
    for letter in [*"CDEFGHIJ"[: seats - 2], "A"]:
        do(table, f"{letter} draw", at=timezone.now())
        do(table, f"{letter} pass", at=timezone.now())
    do(table, "B play r4", at=timezone.now())
    expect(page.get_by_role("button", name="Next deal")).to_be_visible(timeout=SOON)
    for width, height in ((390, 844), (360, 740), (844, 390), (768, 1024)):
        set_size(page, {"width": width, "height": height})
        result_in_sight(page, seats)
        assert not page.locator("#result").evaluate(SCROLLS), (width, height)
        assert page.locator("#result td.number").evaluate_all(CUT) == []
        assert page.locator("#result td.result__name").evaluate_all(BROKEN_WORDS) == []
    assert page.complaints == []


@pytest.mark.parametrize(
    ("width", "height", "lines"), [(360, 740, 2), (390, 844, 1), (844, 390, 1), (1280, 720, 1)]
)
def test_the_names_of_partners_have_a_line_above_what_both_had_left(
    browser, asgi_server, transactional_db, width, height, lines
):
    options = {"teams": "partners"}
    hands = f"b1{' b2' * 6}/r4{' r5' * 6}/b8{' b9' * 6}/g1{' g2' * 6}"
    table = deal("Ana Bo Cy Dee", hands, f"r9{' y1' * 40}", options=options, at=timezone.now())
    page = visitor(browser, asgi_server, player(table, "A"))
    set_size(page, {"width": width, "height": height})
    page.goto(f"/tables/{table.pk}/")
    before = room(page, *MINE)
    for card in ("r4", "r5", "r5", "r5", "r5", "r5 uno"):
        do(table, f"B play {card}", at=timezone.now())
        for letter in "CDA":
            do(table, f"{letter} draw", at=timezone.now())
            do(table, f"{letter} pass", at=timezone.now())
    do(table, "B play r5", at=timezone.now())
    result_in_sight(page, 2)
    name, hand = (page.locator(f"#result tbody tr:first-child .result__{part}") for part in ("name", "hand"))
    expect(name).to_have_text("1 Ana and Cy (your side)")
    line = name.evaluate("one => parseFloat(getComputedStyle(one).lineHeight)")
    assert name.bounding_box()["height"] < (lines + 0.5) * line
    assert hand.bounding_box()["y"] >= name.bounding_box()["y"] + name.bounding_box()["height"] - 1
    assert hand.locator(".card").count() == 26
    expect(hand).to_be_in_viewport(ratio=1)
    assert room(page, *MINE) == same(before)
    assert page.complaints == []


@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390)])
def test_on_a_phone_the_foot_of_the_hand_stays_where_it_is_for_whoever_is_out_of_the_match(
    browser, asgi_server, transactional_db, width, height
):
    options = {"scoring": "elimination", "target_score": 40}
    table = deal("Ana Bo Cy", "w4/r4/b1", f"{PILE} {PILE}", options=options, at=timezone.now())
    page = visitor(browser, asgi_server, player(table, "A"))
    set_size(page, {"width": width, "height": height})
    page.goto(f"/tables/{table.pk}/")
    before = room(page, *MINE)
    do(table, "B play r4", at=timezone.now())
    expect(page.locator("#result .result__winner")).to_be_in_viewport(ratio=1, timeout=SOON)
    for shown in ("#hand > .away a", "#deal"):
        expect(page.locator(shown)).to_be_in_viewport(ratio=1)
        assert not page.evaluate(MEET, ["#result", shown])
    assert room(page, *MINE) == same(before)
    expect(page.locator("#deal.is-shielded")).to_have_count(0)
    page.locator("#deal").click()
    expect(page.locator("#result")).to_have_count(0)
    assert room(page, *MINE) == same(before)
    assert page.complaints == []


def test_on_a_laptop_nothing_jumps_for_partners_and_a_host_who_pauses_between_deals(
    browser, asgi_server, transactional_db
):
    host, *others = players("Ana Bo Cy Dee")
    options = {"dealer_choice": "fixed", "hand_size": 1, "teams": "partners"}
    table = open_table(seats=4, host=host, options=options)
    for person in (host, *others):
        tables.sit(table.pk, player=person, at=timezone.now())
    page = at_laptop(browser, asgi_server, begin(table, "b1/r4/b8/b9", PILE, at=timezone.now()))
    before = room(page)
    do(table, "B play r4", at=timezone.now())
    result_in_sight(page, 2)
    for row, hands in enumerate((2, 1)):  # each partner's cards for themselves
        expect(page.locator("#result tbody tr").nth(row).locator(".small-cards")).to_have_count(hands)
    assert room(page) == same(before)
    page.get_by_role("button", name="Pause the match").click()
    expect(page.locator("#paused")).to_be_visible()
    page.locator("#hand").scroll_into_view_if_needed()
    result_in_sight(page, 2)
    assert page.complaints == []


@pytest.mark.parametrize("language", ["en", "fil"])
def test_on_a_laptop_nothing_jumps_for_whoever_is_out_of_the_match(
    browser, asgi_server, transactional_db, language
):
    options = {"scoring": "elimination", "target_score": 40}
    table = deal("Ana Bo Cy", "w4/r4/b1", f"{PILE} {PILE}", options=options, at=timezone.now())
    page = at_laptop(browser, asgi_server, table, locale=language)
    before = room(page)
    do(table, "B play r4", at=timezone.now())
    expect(page.locator("#hand > .away")).to_be_visible(timeout=SOON)
    result_in_sight(page, 3)
    assert not page.evaluate(MEET, ["#hand > .away", "#deal"])
    assert room(page) == same(before)
    page.locator("#deal").click()
    expect(page.locator("#result")).to_have_count(0)
    expect(page.locator("#hand > .away a")).to_be_in_viewport(ratio=1)
    assert room(page) == same(before)
    assert page.complaints == []


def test_on_a_laptop_the_way_back_stays_where_it_is_between_two_deals(browser, asgi_server, transactional_db):
    table = deal("Ana Bo Cy", "b1/r4/b8", PILE, at=timezone.now())
    tables.leave(table.pk, player=player(table, "A"), at=timezone.now())
    page = at_laptop(browser, asgi_server, table)
    back = (*MINE, "#totals", "#hand button:has-text('Come back')")
    before = room(page, *back)
    do(table, "B play r4", at=timezone.now())
    result_in_sight(page, 3)
    assert room(page, *back) == same(before)
    assert page.complaints == []


def test_the_result_stays_beside_the_next_deal_until_it_is_closed(browser, asgi_server, transactional_db):
    table = deal("Ana Bo", "r1/r4", "r9 y1 y2 y3 y4 y5 y6 y7", at=timezone.now())
    ana, bo = (visitor(browser, asgi_server, player(table, letter)) for letter in "AB")
    for page in (ana, bo):
        page.goto(f"/tables/{table.pk}/")
    bo.locator("#hand .cards__item--fits button").first.click()
    expect(bo.locator("#result")).to_be_visible(timeout=SOON)
    expect(ana.locator("#result h2")).to_have_text("Deal 1: Bo went out", timeout=SOON)
    expect(ana.locator("#result [data-close]")).to_be_hidden()
    middle = ana.locator(".moment[data-at=centre]")
    expect(middle).to_have_text("Bo wins the deal: 1 point")
    expect(ana.locator(".moment[data-at=seat-B]")).to_have_text("Wins the deal!")
    word, plate = middle.bounding_box(), ana.locator("#felt .seat").bounding_box()
    assert word["y"] >= plate["y"] + plate["height"]
    expect(ana.locator("#clock")).to_contain_text(re.compile(r"Next deal in \d+ s"))

    bo.get_by_role("button", name="Next deal").click()
    expect(ana.locator("#felt")).to_contain_text("deal 2", timeout=SOON)
    expect(ana.locator("#kept-result h2")).to_have_text("Deal 1: Bo went out")
    expect(ana.locator("#kept-result tbody tr")).to_have_count(2)
    expect(ana.locator("#result")).to_have_count(0)
    ana.locator("#kept-result").get_by_role("button", name="Close").click()
    expect(ana.locator("#kept-result")).to_be_hidden()
    assert ana.complaints == bo.complaints == []


@pytest.mark.parametrize(
    ("seats", "language"),
    [(2, "en"), (4, "en"), (7, "en"), (10, "en"), (7, "vi"), (7, "fil"), (7, "cy"), (10, "ru")],
)
def test_beside_the_number_of_the_deal_a_link_leads_to_the_last_result_while_it_is_kept(
    browser, asgi_server, transactional_db, seats, language
):
    table = deal(" ".join(NAMES[:seats]), "b1/r4" + "/b8" * (seats - 2), PILE, at=timezone.now())
    do(table, "B play r4", at=timezone.now())
    page = visitor(browser, asgi_server, player(table, "A"), locale=language)
    page.goto(f"/tables/{table.pk}/")
    expect(page.locator("#result")).to_be_visible()
    deal_next(table, "/".join(["b3 b4"] * seats), f"{PILE} {PILE}", at=timezone.now())
    link, kept = page.locator("#felt").get_by_role("link"), page.locator("#kept-result")
    expect(kept).to_be_visible(timeout=SOON)
    stays = (*MINE, ".piles", ".piles__facts", "#top-card")
    places = {}
    for width, height in SIZES:
        set_size(page, {"width": width, "height": height})
        expect(link).to_be_in_viewport(ratio=1)
        assert link.bounding_box()["height"] >= 24
        for other in ("#felt .seat", ".piles__direction", "#top-card", ".turn__words", "#clock", "#hand"):
            for number in range(page.locator(other).count()):
                assert not page.evaluate(MEET, ["#last-deal", other, number]), (width, height, other)
        box, felt = link.bounding_box(), page.locator("#felt").bounding_box()
        assert box["x"] + box["width"] <= felt["x"] + felt["width"]
        places[width] = room(page, *stays)
    link.focus()
    page.keyboard.press("Enter")
    expect(kept).to_be_focused()
    expect(kept.get_by_role("heading")).to_be_in_viewport(ratio=1)
    do(table, f"{'C' if seats > 2 else 'A'} draw", at=timezone.now())
    expect(page.locator("#recent [data-step]")).to_have_count(3, timeout=SOON)
    expect(kept).to_be_focused()
    expect(kept.get_by_role("heading")).to_be_in_viewport(ratio=1)
    kept.locator("[data-close]").click()
    expect(link).to_be_hidden()
    page.evaluate("scrollTo(0, 0)")
    for width, height in SIZES:
        set_size(page, {"width": width, "height": height})
        page.evaluate("scrollTo(0, 0)")
        assert room(page, *stays) == same(places[width])
    assert page.complaints == []


def test_at_the_end_of_a_match_the_way_on_and_the_winner_are_in_sight_on_a_laptop(
    browser, asgi_server, transactional_db
):
    people = players("Ana Bo Cy Dee")
    options = {"target_score": 2, "dealer_choice": "fixed", "hand_size": 1}
    table = open_table(seats=4, host=people[0], options=options)
    for person in people:
        tables.sit(table.pk, player=person, at=timezone.now())
    begin(table, "r1/r4/b1/b2", PILE, at=timezone.now())
    page = at_laptop(browser, asgi_server, table)
    do(table, "B play r4", at=timezone.now())
    expect(page.get_by_role("heading", name="Bo wins the match")).to_be_in_viewport(ratio=1, timeout=SOON)
    for name in ("Rematch", "Watch the replay", "Back to the lobby"):
        expect(page.locator("#result .bar > *").filter(has_text=name)).to_be_in_viewport(ratio=1)
    expect(page.locator("#result tbody tr").first).to_be_in_viewport(ratio=1)
    assert page.complaints == []
