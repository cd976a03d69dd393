"""Journey: somebody steps through a finished match by keys, by slider, by playing it, and without script."""

import re

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games import tables
from games.analysis import queue, worker
from games.analysis.deal import Worlds
from games.analysis.judged_choices import Pace
from games.bots.match_equity import Effort
from games.models import Player
from games.replay import comments
from games.rules.scoresheet.decide import RecordDeal, UndoDeal
from tests.games.playing import deal, do, open_table, play_out, player
from tests.games.scoresheets.writing_down import real_cards, record
from tests.journeys.people import PHONE, visitor

PRESSED = """([key, shiftKey, code = "KeyD"]) => document.body.dispatchEvent(
  new KeyboardEvent("keydown", { key, code, shiftKey, bubbles: true, cancelable: true }))"""
LAPTOP = {"width": 1280, "height": 800}


THE_OTHER_SIZE = pytest.mark.slow(
    "every journey through a replay is made in one size, on a phone and on a laptop in turns",
    about=["games/static/", "templates/games/", "games/replay/"],
)
THE_OTHER_LETTERS = pytest.mark.slow(
    "the journey from deal to deal presses the Latin letters, too", about=["games/static/"]
)
WITHOUT_SCRIPT = pytest.mark.slow(
    "an organizer without scripts walks through a replay, and tests of its views follow the same links",
    about=["games/static/", "templates/games/", "games/replay/"],
)
phone_first = pytest.mark.parametrize(
    "size", [PHONE, pytest.param(LAPTOP, marks=THE_OTHER_SIZE)], ids=["phone", "laptop"]
)
laptop_first = pytest.mark.parametrize(
    "size", [pytest.param(PHONE, marks=THE_OTHER_SIZE), LAPTOP], ids=["phone", "laptop"]
)

FURTHER_STEPS = pytest.mark.slow(
    "the steps by keys, slider, list and seat are tried; these lead to the same steps or are style alone",
    about=["games/static/games/replay/", "templates/games/replay/", "games/replay/"],
)


def unfold(page, *parts):
    """Open parts of the page that are folded on a phone."""
    for part in parts:
        if page.locator(f"#{part}-in").get_attribute("open") is None:
            page.locator(f"#{part}-in > summary").click()


@pytest.fixture
def finished(transactional_db):
    """A match of four steps that Bo won."""
    table = deal("Ana Bo", "r1 r2/r4 r5", "r9 y1 y2 y3 y4 y5 y6 y7 y8", options={"target_score": 2})
    for command in ("B play r4 uno", "A play r1 uno", "B play r5"):
        do(table, command)
    return table


@laptop_first
def test_by_keyboard(browser, asgi_server, finished, size):
    page = visitor(browser, asgi_server)
    page.set_viewport_size(size)
    page.goto(f"/tables/{finished.pk}/replay/")
    expect(page.locator(".hands")).to_contain_text("Bo")
    expect(page.locator(".hands [aria-label='red 4']")).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#replay")).to_have_attribute("data-step", "2")
    expect(page.locator("#words")).to_contain_text("Bo played red 4")
    page.keyboard.press("End")
    expect(page.get_by_role("heading", name="Bo wins the match")).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#replay")).to_have_attribute("data-step", "3")
    page.keyboard.press("Home")
    expect(page.locator("#replay")).to_have_attribute("data-step", "1")
    assert page.complaints == []


def test_a_single_step_leaves_no_bar_over_the_page(browser, asgi_server, finished):
    page = visitor(browser, asgi_server, has_touch=True)
    page.clock.install()
    page.goto(f"/tables/{finished.pk}/replay/")
    for step, (role, name) in enumerate(
        (("link", "Next step"), ("link", "Next step"), ("link", "Last step")), 2
    ):
        page.get_by_role(role, name=name).tap()
        expect(page.locator("#replay")).to_have_attribute("data-step", str(step))
        page.clock.fast_forward(2000)
        expect(page.locator(".doing progress")).to_have_count(0)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert page.complaints == []


