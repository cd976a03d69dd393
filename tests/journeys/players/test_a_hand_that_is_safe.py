"""Journey: a hasty finger on a phone throws no turn away, and nothing on the table jumps."""

from itertools import cycle, pairwise

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games import tables
from games.models import Player
from tests.games.playing import PILE, begin, deal, dealt, do, fresh, open_table, player, players
from tests.journeys.people import PHONE, visitor, wait_for_promise, wait_until_still

FITS = f"r9 {' '.join(['r2'] * 30)}"

PAUSES = (80, 30, 160, 300, 80)
"""Milliseconds between two taps of a hasty finger; of an odd number, so that each place gets all of them."""

SAYS_BEFORE = "() => getComputedStyle(document.querySelector('.chat__back'), '::before').content"

LONG_AWAY = """() => {
  const seen = JSON.parse(localStorage.getItem("tables:seen"));
  for (const table of Object.values(seen)) table.at -= 60000;
  localStorage.setItem("tables:seen", JSON.stringify(seen));
}"""


@pytest.fixture
def at_table(browser, asgi_server, transactional_db):
    """Open the page of a player on a phone."""

    def opened(table, letter="B"):
        page = visitor(browser, asgi_server, player(table, letter), has_touch=True)
        page.goto(f"/tables/{table.pk}/")
        return page

    return opened


@pytest.mark.sampled(
    "taps twice at the button and twice at the pile, not ten times at each",
    about=["games/static/", "templates/games/"],
)
def test_double_taps_at_the_button_or_the_draw_pile_never_pass(at_table, thorough):
    table = deal("Ana Bo", "b1 b2 b3/g4 g5 y6", FITS, at=timezone.now())
    page = at_table(table)
    drawn = page.locator(".cards__item--drawn.cards__item--fits button")
    for wanted, pause in zip(("#draw", "#draw-pile") * (10 if thorough else 2), cycle(PAUSES), strict=False):
        page.wait_for_timeout(600)  # the shield goes up in two steps, and comes down after half a second
        expect(page.locator(".is-shielded")).to_have_count(0)
        page.locator(wanted).scroll_into_view_if_needed()
        box = page.locator(wanted).bounding_box()
        middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.touchscreen.tap(*middle)
        page.wait_for_timeout(pause)
        page.touchscreen.tap(*middle)
        expect(drawn).to_have_count(1)
        assert fresh(table).turn_seat == 1
        expect(page.get_by_role("button", name="Pass", exact=True)).not_to_have_class("button--main")
        drawn.click()
        expect(page.get_by_text("Ana to play")).to_be_visible()
        do(table, "A draw")
        do(table, "A pass")
        expect(page.locator("#draw")).to_be_visible()
    assert page.complaints == []


@pytest.mark.parametrize(
    ("first", "second", "pause"),
    [
        *[pytest.param("Enter", "Enter", pause, id=f"enter-{pause}") for pause in (80, 250, 450)],
        pytest.param("d", "Enter", 80, id="d-enter"),
        pytest.param("d", "Enter", None, id="d-enter-later"),
        pytest.param("1", "1", 80, id="1"),
    ],
)
def test_enter_twice_at_the_draw_button_never_passes(at_table, first, second, pause):
    table = deal("Ana Bo", "b1 b2 b3/g4 g5 y6", FITS, at=timezone.now())
    page = at_table(table)
    drawn = page.locator(".cards__item--drawn.cards__item--fits button")
    page.locator("#draw").focus()
    page.keyboard.press(first)
    if pause:
        page.wait_for_timeout(pause)
    else:
        expect(drawn).to_be_focused()
        expect(page.locator(".is-shielded")).to_have_count(0)
    page.keyboard.press(second)
    page.wait_for_timeout(700)
    assert not fresh(table).events.filter(name="turn_passed").exists()
    if first == "1":  # it is the number of no button
        expect(page.locator("#draw")).to_be_focused()
        return
    if pause:
        expect(drawn).to_be_focused()
        assert fresh(table).turn_seat == 1
        page.keyboard.press("Enter")
    expect(page.locator("#top-card [aria-label='red 2']")).to_be_visible()
    assert page.complaints == []


