"""Journey: a new organizer announces what is played tonight, with as few taps as possible."""

import datetime as dt
import os
import re

import pytest
from django.utils import timezone
from playwright.sync_api import Locator, Page, expect

from games.models import Player, Seat, Table
from league.models import Club, Entrant, Membership
from tests.journeys.people import PHONE, visitor
from tests.league.club_nights import club

NAMES = """Ana Alba
Bo Berg
Cy Cole
Di Dahl
Ed Egger
Fay Falk
Gil Gray
Hal Hart
Ida Iyer
Jo Jung
Kim Koch
Lea Lund
Mo Mann"""
LAPTOP = {"width": 1280, "height": 720}

ON_A_LAPTOP = pytest.mark.slow(
    "the same steps on a phone, where a thumb has less room",
    about=["templates/league/", "league/static/"],
)


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


@pytest.mark.parametrize("size", [PHONE, pytest.param(LAPTOP, marks=ON_A_LAPTOP)], ids=["phone", "laptop"])
def test_a_cup_of_thirteen_pasted_names_with_real_cards(browser, asgi_server, size):
    page, thumb = organizer(browser, asgi_server, size), Thumb()
    begin(
        page, thumb, venue="At our tables with real cards", name="Friday Cup", kind="Knock-out cup at tables"
    )
    expect(page.get_by_text("13 players → 4 tables of 3–4, 3 rounds, about")).to_be_visible()
    look(page, f"new-{size['width']}")
    thumb.tap(page.get_by_role("button", name="Announce competition"))
    look(page, f"desk-{size['width']}")
    start(page, thumb, "Friday Cup")
    expect(page.get_by_text("results are missing.").first).to_be_visible()
    look(page, f"started-{size['width']}")
    assert thumb.taps <= 9
    assert Table.objects.filter(is_physical=True).count() == 4
    assert not Seat.objects.filter(is_bot=True).exists()
    assert Membership.objects.count() == 1
    assert page.complaints == []


def test_a_league_night_with_two_divisions(browser, asgi_server):
    page, thumb = organizer(browser, asgi_server), Thumb()
    begin(page, thumb, venue="At our tables with real cards", name="League", kind="League evening or season")
    thumb.tap(page.get_by_role("heading", name="More options"))
    thumb.write(page.get_by_label("Number of divisions"), "2")
    thumb.tap(page.get_by_role("button", name="Announce competition"))
    start(page, thumb, "League")
    expect(page.get_by_role("heading", name="Division 2", exact=True)).to_be_visible()
    assert thumb.taps <= 11
    assert page.complaints == []


def test_results_from_elsewhere_without_anything_else_to_fill_in(browser, asgi_server):
    page, thumb = organizer(browser, asgi_server, LAPTOP), Thumb()
    begin(page, thumb, venue="Elsewhere", name="Pub", kind="Swiss")
    for hidden in ("Time for a turn", "Minutes to object", "Number of divisions"):
        expect(page.get_by_label(hidden)).to_be_hidden()
    thumb.tap(page.get_by_role("button", name="Announce competition"))
    start(page, thumb, "Pub")
    expect(page.get_by_text("results are missing")).to_be_visible()
    assert page.complaints == []


def test_options_that_mean_nothing_now_are_not_shown(browser, asgi_server):
    page, thumb = organizer(browser, asgi_server, LAPTOP), Thumb()
    begin(page, thumb, venue="At our tables with real cards", name="League", kind="League evening or season")
    thumb.tap(page.get_by_role("heading", name="More options"))
    movers, minutes = page.locator("#id_movers"), page.locator("#id_silence_minutes")
    by_hand, bot_speed = page.locator("#id_by_hand"), page.locator("#id_bot_pause_ms")
    expect(page.locator("#id_at_once")).to_be_visible()
    expect(by_hand).to_be_hidden()
    expect(minutes).to_be_visible()
    expect(movers).to_be_hidden()
    page.locator("#id_divisions").fill("2")
    expect(movers).to_be_visible()
    page.locator("#id_confirmation").select_option("none")
    expect(minutes).to_be_hidden()
    page.get_by_text("Online here", exact=False).first.click()
    expect(by_hand).to_be_visible()
    expect(page.locator("#id_at_once")).to_be_hidden()
    expect(bot_speed).to_be_hidden()
    page.locator("#id_bots").check()
    expect(bot_speed).to_be_visible()
    page.get_by_text("Arena evening", exact=True).click()
    expect(by_hand).to_be_hidden()
    assert page.complaints == []