def test_by_slider_and_each_step_has_its_address(browser, asgi_server, finished):
    page = visitor(browser, asgi_server)
    page.goto(f"/tables/{finished.pk}/replay/")
    page.get_by_role("slider", name="Step").fill("3")
    expect(page.locator("#replay")).to_have_attribute("data-step", "3")
    expect(page).to_have_url(f"{asgi_server}/tables/{finished.pk}/replay/?step=3")
    page.reload()
    expect(page.locator("#words")).to_contain_text("Ana played red 1")
    expect(page.get_by_role("slider", name="Step")).to_have_value("3")


def test_by_playing_it(browser, asgi_server, finished):
    page = visitor(browser, asgi_server)
    page.goto(f"/tables/{finished.pk}/replay/")
    page.get_by_label("Speed").select_option("8")
    page.get_by_role("button", name="Play").click()
    expect(page.get_by_role("heading", name="Bo wins the match")).to_be_visible()
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#replay")).to_have_attribute("data-step", "3")
    page.get_by_role("slider", name="Step").focus()
    page.keyboard.press("d")
    expect(page.locator("#replay")).to_have_attribute("data-step", "3")
    page.keyboard.press("Home")
    expect(page.locator("#replay")).to_have_attribute("data-step", "1")


@WITHOUT_SCRIPT
def test_by_links_without_script(browser, asgi_server, finished):
    page = visitor(browser, asgi_server, java_script_enabled=False)
    page.goto(f"/tables/{finished.pk}/replay/")
    page.get_by_role("link", name="Next step").click()
    expect(page.locator("#words")).to_contain_text("Bo played red 4")
    page.get_by_role("link", name="Last step").click()
    expect(page.get_by_role("heading", name="Bo wins the match")).to_be_visible()


@pytest.fixture
def two_deals(transactional_db):
    """A match of two deals, five steps: Bo wins both."""
    table = deal("Ana Bo", "r1/r4", "r9 y1 y2 y3 y4", options={"target_score": 500})
    do(table, "B play r4")
    do(table, "deal")
    return play_out(table)


@phone_first
def test_deal_by_deal_by_keys_which_a_question_mark_shows(browser, asgi_server, two_deals, size):
    page = visitor(browser, asgi_server)
    page.set_viewport_size(size)
    page.goto(f"/tables/{two_deals.pk}/replay/")
    page.keyboard.press("d")
    expect(page.locator("#replay")).to_have_attribute("data-step", "3")
    expect(page.get_by_role("heading", name="Deal 2 move by move")).to_be_visible()
    page.keyboard.press("Shift+D")
    expect(page.locator("#replay")).to_have_attribute("data-step", "1")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys of the replay")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
    assert page.complaints == []


@FURTHER_STEPS
@pytest.mark.parametrize(
    ("typed", "shifted"),
    [("в", "В"), pytest.param("d", "D", marks=THE_OTHER_LETTERS)],
    ids=["Russian", "Latin"],
)
def test_the_key_of_the_next_deal_is_where_the_letter_is_printed(
    browser, asgi_server, two_deals, typed, shifted
):
    page = visitor(browser, asgi_server)
    page.goto(f"/tables/{two_deals.pk}/replay/")
    for key, is_shifted, step in ((typed, False, "3"), (shifted, True, "1")):
        page.evaluate(PRESSED, [key, is_shifted])
        expect(page.locator("#replay")).to_have_attribute("data-step", step)
    page.evaluate(PRESSED, ["ф", False, "KeyA"])
    expect(page.locator("#replay")).to_have_attribute("data-step", "1")
    assert page.complaints == []


@laptop_first
def test_moves_are_listed_and_lead_to_their_steps(browser, asgi_server, finished, size):
    page = visitor(browser, asgi_server)
    page.set_viewport_size(size)
    page.goto(f"/tables/{finished.pk}/replay/")
    calls = page.get_by_role("link", name="UNO said and forgotten")
    calls.press("Enter")
    expect(page.get_by_role("list", name="Moves").get_by_role("link")).to_have_count(2)
    expect(calls).to_be_focused()
    page.get_by_role("link", name="Deal 1 · 3 Ana said UNO").click()
    expect(page.locator("#replay")).to_have_attribute("data-step", "3")
    expect(page.locator(".movelist [aria-current=step]")).to_contain_text("3 Ana said UNO")
    expect(page).to_have_url(f"{asgi_server}/tables/{finished.pk}/replay/?step=3&moves=uno")
    assert page.complaints == []


