"""Journey: a new organizer announces what is played tonight, with as few taps as possible."""

import os

import pytest
from playwright.sync_api import Locator, Page, expect

from games.models import Player, Seat, Table
from league.models import Competition, Membership
from tests.journeys.people import PHONE, visitor
from tests.league.club_nights import club, players

NAMES = "Ana Alba\nBo Berg\nCy Cole\nDi Dahl\nEd Egger\nFay Falk\nGil Gray\nHal Hart\nIda Iyer\nJo Jung\nKim Koch\nLea Lund\nMo Mann"
LAPTOP = {"width": 1280, "height": 720}


class Thumb:
    """Taps only what is to be seen, and counts."""

    def __init__(self) -> None:
        self.taps = 0

    def tap(self, what: Locator) -> None:
        expect(what).to_be_visible()
        what.click()
        self.taps += 1

    def write(self, where: Locator, text: str) -> None:
        self.tap(where)
        where.fill(text)


def organizer(browser, asgi_server, size=PHONE) -> Page:
    place, olga = club(), Player.objects.create(name="Olga")
    Membership.objects.create(club=place, player=olga, is_owner=True)
    page = visitor(browser, asgi_server, olga)
    page.set_viewport_size(size)
    page.goto(f"/clubs/{place.slug}/")
    return page


def begin(page: Page, thumb: Thumb, *, venue: str, name: str, kind: str) -> None:
    thumb.tap(page.get_by_role("link", name="New competition"))
    thumb.tap(page.get_by_text(venue))
    thumb.write(page.get_by_label("Name", exact=True), name)
    thumb.tap(page.get_by_text(kind, exact=True))
    thumb.write(page.get_by_label("Players", exact=True), NAMES)


def start(page: Page, thumb: Thumb, name: str) -> None:
    thumb.tap(page.get_by_role("button", name=f"Start {name}"))
    thumb.tap(page.get_by_role("dialog").get_by_role("button", name="Start", exact=True))


def look(page: Page, name: str) -> None:
    if os.environ.get("LOOK"):
        page.screenshot(path=f"{os.environ['LOOK']}/{name}.png", full_page=True)


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_a_cup_of_thirteen_pasted_names_with_real_cards(browser, asgi_server, size):
    page, thumb = organizer(browser, asgi_server, size), Thumb()
    begin(page, thumb, venue="At our tables with real cards", name="Friday Cup", kind="Knock-out at tables")
    expect(page.get_by_text("13 players → 4 tables of 3–4, 3 rounds, about")).to_be_visible()
    look(page, f"new-{size['width']}")
    thumb.tap(page.get_by_role("button", name="Announce competition"))
    look(page, f"desk-{size['width']}")
    start(page, thumb, "Friday Cup")
    expect(page.get_by_text("matches in progress")).to_be_visible()
    look(page, f"started-{size['width']}")
    assert thumb.taps <= 9
    assert Table.objects.filter(is_physical=True).count() == 4
    assert not Seat.objects.filter(is_bot=True).exists()
    assert Membership.objects.count() == 1
    assert page.complaints == []
