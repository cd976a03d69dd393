"""Journey: an organizer puts the entrants in order: with the mouse, with the keyboard, by a number."""

import pytest
from playwright.sync_api import Locator, Page, expect

from games.models import Player
from league.models import Competition, Membership
from league.rules.competition.commands import Seed
from tests.journeys.people import PHONE, SOON, visitor
from tests.league.club_nights import announced, fresh
from tests.league.organizing import act

WIDE = {"width": 1280, "height": 800}

ON_A_PHONE = pytest.mark.slow(
    "the same steps on a wide screen; another journey drags with a finger on a phone",
    about=["templates/league/", "league/static/"],
)


def names(*numbers: int) -> list[str]:
    return [f"Player {number}" for number in numbers]


def kept(cup: Competition) -> list[str]:
    return [entrant.player.name for entrant in cup.entrants.order_by("seed")]


def expect_order(page: Page, *numbers: int) -> None:
    expect(page.locator(".seeds label")).to_have_text(names(*numbers))
    fields = page.locator(".seeds input")
    for place in range(len(numbers)):
        expect(fields.nth(place)).to_have_value(str(place + 1))


def keep(page: Page) -> None:
    """Send the order, and wait for the page that comes then: it looks like the one before."""
    with page.expect_navigation():
        page.get_by_role("button", name="Save this seeding").click()


def drag(page: Page, name: str, to: str) -> None:
    """Take a row by its name to the upper edge of another one, as a hand does: in steps."""
    here, there = (
        page.locator(".seeds").get_by_text(other_name, exact=True).bounding_box() for other_name in (name, to)
    )
    page.mouse.move(here["x"] + 20, here["y"] + here["height"] / 2)
    page.mouse.down()
    page.mouse.move(there["x"] + 20, there["y"] + there["height"] + 4, steps=8)
    page.mouse.move(there["x"] + 20, there["y"] + 2, steps=4)
    page.mouse.up()


@pytest.mark.parametrize("size", [pytest.param(PHONE, marks=ON_A_PHONE), WIDE], ids=["phone", "wide"])
def test_names_are_dragged_moved_with_keys_and_sent_to_their_numbers(browser, asgi_server, size):
    cup, olga = announced(6), Player.objects.create(name="Olga")
    Membership.objects.create(club=cup.club, player=olga, is_owner=True)
    page = visitor(browser, asgi_server, olga)
    page.set_viewport_size(size)
    page.goto(f"/competitions/{cup.pk}/desk/")
    page.locator(".seeds").scroll_into_view_if_needed()
    expect_order(page, 1, 2, 3, 4, 5, 6)

    drag(page, "Player 5", to="Player 2")
    expect_order(page, 1, 5, 2, 3, 4, 6)
    expect(page.locator("[data-said]")).to_have_text("Player 5: 2")

    up = page.get_by_role("button", name="Player 3 up")
    up.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Space")
    expect_order(page, 1, 3, 5, 2, 4, 6)
    expect(up).to_be_focused()
    page.get_by_role("button", name="Player 1 down").press("Enter")
    expect_order(page, 3, 1, 5, 2, 4, 6)

    page.locator(".seeds").get_by_label("Player 3", exact=True).fill("6")
    page.locator(".seeds").get_by_label("Player 3", exact=True).press("Tab")
    expect_order(page, 1, 5, 2, 4, 6, 3)
    assert kept(cup) == names(1, 2, 3, 4, 5, 6)
    keep(page)
    expect_order(page, 1, 5, 2, 4, 6, 3)
    assert kept(cup) == names(1, 5, 2, 4, 6, 3)

    page.locator(".seeds").get_by_label("Player 6", exact=True).fill("1")
    with page.expect_navigation():
        page.locator(".seeds").get_by_label("Player 6", exact=True).press("Enter")
    expect_order(page, 6, 1, 5, 2, 4, 3)
    assert kept(cup) == names(6, 1, 5, 2, 4, 3)
    assert page.complaints == []