@FURTHER_STEPS
def test_the_longest_names_break_on_the_narrowest_phone(browser, asgi_server, transactional_db):
    wide, words = "W" * 60, "Ludovika von " + "Ш" * 40
    sheet = real_cards()
    record(sheet, RecordDeal(1, 0, {1: 25, 2: 50}), RecordDeal(2, 1, {0: 5, 2: 7}), UndoDeal(2))
    played = deal("Ana Bo Cy", "r1 r2/r4 r5/b1 b2", "r9 y1 y2 y3 y4 y5 y6 y7 y8", options={"target_score": 2})
    for command in ("B play r4", "A catch B"):
        do(played, command)
    play_out(played)
    running = deal("Ana Bo Cy", "r1 r2 r3/r4 r5 r6/b1 b2 b3", "r9 y1 y2 y3 y4 y5 y6 y7 y8")
    do(running, "B play r4")
    for table in (sheet, played, running):
        for seat in table.seats.all():
            Player.objects.filter(pk=seat.player_id).update(name=(wide, words, "Cy")[seat.index])
    page = visitor(browser, asgi_server)
    page.set_viewport_size({"width": 360, "height": 740})
    for address in (
        f"{sheet.pk}/replay/?step=9",
        f"{played.pk}/replay/?step=2",
        f"{played.pk}/",
        f"{running.pk}/",
    ):
        page.goto(f"/tables/{address}")
        expect(page.get_by_text(wide).filter(visible=True).first).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert page.complaints == []


IN_SIGHT = """list => {
  const line = list.querySelector("[aria-current]").getBoundingClientRect();
  const box = list.getBoundingClientRect();
  return line.top >= box.top - 1 && line.bottom <= box.bottom + 1;
}"""
"""Whether the current line of a list lies within what is seen of the list."""


@FURTHER_STEPS
def test_the_move_and_the_comment_of_the_step_are_in_sight_among_many(browser, asgi_server, transactional_db):
    table = open_table("Ana Bo Cy Dee bot bot bot bot bot bot", options={"target_score": 1})
    for seat in table.seats.exclude(player=None):
        Player.objects.filter(pk=seat.player_id).update(
            name=f"Anastasia-Wilhelmina Featherstone {seat.letter}"
        )
    tables.start(table.pk, by="organizer:1", at=timezone.now())
    table = play_out(table)
    for number, step in enumerate((1, 2, 3, 9, 40)):
        comment = f"Number {number}: " + "indeed " * 40
        comments.say(table.pk, step, comment, player=player(table, "ABCD"[number % 4]), at=timezone.now())
    page = visitor(browser, asgi_server)
    page.goto(f"/tables/{table.pk}/replay/?step=40")
    unfold(page, "comments")
    moves, comment = page.locator(".movelist__lines"), page.locator(".comments__lines")
    expect(moves.locator("[aria-current]")).to_have_attribute("data-step", "40")
    expect(comment.locator("[aria-current]")).to_contain_text("Number 4")
    assert moves.evaluate(IN_SIGHT)
    assert comment.evaluate("list => list.scrollTop") > 0
    page.keyboard.press("ArrowLeft")
    expect(moves.locator("[aria-current]")).to_have_attribute("data-step", "39")
    assert moves.evaluate(IN_SIGHT)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert page.complaints == []


@FURTHER_STEPS
def test_the_move_of_the_step_is_in_sight_on_a_low_laptop(browser, asgi_server, transactional_db):
    table = play_out(open_and_leave("Ana bot bot bot"))
    page = visitor(browser, asgi_server)
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(f"/tables/{table.pk}/replay/?step=25")
    expect(page.locator(".movelist__lines [aria-current]")).to_have_attribute("data-step", "25")
    expect(page.locator(".movelist__lines [aria-current]")).to_be_in_viewport(ratio=1)
    assert page.complaints == []