def test_enter_twice_at_the_draw_button_leaves_a_card_that_fits_nowhere_in_the_hand(at_table):
    table = deal("Ana Bo", "b1 b2 b3/g4 g5 y6", "r9 b7 b8", at=timezone.now())
    page = at_table(table)
    page.locator("#draw").focus()
    for _time in range(3):
        page.keyboard.press("Enter")
        page.wait_for_timeout(400)
    expect(page.locator("#pass")).to_be_visible()
    expect(page.locator("#pass")).not_to_be_focused()
    assert fresh(table).turn_seat == 1
    page.keyboard.press("p")
    expect(page.get_by_text("Ana to play")).to_be_visible()
    assert page.complaints == []


@pytest.mark.parametrize("pause", [80, 700])
def test_enter_twice_at_the_last_card_does_not_start_the_next_deal(at_table, pause):
    table = deal("Ana Bo", "b1/r4", f"r9 {PILE}", at=timezone.now())
    page = at_table(table)
    page.keyboard.press("h")
    page.keyboard.press("Enter")
    expect(page.locator("#result")).to_be_visible()
    page.wait_for_timeout(pause)
    page.keyboard.press("Enter")
    page.wait_for_timeout(300)
    expect(page.locator("#deal")).not_to_be_focused()
    assert fresh(table).round_number == 1
    page.keyboard.press("n")
    expect(page.locator("#felt")).to_contain_text("deal 2")
    assert page.complaints == []


def test_the_second_of_two_taps_at_a_card_does_not_play_its_neighbour(browser, asgi_server, transactional_db):
    hand = "r1 r2 rS y1 y2 y3 y4 y5 y6"  # wider than a phone: the first two stay where they are
    table = deal("Ana Bo", f"b1 b2 b3 b4 b5 b6 b7 b8 b9/{hand}", f"r9 {PILE}", at=timezone.now())
    page = visitor(browser, asgi_server, player(table, "B"), has_touch=True, reduced_motion="reduce")
    page.goto(f"/tables/{table.pk}/")
    expect(page.locator(".is-shielded")).to_have_count(0)
    box = page.get_by_role("button", name="Play red Skip").bounding_box()
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.touchscreen.tap(*middle)
    page.wait_for_function("() => document.querySelectorAll('#hand .cards li').length === 8")
    page.touchscreen.tap(*middle)
    expect(page.locator(".is-shielded")).to_have_count(0)
    page.wait_for_timeout(300)
    assert fresh(table).turn_seat == 1
    expect(page.locator("#hand .cards li")).to_have_count(8)
    page.get_by_role("button", name="Play red 2").click()
    expect(page.get_by_text("Ana to play")).to_be_visible()
    assert page.complaints == []


def test_the_first_tap_of_a_turn_counts_where_nothing_else_could_be_tapped_before(at_table):
    table = deal("Ana Bo", "b1 b2 b3/r4 g5 y6", f"r9 {PILE} {PILE}", at=timezone.now())
    page = at_table(table, "A")
    page.evaluate("""() => {
      window.shields = 0;
      new MutationObserver(() => { window.shields += document.querySelectorAll(".is-shielded").length; })
        .observe(document.body, { subtree: true, attributes: true, attributeFilter: ["class"] });
    }""")
    do(table, "B draw")
    do(table, "B pass")
    expect(page.locator("#draw")).to_be_visible()
    assert page.evaluate("window.shields") == 0
    page.locator("#draw-pile").tap()
    expect(page.locator("#hand .cards__item")).to_have_count(4)
    assert page.complaints == []


def test_the_card_that_was_drawn_and_fits_is_larger_than_all_others(at_table):
    page = at_table(deal("Ana Bo", "b1 b2 b3/g4 g5 y6", FITS, at=timezone.now()))
    page.locator("#draw").click()
    expect(page.get_by_text("You drew red 2")).to_be_visible()
    wait_until_still(page)
    widths = page.locator("#hand .cards .card").evaluate_all(
        "all => all.map((one) => Math.round(one.getBoundingClientRect().width))"
    )
    drawn = page.locator(".cards__item--drawn .card").evaluate("one => one.getBoundingClientRect().width")
    assert drawn >= max(widths) - 1
    assert max(widths) > sorted(widths)[-2]


