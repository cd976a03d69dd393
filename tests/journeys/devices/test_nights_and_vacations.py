"""Journey: somebody wants quiet at night, and goes on vacation in the middle of a long match."""

import datetime as dt

import pytest
from django.core import mail
from django.utils import timezone
from playwright.sync_api import Page, expect

from games import tables
from games.models import Player
from league.notifications import notice_emails
from tests.games.playing import dealt, fresh, player
from tests.journeys.people import SOON, visitor
from tests.league.notifications.recipients import tell, with_accounts

DAY = 86_400
HOUR = dt.timedelta(hours=1)

pytestmark = pytest.mark.django_db(transaction=True)


def own_account(page: Page) -> None:
    """Open the account page from the lobby."""
    page.goto("/")
    page.get_by_role("navigation", name="Site").locator("a[href='/me/']").click()


def test_quiet_hours_that_were_set_hold_back_e_mails_until_the_morning(browser, asgi_server):
    (ana,) = with_accounts([Player.objects.create(name="Ana")])
    page = visitor(browser, asgi_server, ana, timezone_id="Asia/Tokyo")
    own_account(page)
    page.get_by_role("link", name="Notice settings").click()
    quiet = page.locator("#quiet")
    expect(quiet.get_by_label("Time zone")).to_have_value("Asia/Tokyo")
    quiet.get_by_label("From").fill("22:30")
    quiet.get_by_role("button", name="Save").click()
    expect(quiet.get_by_role("button", name="Remove quiet hours")).to_be_visible()
    expect(quiet.get_by_label("From")).to_have_value("22:30")

    tomorrow = (timezone.now() + dt.timedelta(days=1)).replace(hour=0, minute=0)
    night, morning = tomorrow + 14 * HOUR, tomorrow + 23 * HOUR  # 23:00 and 08:00 in Tokyo
    tell(ana, night, kind="draw_published")
    page.goto("/")
    expect(page.locator("#bell")).to_contain_text("1")  # pages tell at once
    assert notice_emails.send_waiting(now=lambda: morning - HOUR) == 0
    assert not mail.outbox
    assert notice_emails.send_waiting(now=lambda: morning) == 1
    assert [letter.to for letter in mail.outbox] == [[ana.user.email]]
    assert page.complaints == []


def test_a_turn_of_a_day_waits_for_whoever_is_on_vacation_and_the_others_read_until_when(
    browser, asgi_server
):
    table = dealt("Ana Bo", at=timezone.now(), turn_seconds=DAY)
    ana, bo = (visitor(browser, asgi_server, player(table, letter)) for letter in "AB")
    ana.goto(table.get_absolute_url())
    expect(ana.get_by_text("Bo to play")).to_be_visible()
    own_account(bo)
    bo.get_by_role("link", name="Vacation").click()
    bo.get_by_label("Number of days, from now on").select_option("3")
    bo.get_by_role("button", name="Begin vacation").click()
    expect(bo.get_by_text("You are on vacation until")).to_be_visible()
    expect(ana.locator("#felt").get_by_text("Bo is on vacation until")).to_be_visible(timeout=SOON)
    in_two_days = timezone.now() + dt.timedelta(days=2)
    assert not tables.end_turn(table.pk, version=fresh(table).version, at=in_two_days)

    bo.get_by_role("button", name="End vacation").click()
    expect(bo.get_by_text("Welcome back. Your turns no longer wait.")).to_be_visible()
    bo.goto(table.get_absolute_url())
    bo.get_by_role("button", name="Play red 4").click()
    expect(ana.get_by_text("Your turn", exact=True)).to_be_visible(timeout=SOON)
    expect(ana.locator("#felt")).not_to_contain_text("on vacation")
    assert ana.complaints == bo.complaints == []
