"""Journey: whoever is on turn sees what they need, whatever happens on the felt, and nothing there moves."""

import pytest
from django.utils import timezone
from playwright.sync_api import Locator, Page, expect

from games import tables
from games.models import Player
from tests.games.playing import begin, deal, do, open_table, player, players
from tests.journeys.people import PHONE, SOON, set_size, visitor, wait_until_still

LAPTOP = {"width": 1280, "height": 720}
LOW_PHONE = {"width": 360, "height": 740}
TABLET = {"width": 768, "height": 1024}
LOW_TABLET = {"width": 999, "height": 700}
PILE = "r9 " + "y1 g2 b3 y4 " * 8
NEEDED = ".head, #felt .turn__words, #felt .clock, #hand"
PLACES = (
    "#draw-pile, .pile > .card",
    "#top-card",
    ".piles__direction",
    "#felt",
    "#hand",
    "[popovertarget=leave]",
)
SHOWN_LONG = """() => {
  const { setTimeout } = window;
  window.setTimeout = (act, ms, ...all) => setTimeout(act, ms > 1500 ? 1e6 : ms, ...all);
}"""

ON_A_LAPTOP = pytest.mark.slow(
    "the same words and the same script on a phone, where there is less room",
    about=["games/static/", "templates/games/"],
)

COVERS = """([words, needed]) => [...document.querySelectorAll(words)].flatMap((one) => {
  const mine = one.getBoundingClientRect();
  const covered = [...document.querySelectorAll(needed)].filter((other) => {
    const box = other.getBoundingClientRect();
    return box.width && box.left < mine.right - 1 && mine.left < box.right - 1
      && box.top < mine.bottom - 1 && mine.top < box.bottom - 1;
  });
  return covered.map((other) => `${one.textContent.trim()} covers ${other.id || other.className}`);
})"""
FITS_IN = "one => one.scrollWidth <= one.clientWidth + 1 && one.scrollHeight <= one.clientHeight + 1"
TELL = "detail => document.dispatchEvent(new CustomEvent('table:words', { detail }))"
TOUCHED = """() => [...document.querySelectorAll(".moment")].filter((one) => {
  const box = one.getBoundingClientRect();
  return document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)?.closest(".moments");
}).length"""

pytestmark = pytest.mark.django_db(transaction=True)


def opened(browser, address, table, letter, size) -> Page:
    page = visitor(browser, address, player(table, letter), has_touch=size != LAPTOP)
    page.set_viewport_size(size)
    page.goto(f"/tables/{table.pk}/")
    return page


def press(page: Page, button: Locator) -> None:
    """Press a button once it is there, rests and is not shielded: a click before would scroll the page."""
    expect(button).to_be_visible(timeout=SOON)
    expect(page.locator(".is-shielded")).to_have_count(0)
    wait_until_still(page)
    button.click()


def corners(page: Page) -> list[list[float]]:
    """Where the piles, the direction, the hand and a button stand; how high board and hand are."""
    wait_until_still(page)
    boxes = [page.locator(place).first.bounding_box() for place in PLACES]
    heights = [[box["height"]] if box["width"] > 300 else [] for box in boxes]
    return [[box["x"], box["y"], *height] for box, height in zip(boxes, heights, strict=True)]


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_words_on_my_turn_cover_nothing_that_i_need_and_take_no_touch(browser, asgi_server, size):
    hands = "r1 b2 g3/w4 r5 b7/b1 r7 y2/y9 b3 b4"
    table = deal("Ana Bo Cy Dee", hands, PILE, at=timezone.now())
    page = opened(browser, asgi_server, table, "C", size)
    do(table, "B play w4 b")
    expect(page.get_by_role("button", name="Challenge Bo")).to_be_visible(timeout=SOON)
    wait_until_still(page)
    assert page.evaluate(COVERS, [".turn--asks", "#top-card, .piles__direction, #live .seat, .clock"]) == []
    expect(page.locator(".is-shielded")).to_have_count(0)
    page.get_by_role("button", name="Challenge Bo").click()
    expect(page.locator(".moment", has_text="You win the challenge")).to_be_visible()
    expect(page.locator(".moment", has_text="+4")).to_be_visible()
    wait_until_still(page)
    assert page.evaluate(COVERS, [".moment", NEEDED]) == []
    assert page.evaluate(TOUCHED) == 0
    assert page.complaints == []