def test_the_table_does_not_jump_when_the_turn_or_the_direction_changes(at_table):
    table = deal("Ana Bo Cy", "r1 r2 r3/rR r5 r6/b1 b2 b3", f"r9 {PILE} {PILE}", at=timezone.now())
    page = at_table(table)
    tops = []

    def look():
        tops.append(
            [
                page.locator(selector).bounding_box()["y"]
                for selector in ("#top-card", "#hand", "#hand .cards")
            ]
        )

    for size in (PHONE, {"width": 1280, "height": 720}):
        page.set_viewport_size(size)
        look()
    page.get_by_role("button", name="Play red Reverse").click()
    expect(page.get_by_text("Ana to play")).to_be_visible()
    wait_until_still(page)
    for size in (PHONE, {"width": 1280, "height": 720}):
        page.set_viewport_size(size)
        look()
    for before, after in zip(tops[:2], tops[2:], strict=True):
        assert before == pytest.approx(after, abs=2)


def test_a_question_on_a_phone_moves_neither_the_piles_nor_the_hand(at_table):
    hands = "r1 b2 g3/w4 r5 b7/b1 r7 y2/y9 b3 b4"
    table = deal("Ana Bo Cy Dee", hands, f"r9 {PILE}", at=timezone.now())
    Player.objects.filter(name="Bo").update(name="Bartholomew Lindqvist-Ferreira")
    page = at_table(table, "C")
    places = ("#draw-pile, .pile > .card", "#top-card", "#hand", "#hand .cards")

    def tops():
        wait_until_still(page)
        return [page.locator(place).first.bounding_box()["y"] for place in places]

    before = tops()
    do(table, "B play w4 b")
    expect(page.get_by_role("button", name="Challenge Bartholomew")).to_be_visible()
    assert tops() == pytest.approx(before, abs=2)
    question, clock = page.locator(".turn--asks").bounding_box(), page.locator(".clock").bounding_box()
    assert question["y"] + question["height"] <= clock["y"] + 1
    expect(page.locator(".is-shielded")).to_have_count(0)  # a click on it would scroll the page
    page.get_by_role("button", name="Challenge Bartholomew").click()
    expect(page.locator(".turn--asks")).to_have_count(0)
    assert tops() == pytest.approx(before, abs=2)
    assert page.complaints == []


def test_held_across_the_hand_keeps_its_height_beside_long_words_and_when_its_cards_fill_two_rows(at_table):
    hands = "r1 b2 g3 y4 b5 b6 b7/w4 g5 g6 g7 g8 g9 r7/y1 y2 y5 y6 b1 b3 b4"
    table = deal("Ana Bo Cy", hands, f"r9 {PILE} {PILE}", at=timezone.now())
    Player.objects.filter(name="Bo").update(name="Penelope")
    page = at_table(table, "C")
    page.set_viewport_size({"width": 844, "height": 390})
    heights = []

    def look():
        wait_until_still(page)
        heights.append([page.locator(part).bounding_box()["y"] for part in ("#hand .cards", ".hand__foot")])

    look()
    do(table, "B play w4 b")
    expect(page.get_by_role("button", name="Challenge Penelope")).to_be_visible()
    look()
    do(table, "C accept")
    expect(page.locator("#hand .cards__item")).to_have_count(11)
    look()
    assert heights[1:] == [pytest.approx(heights[0], abs=2)] * 2
    assert page.complaints == []


