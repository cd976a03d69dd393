"""Journey: cards wait for somebody, who reads it, sees it, and answers with a button, a key or a card."""

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.games.playing import deal, player
from tests.journeys.people import PHONE, SOON, visitor

PILE = "r9 y1 y2 y3 y4 y5 y6 y7 y8 y9 g1 g2 g3"

LAPTOP = {"width": 1280, "height": 720}
ON_A_LAPTOP = pytest.mark.slow(
    "on a phone there is less room for the sentences of the question",
    about=["games/static/", "templates/games/"],
)
WITHOUT_SCRIPT = pytest.mark.slow(
    "a table is played without script in the journey of the others at the table",
    about=["templates/games/"],
)


@pytest.fixture
def pages(browser, asgi_server, transactional_db):
    """Return a function that deals known cards to Ana, Bo and Cy, and gives their pages; B begins."""

    def _pages(hands: str, **options) -> list[Page]:
        table = deal("Ana Bo Cy", hands, PILE, options=options, at=timezone.now())
        seen = [visitor(browser, asgi_server, player(table, letter)) for letter in "ABC"]
        for page in seen:
            page.goto(f"/tables/{table.pk}/")
        return seen

    return _pages


def waits(page: Page, words: str, cards: int) -> None:
    """The page says in words what waits, and shows it as that many cards with their number."""
    expect(page.locator(".turn--pending .turn__words")).to_have_text(words, timeout=SOON)
    expect(page.locator(".pending .card--back")).to_have_count(cards)
    expect(page.locator(".pending b")).to_have_text(f"+{cards}")


def test_draw_twos_add_up_until_somebody_accepts(pages):
    ana, bo, cy = pages("r1 y2 y3/r+ r5 r6/b+ b5 b6", stack_draw_two="sum")
    bo.get_by_role("button", name="Play red Draw Two").click()
    waits(cy, "2 cards for you: take them or play a Draw Two", 2)
    waits(ana, "2 cards for Cy", 2)
    expect(ana.get_by_role("button", name="Accept")).to_have_count(0)
    cy.get_by_role("button", name="Play blue Draw Two").click()
    waits(ana, "4 cards for you: take them", 4)
    ana.get_by_role("button", name="Take 4 cards").click()
    expect(ana.locator("#hand .cards li")).to_have_count(7)
    expect(cy.locator("#recent")).to_contain_text("Ana drew 4 cards", timeout=SOON)
    expect(ana.locator(".pending")).to_have_count(0)
    assert ana.complaints == bo.complaints == cy.complaints == []


def test_a_wild_draw_four_is_accepted_challenged_or_answered(pages):
    ana, bo, cy = pages("r1 y2 y3/w4 r5 b6/b+ b5 g6", draw_two_beats_draw_four="any_colour")
    bo.get_by_role("button", name="Play Wild Draw Four").click()
    bo.get_by_role("dialog").get_by_role("button", name="blue").click()
    waits(cy, "4 cards for you: take them, challenge or play a Draw Two. The colour was red.", 4)
    expect(cy.get_by_role("button", name="Take 4 cards")).to_be_visible()
    expect(cy.get_by_role("button", name="Play blue Draw Two")).to_be_visible()
    waits(ana, "4 cards for Cy", 4)
    cy.keyboard.press("c")
    expect(bo.locator("#recent")).to_contain_text("Cy was right: Bo bluffed", timeout=SOON)
    expect(cy.locator(".pending")).to_have_count(0)


@pytest.mark.parametrize("size", [PHONE, pytest.param(LAPTOP, marks=ON_A_LAPTOP)], ids=["phone", "laptop"])
def test_the_question_of_a_challenge_tells_the_claim_the_colours_the_cards_and_what_is_at_stake(pages, size):
    _ana, bo, cy = pages("r1 y2 y3/w4 r5 b6/b1 b5 g6")
    cy.set_viewport_size(size)
    bo.get_by_role("button", name="Play Wild Draw Four").click()
    bo.get_by_role("dialog").get_by_role("button", name="blue").click()
    expect(cy.locator("#felt .colour")).to_have_text("blue", timeout=SOON)
    question = cy.locator(".turn--asks")
    for told in (
        "4 cards for you: take them or challenge. The colour was red.",
        "Bo claims to hold no red card.",
        "Bo has 2 cards left.",
        "If you win the challenge, Bo draws 4 cards.",
        "If you lose it, you draw 6 cards.",
    ):
        expect(question.get_by_text(told, exact=True)).to_be_visible()
        expect(question.get_by_text(told, exact=True)).to_be_in_viewport(ratio=1)
    for answer in ("Take 4 cards", "Challenge Bo"):
        expect(cy.get_by_role("button", name=answer)).to_be_in_viewport(ratio=1)
    assert cy.complaints == []


@WITHOUT_SCRIPT
def test_a_waiting_challenge_is_accepted_without_script(browser, asgi_server, pages):
    _ana, bo, cy = pages("r1 y2 y3/w4 b5 b6/b1 b5 g6")
    bo.get_by_role("button", name="Play Wild Draw Four").click()
    bo.get_by_role("dialog").get_by_role("button", name="green").click()
    waits(cy, "4 cards for you: take them or challenge. The colour was red.", 4)
    cookies = cy.context.cookies()
    plain = browser.new_context(base_url=asgi_server, java_script_enabled=False)
    plain.add_cookies(cookies)
    page = plain.new_page()
    page.goto(cy.url)
    waits(page, "4 cards for you: take them or challenge. The colour was red.", 4)
    page.get_by_role("button", name="Take 4 cards").click()
    expect(page.locator("#hand .cards li")).to_have_count(7)