@pytest.mark.parametrize(
    ("move", "answer"),
    [("B play w4 b", "Challenge Bo"), ("B play r+", "Take 2 cards")],
    ids=["asked", "drawn"],
)
def test_a_question_on_a_low_phone_leaves_the_others_and_the_piles_in_sight(
    browser, asgi_server, move, answer
):
    hands = "r1 b2 g3 y7/w4 r+ b7 y8/b1 r7 y2 g9/y9 b3 b4 g1"
    table = deal("Ana Bo Cy Dee", hands, PILE, at=timezone.now())
    page = opened(browser, asgi_server, table, "C", LOW_PHONE)
    do(table, move)
    button = page.get_by_role("button", name=answer)
    expect(button).to_be_visible(timeout=SOON)
    for size in (LOW_PHONE, {"width": 390, "height": 667}, PHONE):
        page.set_viewport_size(size)
        wait_until_still(page)
        needed = "#top-card, .pile, .piles__facts, #live .seat, .clock, #hand"
        assert page.evaluate(COVERS, [".turn--pending", needed]) == [], size
        question = [page.locator(part) for part in (".turn--pending", ".turn__words", ".turn__facts")]
        for wanted in (*question, button):
            if wanted.count():
                expect(wanted).to_be_in_viewport(ratio=1)
    assert page.complaints == []


def test_words_at_one_of_ten_seats_stand_together_and_cover_no_other_name(browser, asgi_server):
    names = "Ana Bo Cy Dee Eli Fay Gus Hal Ida Joe"
    table = deal(names, "r1 r2/r4 r5" + "/b1 b2" * 8, PILE, at=timezone.now())
    page = opened(browser, asgi_server, table, "A", PHONE)
    page.evaluate(SHOWN_LONG)
    do(table, "B play r4", at=timezone.now())
    page.get_by_role("button", name="Catch Bo!").click()
    word = page.locator(".moment[data-at=seat-B]")
    expect(word).to_have_text("Caught! +2")
    wait_until_still(page)
    assert page.evaluate(COVERS, [".moment", "#felt .seat:not(#seat-B) .seat__name"]) == []
    felt, box = page.locator("#felt").bounding_box(), word.bounding_box()
    assert felt["x"] <= box["x"]
    assert box["x"] + box["width"] <= felt["x"] + felt["width"]
    assert page.complaints == []


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
@pytest.mark.parametrize("seats", [2, 4, 7, 10])
def test_a_word_at_a_seat_leaves_the_cards_and_points_of_the_seat_in_sight(browser, asgi_server, seats, size):
    names = ["Ana", "Bo", "Cy", "Dee", "Eli", "Fay", "Gus", "Hal", "Ida", "Joe"][:seats]
    table = deal(" ".join(names), "r1 r2/r4 r5" + "/b1 b2" * (seats - 2), PILE, at=timezone.now())
    page = opened(browser, asgi_server, table, "A", size)
    page.evaluate(SHOWN_LONG)
    for letter in "BCDEFGHIJ"[: seats - 1]:
        for kind, words in (("challenge-lost", "Challenge lost"), ("caught", "Caught! +2")):
            page.evaluate(TELL, {"at": f"seat-{letter}", "kind": kind, "step": 9, "words": words})
            wait_until_still(page)
            counts = f"#seat-{letter} .seat__count, #seat-{letter} .seat__total, .turn__words, .colour"
            assert page.evaluate(COVERS, [".moment", counts]) == []
            page.evaluate("document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }))")
    assert page.complaints == []


@pytest.mark.parametrize("size", [PHONE, LOW_PHONE, LAPTOP], ids=["phone", "low-phone", "laptop"])
@pytest.mark.parametrize("letter", ["B", "C"], ids=["mine", "for-another"])
def test_a_word_about_me_covers_neither_the_top_card_nor_the_line_of_the_turn(
    browser, asgi_server, letter, size
):
    table = deal("Ana Bo Cy Dee", "r1 b2 g3/r+ r5 b7/b1 r7 y2/y9 b3 b4", PILE, at=timezone.now())
    page = opened(browser, asgi_server, table, letter, size)
    page.evaluate(SHOWN_LONG)
    for move in ("", "B play r+"):
        if move:
            do(table, move, at=timezone.now())
            expect(page.locator(".turn--pending")).to_be_visible(timeout=SOON)
            wait_until_still(page)
        for kind, words in (("skipped", "You are skipped"), ("drew", "You draw 2 cards and are skipped")):
            page.evaluate(TELL, {"at": "me", "kind": kind, "step": 9, "words": words})
            wait_until_still(page)
            needed = "#top-card, #felt .turn__words, .turn--pending, #hand .cards"
            assert page.evaluate(COVERS, [".moment--me", needed]) == [], (move, words)
            page.evaluate("document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }))")
    assert page.complaints == []


