"""What somebody does is shown in the next frame, however long the server takes to answer."""

import pytest
from playwright.sync_api import expect

from tests.games.playing import PILE, deal, dealt, fresh, player
from tests.journeys.people import visitor

OTHER_MOVES = pytest.mark.slow(
    "a card that is played and one whose move got lost are looked at; others are shown by the same script",
    about=["games/static/", "templates/games/"],
)


class HeldBack:
    """The moves of a page, on their way for as long as a test likes."""

    def __init__(self, page):
        self._routes = []
        page.route("**/moves/", self.hold)

    def hold(self, route):
        self._routes.append(route)

    @property
    def count(self):
        return len(self._routes)

    def arrive(self):
        for route in self._routes:
            route.continue_()

    def are_lost(self):
        for route in self._routes:
            route.abort()


@pytest.fixture
def at_table(browser, asgi_server, transactional_db):
    """Open the page of the player who is to move at a table."""

    def opened(table):
        page = visitor(browser, asgi_server, player(table, "B"))
        page.goto(f"/tables/{table.pk}/")
        return page, HeldBack(page)

    return opened


def test_a_card_that_is_played_leaves_the_hand_before_the_answer(at_table):
    table = dealt()
    page, moves = at_table(table)
    page.locator("#hand button.card-button").first.click()
    expect(page.locator(".cards__item.is-sent")).to_have_count(1)
    assert fresh(table).version == table.version
    moves.arrive()
    expect(page.locator("#hand .cards__item")).to_have_count(2)
    expect(page.locator(".is-sent")).to_have_count(0)
    assert page.complaints == []


def test_an_answer_that_arrives_during_the_second_press_at_the_draw_pile_is_shown_and_nothing_is_sent_twice(
    at_table,
):
    page, moves = at_table(deal("Ana Bo", "r1 r2 r3/g4 g5 y6", f"r9 {PILE}"))
    page.locator("#draw-pile").hover()
    page.mouse.down()
    page.mouse.up()
    expect(page.locator("#draw-pile .is-sent")).to_have_count(1)
    page.mouse.down()
    with page.expect_response("**/moves/") as answer:
        moves.arrive()
    answer.value.finished()
    page.wait_for_timeout(100)
    page.mouse.up()
    expect(page.locator("#hand .cards__item")).to_have_count(4)
    page.wait_for_timeout(300)
    assert moves.count == 1
    assert page.complaints == []


@OTHER_MOVES
def test_the_dialog_of_colours_closes_with_the_choice(at_table):
    page, moves = at_table(deal("Ana Bo", "r1 r2 r3/w r5 r6", f"r9 {PILE}"))
    page.locator("#card-52-0").click()
    page.locator(":popover-open .colour-button--blue").click()
    expect(page.locator(":popover-open")).to_have_count(0)
    expect(page.locator(".cards__item.is-sent")).to_have_count(1)
    moves.arrive()
    expect(page.locator(".colour--blue")).to_be_visible()


@OTHER_MOVES
def test_the_pile_is_pressed_while_a_card_is_drawn(at_table):
    page, moves = at_table(dealt())
    page.locator("#draw-pile").click()
    expect(page.locator(".pile .card.is-sent")).to_be_visible()
    moves.arrive()
    expect(page.locator("#hand .cards__item")).to_have_count(4)


def test_a_card_whose_move_got_lost_is_back(at_table):
    page, moves = at_table(dealt())
    page.locator("#hand button.card-button").first.click()
    expect(page.locator(".cards__item.is-sent")).to_have_count(1)
    moves.are_lost()
    expect(page.locator(".is-sent")).to_have_count(0)
    expect(page.locator("#hand .cards__item")).to_have_count(3)
