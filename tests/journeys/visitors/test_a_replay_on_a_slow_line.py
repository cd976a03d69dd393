"""Journey: somebody presses keys of a replay faster than the steps come."""

import time

import pytest
from playwright.sync_api import expect

from games.replay import match_at_step
from tests.games.playing import PILE, deal, play_out
from tests.journeys.people import SOON, visitor

ANOTHER_ORDER = pytest.mark.slow(
    "of six orders of wishes and answers three are tried: many wishes, the newest one, a lost answer",
    about=["games/static/"],
)

OTHER_ENDS = pytest.mark.slow(
    "the newest wish is shown to win; how many presses there are and how they end is the same script",
    about=["games/static/games/replay/", "templates/games/replay/"],
)


class SlowLine:
    """What a page asks for, on its way for as long as a test likes; nothing is fetched ahead."""

    def __init__(self, page):
        self.asked = []
        self._held = []
        page.route("**/replay/?*shown=*", self._hold)
        page.route("**/replay/?step=*", self._ahead)

    def _hold(self, route):
        self.asked.append(int(route.request.url.split("step=")[1].split("&")[0]))
        self._held.append(route)

    def _ahead(self, route):
        if "shown=" in route.request.url:
            route.fallback()
        else:
            route.abort()

    def arrives(self):
        self._held.pop(0).continue_()

    def is_lost(self):
        self._held.pop(0).abort()


@pytest.fixture
def long_match(transactional_db):
    """A match of bots with more than one deal and many steps."""
    hands = "r1 r2 r3 r4 r5 r6 r7/b1 b2 b3 b4 b5 b6 b7"
    return play_out(deal("bot bot", hands, f"r9 {PILE} {PILE}", options={"target_score": 100}))


@pytest.fixture
def slow(browser, asgi_server, long_match):
    """The replay of that match, and the line on which its steps come."""
    page = visitor(browser, asgi_server)
    line = SlowLine(page)
    page.goto(f"/tables/{long_match.pk}/replay/")
    return page, line


def asked(page, line, *steps):
    """These steps were asked for so far, and no others."""
    deadline = time.monotonic() + SOON / 1000
    while len(line.asked) < len(steps) and time.monotonic() < deadline:
        page.wait_for_timeout(50)
    assert line.asked == list(steps)


def shows(page, step):
    expect(page.locator("#replay")).to_have_attribute("data-step", str(step))


@OTHER_ENDS
def test_ten_presses_go_ten_steps_further(slow):
    page, line = slow
    for _press in range(10):
        page.keyboard.press("ArrowRight")
    asked(page, line, 2)
    expect(page.get_by_role("slider", name="Step")).to_have_value("11")
    line.arrives()
    asked(page, line, 2, 11)
    line.arrives()
    shows(page, 11)
    asked(page, line, 2, 11)
    assert page.complaints == []


def test_the_newest_wish_wins(slow, long_match):
    page, line = slow
    last = int(page.locator("#replay").get_attribute("data-last"))
    for key in ("End", "Home", "ArrowRight", "ArrowRight", "ArrowLeft", "End", "ArrowLeft"):
        page.keyboard.press(key)
    line.arrives()
    asked(page, line, last, last - 1)
    line.arrives()
    shows(page, last - 1)
    second = match_at_step.at(long_match.pk, 1, None, "").outline.deals[1].first_step
    for key in ("Home", "d", "ArrowRight", "D", "ArrowRight", "ArrowRight"):
        page.keyboard.press(key)
    line.arrives()
    asked(page, line, last, last - 1, 1, second + 2)
    line.arrives()
    shows(page, second + 2)


@ANOTHER_ORDER
def test_presses_of_the_buttons_add_up_too(slow):
    page, line = slow
    for _press in range(3):
        page.get_by_role("link", name="Next step").click()
    line.arrives()
    asked(page, line, 2, 4)
    line.arrives()
    shows(page, 4)


@ANOTHER_ORDER
def test_a_chosen_step_takes_the_place_of_steps_on_their_way(slow):
    page, line = slow
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.locator("#moves [data-step='5']").click()
    page.keyboard.press("ArrowRight")
    asked(page, line, 2, 5)
    line.is_lost()  # the page has given it up
    line.arrives()
    asked(page, line, 2, 5, 6)
    line.arrives()
    shows(page, 6)


@ANOTHER_ORDER
def test_there_and_back_asks_for_nothing_more(slow):
    page, line = slow
    for key in ("ArrowRight", "ArrowRight", "ArrowLeft"):
        page.keyboard.press(key)
    line.arrives()
    shows(page, 2)
    asked(page, line, 2)


@OTHER_ENDS
def test_a_lost_answer_ends_the_wishes_and_the_playing(slow):
    page, line = slow
    page.get_by_role("button", name="Play").click()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys of the replay")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("slider", name="Step")).to_have_value("2")
    line.is_lost()
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    expect(page.get_by_role("slider", name="Step")).to_have_value("1")
    page.keyboard.press("ArrowRight")
    asked(page, line, 2, 2)
    line.arrives()
    shows(page, 2)