def test_a_match_is_won_at_the_seat_of_the_winner_and_no_pile_is_covered(browser, asgi_server):
    hands, options = "r1 b2 w4/r4 r5 g1/b1 b3 y2/y9 b3 b4", {"target_score": 5}
    table = deal("Ana Bo Cy Dee", hands, PILE, options=options, at=timezone.now())
    for letter, at, won in (("A", "seat-B", ""), ("B", "me", "-won")):
        page = opened(browser, asgi_server, table, letter, PHONE)
        page.evaluate(SHOWN_LONG)
        for kind, words in (("deal", "Wins the deal: 63 points"), ("match", "Wins the match!")):
            page.evaluate(TELL, {"at": at, "kind": kind + won, "step": 9, "words": words})
        word = page.locator(".moment")
        expect(word).to_have_count(1)
        expect(word.get_by_text("Wins the match!")).to_be_visible()
        expect(word.get_by_text("Wins the deal")).to_be_hidden()
        wait_until_still(page)
        needed = "#top-card, .pile > .card, .pile__draw, .colour, #felt .seat__name, .turn__words"
        assert page.evaluate(COVERS, [".moment", needed]) == []
        assert page.complaints == []


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
@pytest.mark.parametrize("letter", ["A", ""], ids=["player", "spectator"])
def test_the_end_of_a_deal_is_told_at_the_seat_of_the_winner_and_in_the_middle(
    browser, asgi_server, size, letter
):
    table = deal("Ana Bo Cy Dee", "r1/r4/b1/y9", PILE, at=timezone.now(), options={"target_score": 500})
    page = visitor(browser, asgi_server, player(table, letter) if letter else None, has_touch=size == PHONE)
    page.set_viewport_size(size)
    page.add_init_script(f"({SHOWN_LONG})()")
    page.goto(f"/tables/{table.pk}/")
    do(table, "B play r4", at=timezone.now())
    expect(page.locator(".moment[data-at=seat-B]")).to_have_text("Wins the deal!", timeout=SOON)
    expect(page.locator(".moment[data-at=centre]")).to_contain_text("Bo wins the deal: 11 points")
    wait_until_still(page)
    needed = "#top-card, .pile > .card, #felt .seat__name, #felt .seat:not(#seat-B), .turn__words, .clock"
    assert page.evaluate(COVERS, [".moment", needed]) == []
    for words in page.locator(".moment").all():
        expect(words).to_be_in_viewport(ratio=1)
    assert page.complaints == []


def test_words_to_me_and_to_all_stand_above_each_other_and_cover_no_card(browser, asgi_server):
    table = deal("Ana Bo", "r1 r2 g3/rR r5 b7", PILE, at=timezone.now())
    page = opened(browser, asgi_server, table, "A", PHONE)
    page.evaluate(SHOWN_LONG)
    do(table, "B play rR")
    for words in ("You are skipped", "Direction reversed"):
        expect(page.locator(".moment", has_text=words)).to_be_visible(timeout=SOON)
    wait_until_still(page)
    assert page.evaluate(COVERS, [".moment", "#top-card, .pile > .card, .turn__words"]) == []
    assert page.complaints == []


@pytest.mark.parametrize("size", [PHONE, pytest.param(LAPTOP, marks=ON_A_LAPTOP)], ids=["phone", "laptop"])
def test_a_challenge_that_is_lost_is_told_to_all_in_their_own_words(browser, asgi_server, size):
    table = deal("Ana Bo Cy", "r1 b2 g3/w4 g5 b7/b1 r7 y2", PILE, at=timezone.now())
    ana, bo, cy = (opened(browser, asgi_server, table, letter, size) for letter in "ABC")
    do(table, "B play w4 b")
    press(cy, cy.get_by_role("button", name="Challenge Bo"))
    for page, words in (
        (cy, "You lose the challenge: Bo did not bluff"),
        (cy, "You draw 6 cards"),
        (ana, "Challenge lost"),
        (bo, "+6"),
    ):
        word = page.locator(".moment", has_text=words)
        expect(word).to_be_visible(timeout=SOON)
        expect(word).to_be_in_viewport(ratio=1)
    expect(ana.locator("#recent")).to_contain_text("Cy’s challenge failed: Bo did not bluff")
    assert ana.complaints == bo.complaints == cy.complaints == []