def test_names_are_dragged_with_a_finger_and_the_list_is_still_scrolled(browser, asgi_server):
    cup, olga = announced(40), Player.objects.create(name="Olga")
    Membership.objects.create(club=cup.club, player=olga, is_owner=True)
    page = visitor(browser, asgi_server, olga, has_touch=True, is_mobile=True)
    page.goto(f"/competitions/{cup.pk}/desk/")
    finger = Finger(page)
    to_the_top(page, 1)

    finger.drag(grip(page, 5), grip(page, 2))
    first = page.locator(".seeds label")
    expect(first.nth(1)).to_have_text("Player 5")
    expect(first.nth(2)).to_have_text("Player 2")
    expect(page.locator("[data-said]")).to_have_text("Player 5: 2")

    expect(first.nth(0)).to_be_in_viewport()
    finger.drag(page.locator(".seeds label").nth(8), page.locator(".seeds label").nth(3))
    expect(first.nth(8)).to_have_text("Player 9")
    expect(first.nth(0)).not_to_be_in_viewport()

    to_the_top(page, 20)
    finger.hold_at_the_edge(grip(page, 21))
    expect(first.last).to_have_text("Player 21")
    finger.lift()
    expect(page.locator("[data-said]")).to_have_text("Player 21: 40")
    keep(page)
    expect(page.locator(".seeds label").nth(1)).to_have_text("Player 5")
    assert kept(cup)[:3] == names(1, 5, 2)
    assert kept(cup)[-1] == "Player 21"
    assert page.complaints == []


def to_the_top(page: Page, number: int) -> None:
    """Scroll until the row of a player is near the upper edge of the window, once nothing moves any more."""
    seen = -1
    while seen != (seen := page.evaluate("scrollY")):
        page.wait_for_timeout(300)
    rows = "[...document.querySelectorAll('.seeds li')]"
    row = f"{rows}.find(row => row.querySelector('label').textContent === 'Player {number}')"
    page.evaluate(f"scrollTo(0, {row}.getBoundingClientRect().top + scrollY - 150)")


def grip(page: Page, number: int) -> Locator:
    row = page.locator(".seeds li").filter(has=page.get_by_text(f"Player {number}", exact=True))
    return row.locator(".seeds__grip")


class Finger:
    """A finger on the glass, as the browser gets it from the device."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._device = page.context.new_cdp_session(page)

    def drag(self, locator: Locator, to: Locator) -> None:
        (x, y), (there_x, there_y) = self._middle(locator), self._middle(to)
        self._touch("touchStart", x, y)
        for step in range(1, 11):
            self._touch("touchMove", x + (there_x - x) * step / 10, y + (there_y - 8 - y) * step / 10)
        self.lift()

    def hold_at_the_edge(self, locator: Locator) -> None:
        x, y = self._middle(locator)
        self._touch("touchStart", x, y)
        bottom = self._page.viewport_size["height"]
        self._touch("touchMove", x, bottom - 5)

    def lift(self) -> None:
        self._device.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    def _touch(self, kind: str, x: float, y: float) -> None:
        self._device.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})

    def _middle(self, locator: Locator) -> tuple[float, float]:
        box = locator.bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_the_start_sends_no_order_that_was_not_changed_here(browser, asgi_server):
    cup, olga = announced(4), Player.objects.create(name="Olga")
    Membership.objects.create(club=cup.club, player=olga, is_owner=True)
    page = visitor(browser, asgi_server, olga)
    page.set_viewport_size(WIDE)
    page.goto(f"/competitions/{cup.pk}/desk/")
    expect(page.locator(".seeds--dragged")).to_be_visible()  # the script has begun
    act(cup, Seed([4, 3, 2, 1]))
    newest = fresh(cup).version
    expect(page.locator(f"[data-live][data-version='{newest}']").first).to_be_visible(timeout=SOON)
    expect_order(page, 1, 2, 3, 4)  # of before: the form waits for its organizer
    page.get_by_role("button", name="Start Friday").click()
    with page.expect_navigation():
        page.get_by_role("dialog").get_by_role("button", name="Start", exact=True).click()
    assert fresh(cup).status == "running"
    assert kept(cup) == names(4, 3, 2, 1)