def test_the_list_of_missed_moves_moves_nothing_and_covers_no_card(at_table):
    table = deal("Ana Bo Cy", "r1 r2 r3 y8/r4 r5 r6 y9/r7 b2 b3 b4", f"r9 {PILE} {PILE}", at=timezone.now())
    page = at_table(table)
    page.goto("/rules/")
    page.evaluate(LONG_AWAY)
    do(table, "B play r4")
    do(table, "C draw")
    do(table, "C pass")
    do(table, "A play r1")
    page.goto(f"/tables/{table.pk}/")
    missed = page.get_by_role("region", name="While you were away")
    places = ("#draw-pile", "#top-card", "#hand", "#draw", "#hand .cards")
    # On a phone it is one line, no higher than the head of the site, until somebody wants to read it.
    expect(missed).to_contain_text("3 moves")
    assert missed.bounding_box()["height"] < 60
    missed.get_by_text("3 moves").click()
    for size in (PHONE, {"width": 800, "height": 1000}, {"width": 1280, "height": 720}):
        page.set_viewport_size(size)
        expect(missed.get_by_role("listitem")).to_have_count(3)
        wait_until_still(page)
        listed, boxes = missed.bounding_box(), [page.locator(place).bounding_box() for place in places]
        page.evaluate("document.querySelector('#missed').style.display = 'none'")
        assert [page.locator(place).bounding_box() for place in places] == boxes, size
        page.evaluate("document.querySelector('#missed').style.display = ''")
        for place, box in zip(places, boxes, strict=True):
            assert listed["y"] + listed["height"] <= box["y"] or box["x"] + box["width"] <= listed["x"], (
                size,
                place,
            )
            assert box["y"] + box["height"] <= size["height"], (size, place)
    # Whoever moves knows how the deal stands.
    page.get_by_role("button", name="Play red 5").click()
    expect(missed).to_have_count(0)
    assert page.complaints == []


def test_the_table_goes_on_behind_the_question_whether_a_bot_shall_play(at_table):
    table = deal("Ana Bo Cy", "r1 r2 r3/r4 r5 r6/r7 b2 b3", f"r9 {PILE}", at=timezone.now())
    page = at_table(table)
    page.get_by_role("button", name="Let a bot play").click()
    question = page.get_by_role("dialog", name="Let a bot play")
    expect(question).to_be_visible()
    do(table, "B play r4")
    expect(page.locator("#top-card svg")).to_have_attribute("aria-label", "red 4")
    expect(question).to_be_visible()
    question.get_by_role("button", name="Yes, let a bot play").click()
    expect(page.get_by_text("You are away: a bot is playing your cards.")).to_be_visible()
    assert page.complaints == []


def test_a_player_at_the_chat_of_a_phone_sees_that_it_is_their_turn(at_table):
    table = deal("Ana Bo Cy", "r1 r2 r3/r4 r5 r6/r7 b2 b3", f"r9 {PILE}", at=timezone.now())
    page = at_table(table, "C")
    page.locator("#to-chat").click()
    back = page.get_by_role("link", name="Back to the table")
    expect(back).to_be_in_viewport(ratio=1)
    assert page.evaluate(SAYS_BEFORE) == "none"
    do(table, "B play r4")
    wait_for_promise(page, f"async () => ({SAYS_BEFORE})().includes('Your turn')")
    expect(back).to_be_in_viewport(ratio=1)
    back.click()
    expect(page.locator("#hand")).to_be_in_viewport()
    assert page.complaints == []


def test_a_word_about_me_does_not_cover_the_line_of_the_turn(at_table):
    page = at_table(dealt("Ana Bo", at=timezone.now()))
    for size in (PHONE, {"width": 1280, "height": 720}):
        page.set_viewport_size(size)
        page.evaluate(
            "said => document.dispatchEvent(new CustomEvent('table:words', { detail: said }))",
            {"at": "me", "kind": "deal-won", "words": "You win the deal: 187 points"},
        )
        word = page.locator(".moment")
        expect(word).to_be_visible()
        wait_until_still(page)
        expect(word).to_be_in_viewport(ratio=1)
        shown, turn = word.bounding_box(), page.locator(".turn__words").bounding_box()
        assert shown["y"] >= turn["y"] + turn["height"] or shown["y"] + shown["height"] <= turn["y"], size
        page.keyboard.press("Shift")
        expect(word).to_have_count(0)


def test_all_of_the_table_is_in_sight_on_a_desktop(at_table):
    names = ["Ana", "Bo", "Cy", "Dee", "Eli", "Fay", "Gus", "Hal", "Ida", "Jo"]
    for count in (2, 4, 7, 10):
        who = " ".join(names[:count])
        hands = "r1 r2 r3/r4 r5 r6" + "/b1 b2 b3" * (count - 2)
        page = at_table(deal(who, hands, f"r9 {PILE}", at=timezone.now()))
        page.set_viewport_size({"width": 1280, "height": 720})
        for wanted in ("#draw", "#draw-pile", "#hand", "#chat_form", "#recent", ".felt__ring"):
            box = page.locator(wanted).bounding_box()
            assert box["y"] + box["height"] <= 720, (count, wanted, box)
        boxes = [page.locator(".seat").nth(place).bounding_box() for place in range(count - 1)]
        for place, box in enumerate(boxes):
            for later in boxes[place + 1 :]:
                assert (
                    box["x"] + box["width"] <= later["x"]
                    or later["x"] + later["width"] <= box["x"]
                    or box["y"] + box["height"] <= later["y"]
                    or later["y"] + later["height"] <= box["y"]
                ), (count, box, later)
        page.context.close()