def test_words_end_when_my_turn_begins(browser, asgi_server):
    table = deal("Ana Bo Cy", "r1 r2 g3/rS r5 b7/b1 r7 y2", PILE, at=timezone.now())
    page = opened(browser, asgi_server, table, "B", PHONE)
    page.evaluate(SHOWN_LONG)
    page.get_by_role("button", name="Play red Skip").click()
    expect(page.locator(".moment", has_text="Skipped")).to_be_visible(timeout=SOON)
    do(table, "A play r1")
    expect(page.get_by_text("Your turn", exact=True)).to_be_visible(timeout=SOON)
    expect(page.locator(".moment", has_text="Skipped")).to_have_count(0)


@pytest.mark.parametrize(
    "size", [PHONE, TABLET, LOW_TABLET, LAPTOP], ids=["phone", "tablet", "low-tablet", "laptop"]
)
def test_nothing_moves_when_the_direction_the_hand_or_the_question_changes(browser, asgi_server, size):
    hands = "r1 r2 r3 r4 r5/rR r6 g5 y6 y7/r7 r8 b2 b3 b4"
    table = deal("Ana Bo Cy", hands, PILE, at=timezone.now())
    page = opened(browser, asgi_server, table, "B", size)
    before = corners(page)

    def assert_still(what: str) -> None:
        for place, old, new in zip(PLACES, before, corners(page), strict=True):
            assert new == pytest.approx(old, abs=2), f"{place} moves {what}"

    page.get_by_role("button", name="Play red Reverse").click()
    expect(page.locator(".piles__direction")).to_have_text("counter-clockwise")
    assert_still("when the direction is reversed")
    do(table, "A play r1")
    do(table, "C play r7")
    press(page, page.get_by_role("button", name="Play red 6"))
    expect(page.locator("#hand .cards li")).to_have_count(3)
    assert_still("at three cards")
    do(table, "A play r2")
    do(table, "C play r8")
    press(page, page.locator("#draw"))
    expect(page.locator("#hand .cards li")).to_have_count(4)
    assert_still("after a draw")
    assert page.complaints == []


@pytest.mark.parametrize("size", [PHONE, LOW_PHONE, LAPTOP], ids=["phone", "low-phone", "laptop"])
def test_nothing_moves_when_a_bot_takes_over_or_the_player_comes_back(browser, asgi_server, size):
    hands = "r1 r2 r3 g4 g5/r4 r5 b6 y7 y8/b1 b2 b3 b4 b5"
    table = deal("Ana Bo Cy", hands, PILE, at=timezone.now(), away_after=1)
    page = opened(browser, asgi_server, table, "B", size)
    places = ("#top-card", "#felt", "#hand", "#hand .cards", ".hand__foot")

    def tops() -> list[float]:
        wait_until_still(page)
        return [page.locator(place).bounding_box()["y"] for place in places]

    before = tops()
    tables.end_turn(table.pk, version=table.version, at=table.due_at)
    words = page.locator(".away__words")
    expect(words).to_contain_text("You are away: a bot is playing your cards.", timeout=SOON)
    expect(words).to_contain_text("You missed 1 turn.")
    expect(words).to_be_in_viewport(ratio=1)
    assert words.evaluate("words => words.scrollHeight <= words.clientHeight + 2")
    assert tops() == pytest.approx(before, abs=1)
    assert page.evaluate(COVERS, [".away", "#hand .cards .card, .hand__foot, #felt"]) == []
    press(page, page.get_by_role("button", name="Come back"))
    expect(page.locator(".away")).to_have_count(0)
    assert tops() == pytest.approx(before, abs=1)
    assert page.complaints == []


@pytest.mark.parametrize("letter", ["B", ""], ids=["player", "spectator"])
def test_the_piles_stay_where_they_are_when_no_clock_runs_or_cards_are_pending(browser, asgi_server, letter):
    table = deal("Ana Bo Cy", "r1 r2 g3/r4 r5 b7/r+ r7 y2", PILE, at=timezone.now())
    tables.leave(table.pk, player=player(table, "A"), at=timezone.now())
    page = visitor(browser, asgi_server, player(table, letter) if letter else None)
    page.set_viewport_size(LAPTOP)
    page.goto(f"/tables/{table.pk}/")

    def tops() -> list[float]:
        wait_until_still(page)
        return [page.locator(".pile").nth(place).bounding_box()["y"] for place in (0, 1)]

    expect(page.locator("#clock")).to_be_visible()
    before = tops()
    do(table, "B play r4", at=timezone.now())
    do(table, "C play r+", at=timezone.now())
    expect(page.locator(".turn--pending")).to_contain_text("2 cards for Ana", timeout=SOON)
    expect(page.locator("#clock")).to_have_count(0)  # a bot moves for Ana
    assert tops() == pytest.approx(before, abs=1)
    assert page.complaints == []