@phone_first
def test_from_the_view_of_a_seat(browser, asgi_server, finished, size):
    page = visitor(browser, asgi_server)
    page.set_viewport_size(size)
    page.goto(f"/tables/{finished.pk}/replay/")
    page.get_by_role("navigation", name="Point of view").get_by_role("link", name="Bo").click()
    expect(page.locator(".hands [aria-label='red 4']")).to_be_visible()
    expect(page.locator(".hands [aria-label='red 1']")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(f"{asgi_server}/tables/{finished.pk}/replay/?step=2&seat=B")
    expect(page.locator(".hands__cards")).to_have_count(1)
    assert page.complaints == []


@FURTHER_STEPS
def test_by_the_marks_of_the_timeline(browser, asgi_server, finished):
    page = visitor(browser, asgi_server)
    with page.expect_event("requestfinished", lambda request: "step=4" in request.url):
        page.goto(f"/tables/{finished.pk}/replay/")  # which fetches the moments around it, the fourth last
    unfold(page, "timeline")
    page.get_by_role("link", name="Step 3: Ana said UNO").click()
    expect(page.locator("#replay")).to_have_attribute("data-step", "3")
    expect(page.locator("#cursor")).to_have_attribute("x", "62.5%")
    expect(page.locator(".board__felt")).to_be_in_viewport(ratio=1)
    page.get_by_role("link", name="Next step").click()
    expect(page.locator("#replay")).to_have_attribute("data-step", "4")
    expect(page.locator(".doing")).to_have_count(0)  # nothing was sent for what the page held already


@WITHOUT_SCRIPT
def test_lists_views_and_marks_work_without_script(browser, asgi_server, finished):
    page = visitor(browser, asgi_server, java_script_enabled=False)
    page.goto(f"/tables/{finished.pk}/replay/")
    page.get_by_role("link", name="Step 3: Ana said UNO").click()
    expect(page.get_by_text("Step 3 of 4")).to_be_visible()
    page.get_by_role("navigation", name="Moves shown").get_by_role("link", name="Bo").click()
    page.get_by_role("link", name="4 Bo played red 5").click()
    expect(page.get_by_role("heading", name="Bo wins the match")).to_be_visible()
    page.get_by_role("navigation", name="Point of view").get_by_role("link", name="Ana").click()
    expect(page.get_by_text("Step 4 of 4")).to_be_visible()


@laptop_first
def test_a_moment_is_shared(browser, asgi_server, finished, size):
    page = visitor(browser, asgi_server)
    page.set_viewport_size(size)
    page.goto(f"/tables/{finished.pk}/replay/")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#replay")).to_have_attribute("data-step", "2")
    page.get_by_text("Share this moment").click()
    address = f"{asgi_server}/tables/{finished.pk}/replay/?step=2"
    expect(page.get_by_label("Link to this step")).to_have_value(address)
    page.get_by_role("link", name="Next step").click()
    expect(page.get_by_label("Link to this step")).to_have_value(address.replace("step=2", "step=3"))
    page.get_by_role("link", name="Previous step").click()
    expect(page.get_by_label("Link to this step")).to_have_value(address)
    page.get_by_role("button", name="Copy").click()
    expect(page.locator("#share-said")).to_have_text(re.compile("Copied|Selected"))
    page.get_by_role("link", name="SVG").click()
    expect(page.locator("svg")).to_have_attribute("aria-label", "Table 1: Bo played red 4. Bo said UNO.")
    assert page.complaints == []


@phone_first
def test_a_comment_is_pinned_to_a_step(browser, asgi_server, finished, size):
    page = visitor(browser, asgi_server, player(finished, "A"))
    page.set_viewport_size(size)
    page.goto(f"/tables/{finished.pk}/replay/?step=2")
    unfold(page, "timeline", "comments")
    page.get_by_label("On step 2").fill("I had seen that")
    page.keyboard.press("Tab")
    page.get_by_role("link", name="Next step").click()
    expect(page.get_by_label("On step 3")).to_have_value("I had seen that")
    page.get_by_role("button", name="Comment", exact=True).click()
    comments = page.get_by_role("region", name="Comments")
    expect(comments.get_by_role("listitem")).to_contain_text("Step 3")
    expect(page.get_by_role("button", name="Comment", exact=True)).to_be_focused()
    mark = page.get_by_role("link", name="Step 3: a comment")
    expect(mark).to_have_count(1)
    page.get_by_role("link", name="First step").click()
    expect(page.locator("#replay")).to_have_attribute("data-step", "1")
    comments.get_by_role("link", name="Step 3").click()
    expect(page.locator("#replay")).to_have_attribute("data-step", "3")
    page.reload()
    unfold(page, "timeline", "comments")
    expect(mark).to_have_count(1)
    page.get_by_text("Delete my comment on step 3").click()
    page.get_by_role("button", name="Delete permanently").click()
    expect(comments).to_contain_text("No comments on this match yet.")
    expect(comments).to_be_focused()
    expect(mark).to_have_count(0)
    assert page.complaints == []


PLACES = """() => [".steps", ".board__felt", ".hands__seat--viewed"].map((part) => {
  const { top, bottom } = document.querySelector(part).getBoundingClientRect();
  return [top, bottom];
})"""
"""Where the buttons, the piles and the watched hand begin and end on the screen."""


def test_on_a_phone_the_steps_the_piles_and_my_hand_stay_on_one_screen(browser, asgi_server, finished):
    Player.objects.filter(pk=player(finished, "B").pk).update(name="Guest Wilhelmina 9357 Featherstonehaugh")
    page = visitor(browser, asgi_server, player(finished, "A"), has_touch=True)
    page.goto(f"/tables/{finished.pk}/replay/")
    expect(page.get_by_text("wins the match")).to_be_hidden()  # the end is not told before the beginning
    before = page.evaluate(PLACES)
    assert before[-1][1] <= PHONE["height"]
    for step in (2, 3, 4):
        page.get_by_role("link", name="Next step").tap()
        expect(page.locator("#replay")).to_have_attribute("data-step", str(step))
        assert page.evaluate(PLACES) == before
    assert page.complaints == []


def test_a_finger_beside_a_mark_of_the_timeline_leads_to_its_step(browser, asgi_server, finished):
    page = visitor(browser, asgi_server, has_touch=True, is_mobile=True)
    page.goto(f"/tables/{finished.pk}/replay/")
    unfold(page, "timeline")
    mark = page.get_by_role("link", name="Step 3: Ana said UNO").locator("circle")
    mark.scroll_into_view_if_needed()
    box = mark.bounding_box()
    page.touchscreen.tap(box["x"] + box["width"] / 2 - 15, box["y"] - 3)
    expect(page.locator("#replay")).to_have_attribute("data-step", "3")
    assert page.complaints == []


@WITHOUT_SCRIPT
def test_a_comment_and_the_address_of_a_step_without_script(browser, asgi_server, finished):
    page = visitor(browser, asgi_server, player(finished, "A"), java_script_enabled=False)
    page.goto(f"/tables/{finished.pk}/replay/?step=4")
    page.get_by_label("On step 4").fill("Good game")
    page.get_by_role("button", name="Comment", exact=True).click()
    expect(page).to_have_url(f"{asgi_server}/tables/{finished.pk}/replay/?step=4#comments")
    expect(page.get_by_role("region", name="Comments")).to_contain_text("Good game")
    page.get_by_text("Share this moment").click()
    expect(page.get_by_label("Link to this step")).to_have_value(
        f"{asgi_server}/tables/{finished.pk}/replay/?step=4&seat=A"  # the replay opened on her seat
    )


@FURTHER_STEPS
def test_the_steps_around_are_there_without_the_server(browser, asgi_server, two_deals):
    page = visitor(browser, asgi_server)
    asked = []
    page.on("response", lambda answer: asked.append(answer.url))
    page.goto(f"/tables/{two_deals.pk}/replay/?step=2")
    for step in (1, 2, 3, 4):
        _wait_for(page, lambda step=step: sum(url.endswith(f"step={step}") for url in asked) > (step == 2))
    page.context.set_offline(True)
    for key, step in (("ArrowRight", 3), ("ArrowLeft", 2), ("ArrowLeft", 1)):
        page.keyboard.press(key)
        expect(page.locator("#replay")).to_have_attribute("data-step", str(step))
        expect(page).to_have_url(f"{asgi_server}/tables/{two_deals.pk}/replay/?step={step}")
    page.context.set_offline(False)
    page.keyboard.press("End")
    last = page.locator("#replay").get_attribute("data-last")
    expect(page.locator("#replay")).to_have_attribute("data-step", last)
    expect(page.locator(f"#moves [data-step='{last}']")).to_have_attribute("aria-current", "step")


def _wait_for(page, is_so):
    for _time in range(100):
        if is_so():
            return
        page.wait_for_timeout(50)
    raise AssertionError("it did not come")


@phone_first
def test_a_sentence_of_the_analysis_brings_the_board_into_view_and_there_is_a_way_back(
    browser, asgi_server, transactional_db, size
):
    table = play_out(open_and_leave("Konstantinopolskaya Aleksandrina"))
    queue.ask(table.pk, at=timezone.now())
    few = Worlds(open=3, seen=2, choices=Pace(3, 3), equity=Effort(20, 10))
    worker.work(table.pk, clock=timezone.now, worlds=few)
    page = visitor(browser, asgi_server)
    page.set_viewport_size(size)
    page.goto(f"/tables/{table.pk}/replay/")
    assert page.locator(".movelist__lines").is_visible() == (size is LAPTOP)
    sentence = page.locator("#analysis a", has_text="won the match")
    sentence.click()
    expect(page.locator("#words")).to_be_in_viewport()
    expect(page.locator("#replay")).to_be_focused()
    last = page.locator("#replay").get_attribute("data-last")
    expect(page.locator("#chances-step")).to_have_text(last)
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#chances-step")).to_have_text(str(int(last) - 1))
    assert page.evaluate("document.documentElement.scrollWidth") == size["width"]
    page.get_by_role("link", name="Back to the analysis").click()
    expect(sentence).to_be_in_viewport()
    expect(sentence).to_be_focused()
    assert page.complaints == []


def test_on_a_phone_what_a_reviewer_needs_later_is_folded_and_opens_by_keyboard(
    browser, asgi_server, finished
):
    page = visitor(browser, asgi_server, player(finished, "A"))
    page.goto(f"/tables/{finished.pk}/replay/?step=2")
    expect(page.locator(".board__felt")).to_be_in_viewport()
    expect(page.locator(".timeline__svg")).to_be_hidden()
    expect(page.get_by_label("On step 2")).to_be_hidden()
    page.locator("#timeline-in > summary").press("Enter")
    expect(page.locator(".timeline__svg")).to_be_visible()
    page.locator("#comments-in > summary").press("Space")
    page.get_by_label("On step 2").fill("Now I see")
    page.get_by_role("button", name="Comment", exact=True).click()
    expect(page.get_by_text("Now I see")).to_be_visible()
    expect(page.get_by_role("link", name="Step 2: a comment")).to_have_count(1)
    page.goto(f"/tables/{finished.pk}/replay/?step=2#comments")
    page.reload()
    expect(page.get_by_text("Now I see")).to_be_visible()
    page.set_viewport_size(LAPTOP)
    page.goto(f"/tables/{finished.pk}/replay/?step=3")
    expect(page.locator(".timeline__svg")).to_be_visible()
    expect(page.get_by_label("On step 3")).to_be_visible()
    assert page.complaints == []


def open_and_leave(names):
    """A match whose players are away from the second move on, so that bots play for them."""
    table = open_table(names, options={"target_score": 50})
    tables.start(table.pk, by="organizer:1", at=timezone.now())
    return table