def test_publishing_rounds_is_asked_only_where_rounds_are_paired_one_by_one(browser, asgi_server):
    page, thumb = organizer(browser, asgi_server, LAPTOP), Thumb()
    begin(page, thumb, venue="At our tables with real cards", name="Cup", kind="Knock-out cup at tables")
    thumb.tap(page.get_by_role("heading", name="More options"))
    at_once, whole = page.locator("#id_at_once"), page.get_by_text("One draw makes all rounds")
    expect(whole).to_be_visible()
    expect(at_once).to_be_hidden()
    page.locator("#id_reseed").select_option("seed")
    expect(at_once).to_be_visible()
    expect(whole).to_be_hidden()
    page.locator("#id_reseed").select_option("")
    page.locator("#id_advance").fill("3")
    expect(at_once).to_be_visible()
    expect(whole).to_be_hidden()
    page.locator("#id_advance").fill("2")
    expect(at_once).to_be_hidden()
    page.locator("strong").get_by_text("Elimination to 500", exact=True).click()
    expect(at_once).to_be_visible()
    assert page.complaints == []


def test_the_venue_is_asked_and_never_guessed(browser, asgi_server):
    page = organizer(browser, asgi_server)
    page.get_by_role("link", name="New competition").click()
    page.get_by_label("Name", exact=True).fill("Friday")
    page.get_by_label("Players", exact=True).fill(NAMES)
    page.get_by_role("button", name="Announce competition").click()
    expect(page.get_by_text("Choose where you play.")).to_be_visible()
    expect(page.get_by_label("Players", exact=True)).to_have_value(NAMES)


def test_no_bot_plays_for_people_unasked(browser, asgi_server):
    page, thumb = organizer(browser, asgi_server), Thumb()
    begin(page, thumb, venue="Online here", name="Net", kind="Swiss")
    thumb.tap(page.get_by_role("button", name="Announce competition"))
    start(page, thumb, "Net")
    expect(page.get_by_text("have no account and cannot play online")).to_be_visible()
    assert not Table.objects.exists()


def test_a_dragged_order_is_not_dropped_by_the_start(browser, asgi_server):
    page, thumb = organizer(browser, asgi_server, LAPTOP), Thumb()
    begin(page, thumb, venue="Elsewhere", name="Cup", kind="Knock-out cup")
    thumb.tap(page.get_by_role("button", name="Announce competition"))
    expect(page.locator(".seeds--dragged")).to_be_visible()  # the script has begun
    last = page.locator("[data-seed]").filter(has_text="Mo Mann")
    last.locator("input").fill("1")
    last.locator("input").press("Tab")
    expect(page.locator("[data-seed]").first).to_contain_text("Mo Mann")
    start(page, thumb, "Cup")
    expect(page.get_by_text("results are missing")).to_be_visible()
    assert Entrant.objects.get(player__name="Mo Mann").seed == 1


def test_a_name_that_is_nearly_a_member_is_asked_about(browser, asgi_server):
    page = organizer(browser, asgi_server)
    Membership.objects.create(club=Club.objects.get(), player=Player.objects.create(name="Nuala Byrne"))
    page.get_by_role("link", name="New competition").click()
    page.get_by_label("Players", exact=True).fill("Nuala Byrn\nOta Ode")
    page.get_by_role("button", name="Use Nuala Byrne").click()
    expect(page.get_by_label("Players", exact=True)).to_have_value("Nuala Byrne\nOta Ode")


def test_a_typo_is_renamed_and_a_withdrawal_asks_first(browser, asgi_server):
    page, thumb = organizer(browser, asgi_server), Thumb()
    begin(page, thumb, venue="Elsewhere", name="Cup", kind="Swiss")
    thumb.tap(page.get_by_role("button", name="Announce competition"))
    page.get_by_role("link", name="Change Ana Alba").click()
    page.locator("#rename").fill("Anna Alba")
    page.get_by_role("button", name="Rename").click()
    page.get_by_role("link", name="Change Anna Alba").click()
    page.get_by_role("button", name="Withdraw", exact=True).click()
    assert not Entrant.objects.filter(withdrawn=True).exists()
    page.get_by_role("dialog").get_by_role("button", name="Withdraw").click()
    expect(page.get_by_text("Anna Alba is out.")).to_be_visible()
    page.get_by_role("link", name="Readmit").click()
    expect(page.get_by_text("Anna Alba will take part again.")).to_be_visible()
    page.get_by_role("button", name="Readmit").click()
    expect(page.get_by_role("link", name="Readmit")).to_have_count(0)
    expect(page.get_by_role("link", name="Change Anna Alba")).to_be_visible()
    assert not Entrant.objects.filter(withdrawn=True).exists()


