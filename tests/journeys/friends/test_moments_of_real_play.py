"""Journey: cards are clicked, and everybody reads on the felt what that did, each in their own words."""

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from games.models import Table
from tests.games.playing import deal, deal_next, do, player
from tests.journeys.people import SOON, visitor

PILE = "r9 " + "y1 g2 b3 y4 " * 12
SHOWN_LONG = """() => {
  const { setTimeout } = window;
  window.setTimeout = (act, ms, ...all) => setTimeout(act, ms > 1500 ? 1e6 : ms, ...all);
}"""

pytestmark = pytest.mark.django_db(transaction=True)


def at_the_table(browser, address: str, table: Table, letters: str) -> list[Page]:
    """The pages of some players, on which words stay until the next touch or turn."""
    pages = [visitor(browser, address, player(table, letter)) for letter in letters]
    for page in pages:
        page.add_init_script(f"({SHOWN_LONG})()")
        page.goto(f"/tables/{table.pk}/")
    return pages


def reads(page: Page, at: str, words: str) -> None:
    """The player reads these words at a seat, `me` or the centre."""
    expect(page.locator(f".moment[data-at={at}]", has_text=words)).to_be_visible(timeout=SOON)


def test_a_jump_in_is_told_at_the_seat_of_the_quick_one(browser, asgi_server):
    hands, options = "r1 r5 g3/r5 g5 b6/b1 r7 b9/y1 b2 b3", {"jump_in": True}
    table = deal("Ana Bo Cy Dee", hands, PILE, options=options, at=timezone.now())
    ana, bo, dee = at_the_table(browser, asgi_server, table, "ABD")
    bo.get_by_role("button", name="Play red 5").click()
    ana.get_by_role("button", name="Jump in with red 5").click(timeout=SOON)
    reads(ana, "me", "You jump in!")
    for page in (bo, dee):
        reads(page, "seat-A", "Jumps in!")
    expect(dee.locator("#seat-A .seat__count")).to_contain_text("2")
    assert ana.complaints == bo.complaints == dee.complaints == []


def test_two_swap_their_hands_and_each_is_told_with_whom(browser, asgi_server):
    hands = "r1 r2 g3/r7 g5 b6/b1 y8 b9/y1 b2 b3"
    table = deal("Ana Bo Cy Dee", hands, PILE, options={"seven_zero": True}, at=timezone.now())
    ana, bo, dee = at_the_table(browser, asgi_server, table, "ABD")
    bo.get_by_role("button", name="Play red 7").click()
    bo.get_by_role("group", name="Swap hands with").get_by_role("button", name="Dee").click()
    reads(bo, "me", "You swap hands with Dee")
    reads(dee, "me", "Bo swaps hands with you")
    reads(ana, "seat-B", "Swaps with Dee")
    reads(ana, "seat-D", "Swaps with Bo")
    expect(bo.locator("#hand .cards").get_by_label("yellow 1")).to_be_visible()
    expect(dee.locator("#hand .cards").get_by_label("green 5")).to_be_visible()
    expect(dee.locator("#hand .cards").get_by_label("blue 3")).to_have_count(0)
    assert ana.complaints == bo.complaints == dee.complaints == []


def test_all_hands_go_round_and_everybody_is_told_and_holds_the_cards_of_a_neighbour(browser, asgi_server):
    hands = "r1 r2 g3/r0 g5 b6/b1 y8 b9/y1 b2 b3"
    table = deal("Ana Bo Cy Dee", hands, PILE, options={"seven_zero": True}, at=timezone.now())
    pages = at_the_table(browser, asgi_server, table, "ABCD")
    pages[1].get_by_role("button", name="Play red 0").click()
    held = ("yellow 1", "red 1", "green 5", "blue 9")  # Dee’s, Ana’s, Bo’s and Cy’s
    for page, card in zip(pages, held, strict=True):
        reads(page, "centre", "Everyone passes their hand on")
        expect(page.locator("#hand .cards").get_by_label(card)).to_be_visible()
    assert all(page.complaints == [] for page in pages)


def test_a_player_who_passes_500_is_told_so_watches_on_and_finds_a_way_on(browser, asgi_server):
    """Ana holds ten Wild Draw Fours when Bo goes out."""
    hands = "/".join(["w4 " * 10, "r1 r2 r3 r4 r5 r6 r7 r8 r1 r2", "b1 b2 b3 b4 b5 b1 b2 b3 b4 b5"])
    table = deal("Ana Bo Cy", hands, PILE, rulebook="elimination-500", at=timezone.now())
    for card in ["r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r1"]:
        call = " uno" if card == "r1" else ""
        do(table, f"B play {card}{call}", at=timezone.now())
        for letter in "CA":
            for move in ("draw", "pass"):
                do(table, f"{letter} {move}", at=timezone.now())
    ana, bo, cy = at_the_table(browser, asgi_server, table, "ABC")
    eve = visitor(browser, asgi_server)
    eve.add_init_script(f"({SHOWN_LONG})()")
    eve.goto(f"/tables/{table.pk}/")
    bo.get_by_role("button", name="Play red 2").click()
    reads(ana, "me", "You are out of the match")
    for page in (bo, cy, eve):
        reads(page, "seat-A", "Out of the match")
        reads(page, "centre", "Ana is out of the match")
    expect(bo.get_by_role("button", name="Next deal")).to_be_visible()
    deal_next(table, "/".join(["b1 b2 b3 y1 y2 " * 2] * 2), PILE, at=timezone.now())
    expect(ana.locator("#felt")).to_contain_text("deal 2", timeout=SOON)
    expect(ana.locator("#hand")).to_contain_text("eliminated in deal 1")
    expect(ana.locator("#hand")).to_contain_text("You are out of the match. You can watch how it ends.")
    for page in (bo, cy, eve):
        expect(page.locator("#seat-A")).to_contain_text("eliminated in deal 1", timeout=SOON)
    cy.locator("#draw").click(timeout=SOON)
    expect(ana.locator("#recent")).to_contain_text("Cy drew a card", timeout=SOON)
    expect(ana.locator("#hand").get_by_role("button")).to_have_count(0)
    ana.locator("#hand").get_by_role("link", name="Back to the lobby").click()
    expect(ana.get_by_role("button", name="Play now")).to_be_visible()
    assert ana.complaints == bo.complaints == cy.complaints == eve.complaints == []


def test_a_bot_that_is_out_is_told_at_its_seat_and_the_others_play_on(browser, asgi_server):
    options = {"scoring": "elimination", "target_score": 50}
    table = deal("Ana Bo Cy bot", "r1/r5/b1/w4", PILE, options=options, at=timezone.now())
    ana, bo = at_the_table(browser, asgi_server, table, "AB")
    bo.get_by_role("button", name="Play red 5").click()
    bot = table.seats.get(index=3).name
    for page in (ana, bo):
        reads(page, "seat-D", "Out of the match")
        reads(page, "centre", f"{bot} is out of the match")
    reads(bo, "me", "You win the deal")
    expect(ana.get_by_role("button", name="Next deal")).to_be_visible()
    deal_next(table, "b1/y1/r1", PILE, at=timezone.now())
    for page in (ana, bo):
        expect(page.locator("#seat-D")).to_contain_text("eliminated in deal 1", timeout=SOON)
        expect(page.locator("#hand .cards li")).to_have_count(1)
    expect(ana.get_by_text("You are out of the match")).to_have_count(0)
    assert ana.complaints == bo.complaints == []
