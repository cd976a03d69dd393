"""Journey: somebody who has never seen the game opens the lobby and learns it."""

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from games.lessons.lessons import LESSONS
from games.pages.newcomers import FIRST_TABLE
from tests.games.playing import deal, open_table, player
from tests.journeys.people import LAPTOP, visitor

MOVES = {
    "match": ["#match-card-48-0"],
    "actions": ["#actions-card-36-0"],
    "wild": ["#wild-card-52-0", "#wild-move-play-w-g"],
    "bluff": ["#bluff-challenge"],
    "no-bluff": ["#no-bluff-accept"],
    "uno": ["#uno-card-43-0-uno"],
    "catch": ["#catch-catch", "#catch-card-15-0"],
    "out": ["#out-card-7-0"],
    "elimination": ["#elimination-card-7-0"],
}
"""What is pressed in each lesson, by the ids of the buttons."""
TOLD = {
    "match": "You played blue 9",
    "actions": "Bo was skipped",
    "wild": "green",
    "bluff": "Cy drew 4 cards",
    "no-bluff": "You drew 4 cards",
    "uno": "You said UNO",
    "catch": "You played yellow 2",
    "out": "You won the match",
    "elimination": "Bo is out of the match",
}

AGAIN = pytest.mark.slow(
    "every position is played by keyboard with the same form, and one tap too early is tried",
    about=["games/static/", "templates/games/", "games/lessons/"],
)

WITHOUT_SCRIPT = pytest.mark.slow(
    "tests of the views play the positions without any script",
    about=["templates/games/"],
)

IN_THE_LOBBY = pytest.mark.slow(
    "the offer is the same on both pages, and is waved away at a table",
    about=["games/static/", "templates/games/"],
)

OFFERS = pytest.mark.slow(
    "the lesson is played; views show whom it is offered to",
    about=["games/static/", "templates/games/lessons/"],
)


def at_the_lessons(browser, address, **facts) -> Page:
    page = visitor(browser, address, **facts)
    page.goto("/")
    page.get_by_role("link", name="How to play (1 minute)").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("How to play")
    page.wait_for_load_state()  # before that a form is not htmx's yet
    return page


def opened(page: Page, key: str) -> None:
    """Press "Try it", unless the position is open."""
    step = page.locator("details", has=page.locator(f"#try-{key}"))
    if step.get_attribute("open") is None:
        step.get_by_text("Try it", exact=True).click()


def test_the_page_of_the_usual_rulebook_says_when_a_card_matches_and_what_each_card_does(
    browser, asgi_server
):
    page = visitor(browser, asgi_server, has_touch=True)
    page.goto("/")
    page.get_by_role("link", name="Rules", exact=True).tap()
    page.get_by_role("link", name="Classic", exact=True).tap()
    expect(
        page.get_by_text("play a card that matches the top card in colour, number or symbol")
    ).to_be_visible()
    expect(page.get_by_text("A Skip makes the next player lose a turn")).to_be_visible()
    cards = page.get_by_role("row").filter(has=page.locator(".rules-card"))
    for name in ("Skip", "Reverse", "Draw Two", "Wild", "Wild Draw Four"):
        told = cards.filter(has=page.get_by_text(name, exact=True)).locator(".small")
        expect(told).not_to_be_empty()
    assert page.complaints == []


@AGAIN
def test_every_position_is_tapped_through(browser, asgi_server):
    page = at_the_lessons(browser, asgi_server, has_touch=True)
    opened(page, "match")
    # A card that does not fit says why, and stays.
    page.locator("#match-card-23-0").tap()
    expect(page.locator("#try-match [role=alert]")).to_contain_text("does not match")
    for taught in LESSONS:
        for pressed in MOVES[taught.key]:
            page.locator(pressed).tap()
            expect(page.locator("form.htmx-request")).to_have_count(0)
        expect(page.locator(f"#try-{taught.key} .trial__story")).to_contain_text(TOLD[taught.key])
        if taught is not LESSONS[-1]:  # where it leads, the position is open
            page.locator(f"#try-{taught.key}").get_by_role("link", name="Next").tap()
    page.locator("#try-match").get_by_role("link", name="Try again").tap()
    expect(page.locator("#match-card-4-0")).to_be_visible()
    assert page.complaints == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_every_position_is_played_by_keyboard_and_nobody_loses_their_place(browser, asgi_server):
    page = at_the_lessons(browser, asgi_server)
    for taught in LESSONS:
        opened(page, taught.key)
        for pressed in MOVES[taught.key]:
            page.locator(pressed).focus()
            page.keyboard.press("Enter")
            expect(page.locator("form.htmx-request")).to_have_count(0)
        expect(page.locator(f"#try-{taught.key} .trial__story")).to_contain_text(TOLD[taught.key])
        expect(page.locator(f"#try-{taught.key}:focus, #try-{taught.key} :focus")).to_have_count(1)
    assert page.complaints == []


