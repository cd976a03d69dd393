"""Journey: an organizer puts the entrants in order: with the mouse, with the keyboard, by a number."""

import pytest
from playwright.sync_api import Page, expect

from games.models import Player
from league.models import Competition, Membership
from tests.journeys.people import PHONE, visitor
from tests.league.club_nights import announced

WIDE = {"width": 1280, "height": 800}


def names(*numbers: int) -> list[str]:
    return [f"Player {number}" for number in numbers]


def kept(cup: Competition) -> list[str]:
    return [one.player.name for one in cup.entrants.order_by("seed")]


def expect_order(page: Page, *numbers: int) -> None:
    expect(page.locator(".seeds label")).to_have_text(names(*numbers))
    fields = page.locator(".seeds input")
    for place in range(len(numbers)):
        expect(fields.nth(place)).to_have_value(str(place + 1))


def drag(page: Page, name: str, to: str) -> None:
    """Take a row by its name to the upper edge of another one, as a hand does: in steps."""
    here, there = (page.locator(".seeds").get_by_text(one, exact=True).bounding_box() for one in (name, to))
    page.mouse.move(here["x"] + 20, here["y"] + here["height"] / 2)
    page.mouse.down()
    page.mouse.move(there["x"] + 20, there["y"] + there["height"] + 4, steps=8)
    page.mouse.move(there["x"] + 20, there["y"] + 2, steps=4)
    page.mouse.up()


@pytest.mark.parametrize("size", [PHONE, WIDE], ids=["phone", "wide"])
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
    page.get_by_role("button", name="Keep this seeding").click()
    expect(page.get_by_role("button", name="Keep this seeding")).to_be_visible()
    expect_order(page, 1, 5, 2, 4, 6, 3)
    assert kept(cup) == names(1, 5, 2, 4, 6, 3)

    page.locator(".seeds").get_by_label("Player 6", exact=True).fill("1")
    with page.expect_navigation():
        page.locator(".seeds").get_by_label("Player 6", exact=True).press("Enter")
    expect_order(page, 6, 1, 5, 2, 4, 3)
    assert kept(cup) == names(6, 1, 5, 2, 4, 3)
    assert page.complaints == []