@pytest.mark.parametrize("seats", [2, 4, 7])
def test_the_words_about_the_turn_stay_where_they_are_when_no_clock_runs(browser, asgi_server, seats):
    names = " ".join(["Ana", "Bo", "Cy", "Dee", "Eli", "Fay", "Gus"][:seats])
    hands = "r1 r2 g3/r4 r5 b7" + "/r6 r7 y2" * (seats - 2)
    table = deal(names, hands, PILE, at=timezone.now(), turn_seconds=3600)
    tables.leave(table.pk, player=player(table, "C" if seats > 2 else "A"), at=timezone.now())
    page = visitor(browser, asgi_server, player(table, "B"))
    page.goto(f"/tables/{table.pk}/")
    sizes = (PHONE, LOW_PHONE, {"width": 844, "height": 390}, {"width": 667, "height": 375}, LAPTOP)

    def places() -> list[float]:
        tops = []
        for size in sizes:
            set_size(page, size)
            wait_until_still(page)
            tops.append(page.locator(".turn__words").bounding_box()["y"])
        return tops

    expect(page.locator("#clock")).to_be_visible()
    before = places()
    do(table, "B play r4", at=timezone.now())
    expect(page.locator("#clock")).to_have_count(0, timeout=SOON)  # a bot moves
    assert places() == pytest.approx(before, abs=1)
    assert page.complaints == []


@pytest.mark.parametrize("size", [PHONE, LOW_PHONE], ids=["phone", "low-phone"])
def test_a_spectator_on_a_phone_reads_what_is_pending_and_nothing_is_covered(browser, asgi_server, size):
    hands = "r1 b2 g3 y7/w4 r+ b7 y8/b1 r7 y2 g9/y9 b3 b4 g1"
    table = deal("Ana Bo Cy Dee", hands, PILE, at=timezone.now())
    page = visitor(browser, asgi_server, has_touch=True)
    page.set_viewport_size(size)
    page.goto(f"/tables/{table.pk}/")
    do(table, "B play r+", at=timezone.now())
    box = page.locator(".turn--pending")
    expect(box).to_contain_text("2 cards for Cy", timeout=SOON)
    wait_until_still(page)
    assert box.bounding_box()["height"] <= 48  # hardly more than its words
    needed = "#top-card, .pile, .piles__facts, #live .seat, .clock"
    assert page.evaluate(COVERS, [".turn--pending", needed]) == []
    assert page.complaints == []


@pytest.mark.parametrize("size", [TABLET, LOW_TABLET], ids=["tablet", "low-tablet"])
@pytest.mark.parametrize(("move", "answer"), [("B play w4 b", "Challenge"), ("B play r+", "Take 2 cards")])
def test_a_question_on_a_tablet_moves_neither_the_piles_nor_the_hand(
    browser, asgi_server, size, move, answer
):
    table = deal("Ana Bo Cy", "r1 b2 g3/w4 r5 r+/b1 r7 y2", PILE, at=timezone.now())
    Player.objects.filter(name="Bo").update(name="Bartholomew Lindqvist-Ferreira")
    page = opened(browser, asgi_server, table, "C", size)
    before = corners(page)
    do(table, move, at=timezone.now())
    expect(page.get_by_role("button", name=answer)).to_be_visible(timeout=SOON)
    assert corners(page) == [pytest.approx(place, abs=1) for place in before]
    assert page.evaluate(COVERS, [".turn", "#top-card, #live .seat, .clock, #hand"]) == []
    assert page.complaints == []


def test_a_question_on_a_phone_leaves_the_clock_in_place_and_every_word_in_sight(browser, asgi_server):
    table = deal("Ana Bo Cy", "r1 b2 g3/w4 r5 b7/b1 r7 y2", f"{PILE} {PILE}", at=timezone.now())
    Player.objects.filter(name="Bo").update(name="Anastasia Lindqvist")
    page = opened(browser, asgi_server, table, "C", PHONE)
    clock = page.locator("#clock").bounding_box()
    do(table, "B play w4 b", at=timezone.now())
    challenge = page.get_by_role("button", name="Challenge Anastasia Lindqvist")
    expect(challenge).to_be_visible(timeout=SOON)
    wait_until_still(page)
    assert page.locator("#clock").bounding_box()["x"] == pytest.approx(clock["x"], abs=3)
    assert page.evaluate(COVERS, [".turn--asks", ".pile__words, .clock"]) == []
    for button in (challenge, page.get_by_role("button", name="Take 4 cards")):
        assert button.evaluate(FITS_IN), button
    assert page.complaints == []