def test_those_who_came_last_time_and_all_of_a_search(browser, asgi_server):
    page, thumb = organizer(browser, asgi_server), Thumb()
    begin(page, thumb, venue="Elsewhere", name="First", kind="Swiss")
    thumb.tap(page.get_by_role("button", name="Announce competition"))
    start(page, thumb, "First")
    page.goto(Club.objects.get().get_absolute_url())
    page.get_by_role("link", name="New competition").click()
    page.get_by_text("Elsewhere").click()
    page.get_by_label("Name", exact=True).fill("Second")
    page.get_by_role("button", name="Announce competition").click()
    page.get_by_label("Find a person in the list").fill("ana")
    page.get_by_role("button", name="Select all").click()
    page.get_by_role("button", name="Enter players").click()
    page.get_by_role("button", name="Enter all 12 players from First").click()
    expect(page.get_by_text("Entrants: 13").first).to_be_visible()
    assert Player.objects.filter(name="Ana Alba").count() == 1
    assert Membership.objects.count() == 1
    assert page.complaints == []


def test_a_new_club_has_the_time_zone_of_its_founder(browser, asgi_server):
    page = visitor(browser, asgi_server, Player.objects.create(name="Olga"), timezone_id="Asia/Tokyo")
    page.goto("/clubs/new/")
    expect(page.get_by_label("Time zone")).to_have_value("Asia/Tokyo")
    assert page.complaints == []


def test_a_new_club_says_its_first_steps_and_its_next_evening(browser, asgi_server):
    page = organizer(browser, asgi_server)
    page.get_by_role("link", name="Invite people").click()
    expect(page.get_by_role("checkbox", name="Member")).to_be_checked()
    page.get_by_role("button", name="Create link").click()
    expect(page.get_by_role("button", name="Copy")).to_be_visible()
    expect(page.get_by_role("link", name="Send by e-mail")).to_have_attribute(
        "href", re.compile("^mailto:.*inv")
    )
    page.get_by_text("QR code").click()
    expect(page.locator("svg.qr")).to_be_visible()
    look(page, "invitations")
    page.goto(Club.objects.get().get_absolute_url())
    look(page, "club")
    steps = page.get_by_role("region", name="First steps").get_by_role("listitem")
    expect(steps).to_contain_text(["Done: Invite people", "Announce a competition", "Play your first night"])
    page.get_by_role("link", name="New competition").click()
    page.get_by_text("Elsewhere").click()
    page.get_by_label("Name", exact=True).fill("Opening")
    soon = timezone.now() + dt.timedelta(days=3)
    page.get_by_label("Date").fill(soon.date().isoformat())
    page.get_by_role("button", name="Announce competition").click()
    page.goto(Club.objects.get().get_absolute_url())
    expect(page.get_by_role("region", name="Upcoming").get_by_text("19:00–22:00")).to_be_visible()
    expect(steps.nth(1)).to_contain_text("Done: Announce a competition")
    steps.get_by_role("link", name="Play your first night").click()
    expect(page.get_by_role("heading", name="Opening", level=1)).to_be_visible()
    assert page.complaints == []


def test_an_announced_evening_is_edited_and_says_which_facts_change(browser, asgi_server):
    page, thumb = organizer(browser, asgi_server), Thumb()
    begin(page, thumb, venue="At our tables with real cards", name="Friday", kind="Swiss")
    thumb.tap(page.get_by_role("button", name="Announce competition"))
    page.get_by_role("link", name="Edit").click()
    page.get_by_label("Name", exact=True).fill("Saturday")
    page.get_by_role("button", name="See what changes").click()
    expect(page.get_by_text("Name: Friday → Saturday")).to_be_visible()
    look(page, "edit")
    page.get_by_role("heading", name="More options").click()
    page.get_by_label("Rulebook", exact=True).select_option("Elimination to 500")
    page.get_by_label("Play to").fill("300")
    page.get_by_role("button", name="See what changes").click()
    expect(page.get_by_text("Rulebook: Classic → Elimination to 500")).to_be_visible()
    expect(page.get_by_text("Play to: 500 → 300")).to_be_visible()
    page.get_by_role("button", name="Save changes").click()
    start(page, thumb, "Saturday")
    page.get_by_role("button", name="Unpublish pairings").click()
    page.get_by_role("dialog").get_by_role("button", name="Unpublish", exact=True).click()
    expect(page.get_by_text("Draft pairings are ready")).to_be_visible()
    assert page.complaints == []