def test_on_a_low_laptop_the_answer_is_in_sight_and_the_hand_stays_where_it_was(browser, asgi_server):
    page = at_the_lessons(browser, asgi_server)
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto("/how-to-play/")
    page.wait_for_load_state()
    hand, felt = (page.locator(f"#try-match .{part}") for part in ("hand", "felt"))
    before = hand.bounding_box(), felt.bounding_box()
    page.locator("#match-card-4-0").click()
    expect(page.locator("#try-match .trial__story")).to_contain_text("You played red 4")
    for part in (".trial__story", "a >> nth=0"):
        expect(page.locator(f"#try-match {part}")).to_be_in_viewport(ratio=1)
    assert (hand.bounding_box(), felt.bounding_box()) == before
    assert page.complaints == []


def test_all_three_action_cards_are_tried_one_after_another(browser, asgi_server):
    page = at_the_lessons(browser, asgi_server, has_touch=True)
    opened(page, "actions")
    told = page.locator("#try-actions .trial__story")
    for card, words in (("36", "Bo was skipped"), ("37", "Direction reversed"), ("38", "Bo drew 2 cards")):
        page.locator(f"#actions-card-{card}-0").tap()
        expect(told).to_contain_text(words)
    assert page.complaints == []


def test_a_tap_that_comes_before_the_answer_to_the_last_one_is_not_lost(browser, asgi_server):
    page = at_the_lessons(browser, asgi_server)
    opened(page, "catch")
    page.evaluate("for (const id of ['catch-catch', 'catch-card-15-0']) document.getElementById(id).click()")
    expect(page.locator("#try-catch .trial__story")).to_contain_text(TOLD["catch"])
    assert "catch+C" in page.locator("#try-catch input[name=moves]").input_value().replace(" ", "+")


def test_on_a_phone_the_choice_of_a_colour_leaves_the_cards_in_sight(browser, asgi_server):
    page = at_the_lessons(browser, asgi_server, has_touch=True)
    opened(page, "wild")
    page.locator("#wild-card-52-0").tap()
    choice = page.locator("#wild-choices-52")
    expect(choice).to_be_visible()
    cards, box = page.locator("#try-wild .cards").bounding_box(), choice.bounding_box()
    assert box["y"] + box["height"] <= cards["y"] or cards["y"] + cards["height"] <= box["y"]
    assert box["y"] >= 0


@WITHOUT_SCRIPT
def test_it_works_without_scripts(browser, asgi_server):
    page = visitor(browser, asgi_server, java_script_enabled=False)
    page.goto("/how-to-play/")
    opened(page, "match")
    page.locator("#match-card-4-0").click()
    expect(page.locator("#try-match .trial__story")).to_contain_text("You played red 4")
    opened(page, "wild")
    page.locator("#wild-card-52-0").click()
    page.locator("#wild-move-play-w-b").click()
    expect(page.locator("#try-wild .trial__story")).to_contain_text("blue")


@OFFERS
def test_in_a_first_deal_a_laptop_has_the_offer_and_a_phone_lights_the_sign_for_help(browser, asgi_server):
    table = deal("You Bo", "r1 r2/r4 r5", "r9 y1 y2 y3 y4 y5", at=timezone.now())
    page = visitor(browser, asgi_server, player(table, "A"))
    page.context.add_cookies([{"name": FIRST_TABLE, "value": str(table.pk), "url": asgi_server}])
    page.goto(table.get_absolute_url())
    sign = page.get_by_role("link", name="How to play", exact=True)
    expect(page.locator("#offer")).to_be_hidden()
    lit = sign.evaluate("one => getComputedStyle(one).backgroundColor")
    page.set_viewport_size(LAPTOP)
    expect(page.locator("#offer")).to_be_visible()
    assert sign.evaluate("one => getComputedStyle(one).backgroundColor") != lit


@OFFERS
@pytest.mark.parametrize("where", [pytest.param("lobby", marks=IN_THE_LOBBY), "table"])
def test_the_offer_is_waved_away_for_good(browser, asgi_server, where):
    table = open_table("Ana", seats=2)
    page = visitor(browser, asgi_server, player(table, "A"))
    path = "/" if where == "lobby" else table.get_absolute_url()
    page.goto(path)
    expect(page.locator("#offer")).to_contain_text("New to the game?")
    page.get_by_role("button", name="Do not show this again").click()
    expect(page.locator("#offer")).to_have_count(0)
    page.goto(path)
    expect(page.locator("h1")).to_be_visible()
    expect(page.locator("#offer")).to_have_count(0)
    assert page.complaints == []