@pytest.mark.parametrize("letter", ["B", ""], ids=["player", "spectator"])
@pytest.mark.parametrize("who", ["Ana Bo Cy", "Ana Bo Cy Dee Eli Fay Gus Hal Ida Joe"], ids=["three", "ten"])
def test_cards_that_another_player_is_to_draw_move_nothing_on_a_low_phone(browser, asgi_server, letter, who):
    hands = "r1 b2 g3/r+ r5 b7/b1 r7 y2" + "/y9 b3 b4" * (len(who.split()) - 3)
    table = deal(who, hands, PILE, at=timezone.now())
    Player.objects.filter(name="Cy").update(name="Bartholomew Lindqvist")
    page = visitor(browser, asgi_server, player(table, letter) if letter else None, has_touch=True)
    page.set_viewport_size(LOW_PHONE)
    page.goto(f"/tables/{table.pk}/")
    places = ("#felt", "#top-card", "#clock", "#hand" if letter else "#recent")

    def tops() -> list[float]:
        wait_until_still(page)
        return [page.locator(place).bounding_box()["y"] for place in places]

    before = tops()
    do(table, "B play r+", at=timezone.now())
    expect(page.locator(".turn--pending")).to_contain_text("2 cards for Bartholomew", timeout=SOON)
    assert tops() == pytest.approx(before, abs=1)
    do(table, "C accept", at=timezone.now())
    expect(page.locator(".turn--pending")).to_have_count(0, timeout=SOON)
    assert tops() == pytest.approx(before, abs=1)
    assert page.complaints == []


def test_a_note_about_what_was_done_pushes_no_card_and_leaves(browser, asgi_server):
    table = deal("Ana Bo", "r1 r2/r4 r5", PILE, at=timezone.now())
    page = opened(browser, asgi_server, table, "B", PHONE)
    before = page.locator("#hand").bounding_box()
    page.goto(f"/players/{player(table, 'A').pk}/report/?table={table.pk}")
    page.get_by_role("button", name="Mute for me").click()
    note = page.locator(".notes")
    expect(note).to_contain_text("You no longer see messages")
    assert page.locator("#hand").bounding_box() == before
    assert page.evaluate(COVERS, [".notes", "#felt, #hand"]) == []
    expect(note).to_be_hidden(timeout=SOON)


def test_the_button_for_a_bot_stays_where_it_is_at_the_last_card(browser, asgi_server):
    table = deal("Ana Bo", "r1 r2/r4 r5", PILE, at=timezone.now())
    page = opened(browser, asgi_server, table, "B", PHONE)
    button = page.get_by_role("button", name="Let a bot play")
    before = button.bounding_box()
    page.get_by_role("button", name="Play and say UNO! red 4").click()
    expect(page.locator("#hand .cards li")).to_have_count(1)
    after = button.bounding_box()
    assert [after["x"], after["y"]] == pytest.approx([before["x"], before["y"]], abs=2)


@pytest.mark.parametrize(
    "size", [PHONE, {"width": 844, "height": 390}, LAPTOP], ids=["phone", "across", "laptop"]
)
@pytest.mark.parametrize("seats", [2, 10])
def test_a_host_pauses_and_referees_within_the_window(browser, asgi_server, seats, size):
    people = players("Ana Bo Cy Dee Eli Fay Gus Hal Ida Joe")[:seats]
    host = people[0]
    table = open_table(seats=seats, host=host, options={"dealer_choice": "fixed", "hand_size": 3})
    for person in people:
        tables.sit(table.pk, player=person, at=timezone.now())
    begin(table, "r1 r2 r3/r4 r5 r6" + "/b1 b2 b3" * (seats - 2), PILE, at=timezone.now())
    page = opened(browser, asgi_server, table, "A", size)
    for name in ("Pause the match", "Referee"):
        expect(page.get_by_role("button", name=name)).to_be_in_viewport(ratio=1)
    assert (
        page.evaluate(
            COVERS, ["#pause, #referee > button", "#hand .cards, #hand button, #hand .hand__foot > span"]
        )
        == []
    )