def test_a_host_who_plays_has_every_button_in_sight_on_a_laptop(at_table):
    (ana,) = players("Ana")
    table = open_table(seats=2, host=ana, options={"dealer_choice": "fixed", "hand_size": 7})
    for person in (ana, *players("Bo")):
        tables.sit(table.pk, player=person, at=timezone.now())
    hands = "r1 r2 r3 y4 y6 b7 b8/r4 r5 r6 g1 g2 g3 g4"
    page = at_table(begin(table, hands, f"r9 {PILE}", at=timezone.now()), "A")
    page.set_viewport_size({"width": 1280, "height": 720})
    wait_until_still(page)
    felt, hand = page.locator("#felt").bounding_box(), page.locator("#hand").bounding_box()
    assert hand["y"] - felt["y"] - felt["height"] < 20
    buttons = [page.locator(wanted) for wanted in ("#pause", "#referee button >> nth=0", "#sort-cards")]
    buttons.append(page.get_by_role("button", name="Let a bot play").first)
    boxes = sorted((button.bounding_box() for button in buttons), key=lambda box: box["x"])
    assert [box for box in boxes if box["y"] + box["height"] > 720] == []
    assert all(box["x"] + box["width"] <= later["x"] for box, later in pairwise(boxes))
    for button in buttons:
        button.click(trial=True)
    assert page.complaints == []


def test_a_catch_and_its_word_on_the_felt(at_table):
    table = deal("Ana Bo Cy", "r1 r2/r4 r5/b1 b2", f"r9 {PILE}", at=timezone.now())
    bo, ana = at_table(table), at_table(table, "A")
    bo.get_by_role("button", name="Play red 4").click()
    ana.get_by_role("button", name="Catch Bo!").click()
    expect(ana.locator(".moment", has_text="You catch Bo!")).to_be_visible()
    expect(bo.locator(".moment", has_text="Caught by Ana! You did not say UNO")).to_be_visible()


def test_a_player_with_reduced_motion_sees_the_words_without_any(browser, asgi_server, transactional_db):
    table = dealt("Ana Bo", at=timezone.now())
    page = visitor(browser, asgi_server, player(table, "B"), reduced_motion="reduce")
    page.goto(f"/tables/{table.pk}/")
    page.evaluate(
        "said => document.dispatchEvent(new CustomEvent('table:words', { detail: said }))",
        {"at": "me", "kind": "uno", "words": "UNO!"},
    )
    expect(page.locator(".moment")).to_be_visible()
    assert page.locator(".moment").evaluate("one => one.getAnimations().length") == 0


@pytest.mark.parametrize("pause", [60, 400])
def test_the_second_of_two_taps_at_a_wild_card_leaves_its_choices_open(
    browser, asgi_server, transactional_db, pause
):
    table = deal("Ana Bo", "b1 b2 b3/w r7 r8", "r9 w4 y1 y2", at=timezone.now())
    page = visitor(browser, asgi_server, player(table, "B"), has_touch=True, reduced_motion="reduce")
    page.goto(f"/tables/{table.pk}/")
    choices = page.locator(":popover-open")
    for card in ("Wild", "Wild Draw Four"):
        button = page.get_by_role("button", name=f"Play {card}", exact=True)
        expect(button).to_be_visible()
        expect(page.locator(".is-shielded")).to_have_count(0)
        wait_until_still(page)
        box = button.bounding_box()
        middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.touchscreen.tap(*middle)
        page.wait_for_timeout(pause)
        page.touchscreen.tap(*middle)
        page.wait_for_timeout(300)
        expect(choices).to_have_count(1)
        page.wait_for_timeout(700)
        page.touchscreen.tap(*middle)
        expect(choices).to_have_count(0)
        if card == "Wild":
            page.locator("#draw").tap()
    assert page.complaints == []
