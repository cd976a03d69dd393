"""Journey: a guest at a table scans the code on its sheet, reads the table, and calls the referee."""

import re

import pytest
from playwright.sync_api import expect

from games.models import Player
from league.competitions.event_night import table_codes
from league.models import Membership
from tests.journeys.people import LAPTOP, visitor
from tests.league.club_nights import matches, started

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_guest_calls_the_referee_with_the_printed_code_and_a_scorekeeper_logs_in(browser, asgi_server):
    night = started(4, venue="physical", with_bots=False)
    (match,) = matches(night)
    olga = Player.objects.create(name="Olga")
    Membership.objects.create(club=night.club, player=olga, is_organizer=True)
    scanned = f"/tables/{match.table_id}/score/?code={table_codes.code_of(match.table_id)}"

    guest = visitor(browser, asgi_server)
    guest.goto(scanned)
    expect(guest.get_by_role("region", name="Score sheet")).to_contain_text("The match begins")
    expect(guest.get_by_role("heading", name="Score entry")).to_be_in_viewport()
    guest.get_by_role("button", name="Call the referee").click()
    expect(guest.get_by_text("Referee called at")).to_be_visible()

    desk = visitor(browser, asgi_server, olga)
    desk.set_viewport_size(LAPTOP)
    desk.goto(f"/competitions/{night.pk}/tables/")
    expect(desk.get_by_text("Someone at the table called at")).to_be_visible()
    desk.goto(scanned)
    expect(desk.get_by_role("button", name="Save deal 1")).to_be_visible()

    guest.get_by_role("link", name="Log in and enter scores").click()
    expect(guest).to_have_url(re.compile(rf"/log-in/\?next=/tables/{match.table_id}/score/"))
